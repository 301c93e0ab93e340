import type { SandboxPort } from "../engine/index.ts";
import type { ProbeRig, RigTools } from "./devices/probe/rig.ts";

/** What a command may touch of the outside. Tests give their own, so that commands run in process. */
export type Io = {
  readonly cwd: string;
  /** width of the terminal in characters, null when the output is not one */
  readonly columns: number | null;
  stdout(text: string): void;
  stderr(text: string): void;
  stdin(): Promise<Uint8Array>;
  /** Content of a file, relative paths from `cwd`; throws Node's error when it cannot be read. */
  readFile(path: string): Uint8Array;
  /** Content of a file of a git revision, relative paths from `cwd`; throws when there is none. */
  readRevision(revision: string, path: string): Uint8Array;
  /** Files below a folder, from it, without those of version control and of packages; relative paths from `cwd`. */
  listFiles(folder: string): string[];
  /** Files of a git revision below `cwd`, from there. */
  listRevision(revision: string): string[];
  /** Throws unless the folder of `cwd` is in a git repository that has the revision. */
  checkRevision(revision: string): void;
  /**
   * Makes or replaces a file and the folders it is in, relative paths from `cwd`; throws Node's error when it cannot be
   * written.
   */
  writeFile(path: string, content: string | Uint8Array): void;
  /** What starts an interpreter for one engine in Python; its port says when it is ready. */
  loadPython(): Promise<() => SandboxPort>;
  /** A switch to measure; throws an InputError with the remedy where there can be none. */
  openProbeRig(tools: RigTools): Promise<ProbeRig>;
  /** Milliseconds of a monotonic clock, for times that are reported. */
  nowMs(): number;
  /**
   * Aborted at the first interrupt by the user, the second ends the process. Read it only in a command that
   * stops in order.
   */
  readonly signal: AbortSignal;
};
