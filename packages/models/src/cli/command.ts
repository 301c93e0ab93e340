import type { Io } from "./io.ts";

/** Exit codes, as docs/05-command-line.md lists them. */
export const exitCode = { done: 0, badInput: 1, badUsage: 2, no: 3 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** One subcommand. `usage` is what `--help` prints; `run` gets the arguments after the name. */
export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  run(argv: readonly string[], io: Io): Promise<ExitCode>;
};

/** A command of the table: its code is loaded only when it is called, so that start-up stays fast. */
export type CommandEntry = {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
};
