import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { didYouMean } from "../core/index.ts";
import { UsageError } from "./errors.ts";

/** Reads the arguments of a command (node:util parseArgs); what does not fit is a UsageError that names the remedy. */
export function parseArguments<const T extends ParseArgsOptionsConfig>(argv: readonly string[], options: T) {
  for (const name of unknownOptions(argv, options)) {
    const known = Object.keys(options).map((o) => `--${o}`);
    throw new UsageError(`unknown option ${name}${didYouMean(name, known)}`);
  }
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    // parseArgs names in one sentence which option lacks its value or has one too many
    throw new UsageError(error instanceof Error ? error.message.split(". ")[0]! : String(error));
  }
}

/** Options of `argv` that the command does not have, as they were written. */
function unknownOptions(argv: readonly string[], options: ParseArgsOptionsConfig): string[] {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  return tokens.flatMap((t) => (t.kind === "option" && !Object.hasOwn(options, t.name) ? [t.rawName] : []));
}

/** The one positional argument of a command. */
export function onlyPositional(positionals: readonly string[], what: string): string {
  const [first, second] = positionals;
  if (first === undefined) throw new UsageError(`${what} is missing`);
  if (second !== undefined) throw new UsageError(`one ${what} at a time: "${second}" is one too many`);
  return first;
}

/** A number greater than zero, null when the option is not given. */
export function positiveNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0) {
    throw new UsageError(`--${name} takes a number greater than 0, not "${text}"`);
  }
  return value;
}

/** A whole number greater than zero, null when the option is not given. */
export function positiveInteger(name: string, text: string | undefined): number | null {
  const value = positiveNumber(name, text);
  if (value !== null && !Number.isSafeInteger(value)) {
    throw new UsageError(`--${name} takes a whole number, not "${text}"`);
  }
  return value;
}
