import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import type { Io } from "./io.ts";

/** The real outside: this process, its streams and its files. */
export function nodeIo(): Io {
  const cwd = process.cwd();
  let interrupt: AbortController | null = null;
  let isBare: boolean | null = null;
  return {
    cwd,
    columns: process.stdout.isTTY ? process.stdout.columns : null,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    async stdin() {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    },
    readFile: (path) => readFileSync(resolve(cwd, path)),
    readRevision(revision, path) {
      const below = relative(cwd, resolve(cwd, path));
      isBare ??= new TextDecoder().decode(git(cwd, "rev-parse", "--is-inside-work-tree")).trim() === "false";
      // without a work tree, git has no folder that a path could begin at
      return git(cwd, "show", "--end-of-options", `${revision}:${isBare ? "" : "./"}${below}`);
    },
    listFiles: (folder) => filesBelow(resolve(cwd, folder)),
    listRevision: (revision) =>
      new TextDecoder()
        .decode(git(cwd, "ls-tree", "-r", "-z", "--name-only", "--end-of-options", revision, "."))
        .split("\0")
        .filter((name) => name !== ""),
    checkRevision: (revision) =>
      void git(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`),
    writeFile(path, content) {
      const file = resolve(cwd, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    // loaded only when asked for: what starts processes takes a tenth of the start of this one
    loadPython: async () => (await import("./engines/pythonEngine/spawnPythonChild.ts")).spawnPythonChild,
    openProbeRig: async (tools) => (await import("./devices/probe/bmv2Rig.ts")).openBmv2Rig(tools),
    nowMs: () => performance.now(),
    // signals are caught only for a command that asks: all others end at once, as people expect
    get signal() {
      interrupt ??= onInterrupt();
      return interrupt.signal;
    },
  };
}

/** Bytes of a file of a repository at most (our choice): uploads of programs have the same bound. */
const MOST_GIT_BYTES = 64 * 1024 * 1024;

function git(cwd: string, ...args: string[]): Uint8Array {
  // loaded only when asked for
  const processes: typeof import("node:child_process") = createRequire(import.meta.url)("node:child_process");
  const stdio: ("ignore" | "pipe")[] = ["ignore", "pipe", "pipe"];
  return processes.execFileSync("git", args, { cwd, stdio, maxBuffer: MOST_GIT_BYTES });
}

/** Files of a folder that are listed at most (our choice). */
const MOST_LISTED = 10_000;

function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const open = [""];
  for (let at = open.pop(); at !== undefined && found.length < MOST_LISTED; at = open.pop())
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name)) open.push(path);
    }
  return found;
}

function onInterrupt(): AbortController {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller;
}
