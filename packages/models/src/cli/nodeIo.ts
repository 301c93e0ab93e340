import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { spawnPythonChild } from "./engines/pythonEngine/spawnPythonChild.ts";
import type { Io } from "./io.ts";

/** The real outside: this process, its streams and its files. */
export function nodeIo(): Io {
  const cwd = process.cwd();
  let interrupt: AbortController | null = null;
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
    writeFile(path, content) {
      const file = resolve(cwd, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    startPython: spawnPythonChild,
    nowMs: () => performance.now(),
    // signals are caught only for a command that asks: all others end at once, as people expect
    get signal() {
      interrupt ??= onInterrupt();
      return interrupt.signal;
    },
  };
}

function onInterrupt(): AbortController {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller;
}
