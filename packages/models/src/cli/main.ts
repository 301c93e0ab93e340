import manifest from "../../package.json" with { type: "json" };
import { type ExitCode, exitCode } from "./command.ts";
import { commandTable } from "./commandTable.ts";
import { InputError, UsageError } from "./errors.ts";
import type { Io } from "./io.ts";

/** Runs `p4twin argv...`: prints to `io` and gives the exit code. Never throws on what a user gave. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === "--version" || name === "-V") {
    io.stdout(`p4twin ${manifest.version}\n`);
    return exitCode.done;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    return name === "help" && rest[0] !== undefined ? runCommand(rest[0], ["--help"], io) : help(name, io);
  }
  return runCommand(name, rest, io);
}

function help(name: string | undefined, io: Io): ExitCode {
  const width = Math.max(...commandTable.map((c) => c.name.length));
  const lines = commandTable.map((c) => `  ${c.name.padEnd(width)}  ${c.summary}`);
  const text = `usage: p4twin COMMAND [options]\n\n${lines.join("\n")}\n\np4twin COMMAND --help prints the options. FILE may be lib:NAME for an entry of the library, or - for standard input.\nExit codes: 0 done, 1 bad input, 2 bad usage, 3 over budget, infeasible or unstable.\n`;
  if (name !== undefined) {
    io.stdout(text);
    return exitCode.done;
  }
  io.stderr(text);
  return exitCode.badUsage;
}

async function runCommand(name: string, argv: readonly string[], io: Io): Promise<ExitCode> {
  const entry = commandTable.find((c) => c.name === name);
  if (!entry) {
    const { didYouMean } = await import("../core/index.ts");
    const names = commandTable.map((c) => c.name);
    io.stderr(`p4twin: unknown command "${name}"${didYouMean(name, names)}\n`);
    io.stderr("p4twin --help lists the commands\n");
    return exitCode.badUsage;
  }
  const command = await entry.load();
  try {
    if (argv.includes("--help") || argv.includes("-h")) {
      io.stdout(`${command.summary}\n\n${command.usage}\n`);
      return exitCode.done;
    }
    return await command.run(argv, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr(`p4twin ${name}: ${error.message}\np4twin ${name} --help prints its usage\n`);
      return exitCode.badUsage;
    }
    // loaded when it is needed: the help text starts twice as fast without it
    const { formatDiagnostic, InvariantError } = await import("../core/index.ts");
    if (error instanceof InputError) {
      for (const d of error.diagnostics) io.stderr(`${formatDiagnostic(d, error.file)}\n`);
      return exitCode.badInput;
    }
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const kind = error instanceof InvariantError ? "an internal check failed" : "unexpected error";
    io.stderr(`p4twin ${name}: ${kind}; this is a bug in p4twin, please report it\n${what}\n`);
    return exitCode.badInput;
  }
}
