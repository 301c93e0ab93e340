import type { ProbeRig, RigTools } from "../../src/cli/devices/probe/rig.ts";
import type { Io } from "../../src/cli/io.ts";
import { main } from "../../src/cli/main.ts";
import type { SandboxPort } from "../../src/engine/index.ts";

export type Ran = {
  code: number;
  out: string;
  err: string;
  /** files that the command wrote */
  written: Record<string, string | Uint8Array>;
};

type Outside = {
  files?: Record<string, string | Uint8Array>;
  /** files of git revisions */
  revisions?: Record<string, Record<string, string>>;
  stdin?: string;
  /** interpreters for engines in Python; without it there are none */
  startPython?: () => SandboxPort;
  /** a switch to measure; without it there is none */
  openProbeRig?: (tools: RigTools) => Promise<ProbeRig>;
  /** of the user, who interrupts */
  signal?: AbortSignal;
};

const noPython = (): SandboxPort => {
  throw new Error("this test has no interpreter");
};

const noRig = (): never => {
  throw new Error("this test has no switch");
};

const missing = (path: string, code = "ENOENT"): never => {
  throw Object.assign(new Error(`${code}: ${path}`), { code });
};

/** Runs a command in process on files that exist only in `files`. */
export async function runInProcess(
  argv: readonly string[],
  {
    files = {},
    revisions = {},
    stdin = "",
    startPython = noPython,
    openProbeRig = noRig,
    signal = new AbortController().signal,
  }: Outside = {},
): Promise<Ran> {
  const ran: Ran = { code: 0, out: "", err: "", written: {} };
  const encode = (text: string) => new TextEncoder().encode(text);
  const io: Io = {
    cwd: "/work",
    columns: null,
    stdout: (text) => {
      ran.out += text;
    },
    stderr: (text) => {
      ran.err += text;
    },
    stdin: async () => encode(stdin),
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) {
        const isFolder = Object.keys(files).some((file) => file.startsWith(`${path}/`));
        return missing(path, isFolder ? "EISDIR" : "ENOENT");
      }
      return typeof text === "string" ? encode(text) : text;
    },
    readRevision: (revision, path) => encode(revisions[revision]?.[path] ?? missing(path)),
    listFiles: (folder) => {
      const below = folder === "." ? "" : `${folder}/`;
      return Object.keys(files).flatMap((file) => (file.startsWith(below) ? [file.slice(below.length)] : []));
    },
    listRevision: (revision) => Object.keys(revisions[revision] ?? {}),
    checkRevision: (revision) => void (revisions[revision] ?? missing(revision)),
    writeFile: (path, content) => {
      ran.written[path] = content;
    },
    loadPython: async () => startPython,
    openProbeRig,
    nowMs: () => 0,
    signal,
  };
  ran.code = await main(argv, io);
  return ran;
}
