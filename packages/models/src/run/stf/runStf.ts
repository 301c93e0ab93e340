import type { Diagnostic, Span } from "../../core/index.ts";
import type { CheckedProgram } from "../../p4/index.ts";
import { ControlError } from "../../program/index.ts";
import { createSwitch } from "../createSwitch.ts";
import type { RunOptions, Target } from "../target.ts";
import { hexOf } from "../values/hex.ts";
import { control } from "./control.ts";
import { type ParsedStf, parseStf, type StfCommand } from "./parseStf.ts";

/** Why a test fails, where; `expected`, `got`: packets in hexadecimal digits, where two are compared. */
type StfFailure = { message: string; at: Span | null; expected?: string; got?: string };
/** `unsupported`: the program cannot be run, so nothing is known of it. */
type StfReport = {
  status: "passed" | "failed" | "unsupported";
  failures: StfFailure[];
  packets: number;
  expected: number;
};

type Expectation = Extract<StfCommand, { kind: "expect" }>;

/**
 * Runs a packet test: commands and packets in the order of the file, then what left each port beside what was expected
 * there. Only ports that the test names are looked at; there the number of packets counts, and each in turn must fit.
 */
export function runStf(
  checked: CheckedProgram,
  text: string,
  file: string,
  options: Pick<RunOptions, "coverage"> = {},
): StfReport {
  const parsed = parseStf(text, file);
  const packets = parsed.commands.filter(({ kind }) => kind === "packet").length;
  const expected = parsed.commands.filter(({ kind }) => kind === "expect").length;
  const problems = [...checked.diagnostics, ...parsed.diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  if (problems.length > 0) return { status: "failed", failures: problems.map(failureOf), packets, expected };
  const made = createSwitch(checked, options);
  if (!made.ok) return { status: "unsupported", failures: [failureOf(made.error)], packets, expected };
  const failures = failuresOf(checked, made.value, parsed);
  return { status: failures.length === 0 ? "passed" : "failed", failures, packets, expected };
}

const failureOf = ({ message, span }: Diagnostic): StfFailure => ({ message, at: span });

function failuresOf(checked: CheckedProgram, target: Target, { commands }: ParsedStf): StfFailure[] {
  let at: Span | null = null;
  try {
    const sent = new Map<number, Uint8Array[]>();
    const expectations = new Map<number, Expectation[]>();
    for (const command of inOrder(checked, commands)) {
      at = command.at;
      if (command.kind === "packet") {
        add(sent, command.port);
        for (const { port, bytes } of target.receive(command.port, command.bytes))
          add(sent, port).push(bytes);
      } else if (command.kind === "expect") add(expectations, command.port).push(command);
      else control(target, command);
    }
    return compare(commands, sent, expectations);
  } catch (error) {
    if (error instanceof ControlError) return [{ message: error.message, at }];
    throw error;
  }
}

const BPF: readonly (string | undefined)[] = ["ebpf", "ubpf", "xdp"];

/** p4c's runners for BPF fill all tables before the first packet comes. */
function inOrder(checked: CheckedProgram, commands: readonly StfCommand[]): readonly StfCommand[] {
  if (!BPF.includes(checked.architecture?.definition.id)) return commands;
  const isSetup = ({ kind }: StfCommand): boolean => kind === "add" || kind === "setDefault";
  return [...commands.filter(isSetup), ...commands.filter((each) => !isSetup(each))];
}

function add<T>(lists: Map<number, T[]>, port: number): T[] {
  const list = lists.get(port) ?? [];
  lists.set(port, list);
  return list;
}

function compare(
  commands: readonly StfCommand[],
  sent: ReadonlyMap<number, readonly Uint8Array[]>,
  expectations: ReadonlyMap<number, readonly Expectation[]>,
): StfFailure[] {
  const named = new Set(commands.flatMap((each) => ("port" in each ? [each.port] : [])));
  return [...named].flatMap((port): StfFailure[] => {
    const left = sent.get(port) ?? [];
    const wanted = expectations.get(port) ?? [];
    const misfits = wanted.flatMap((each, index): StfFailure[] => {
      const bytes = left[index];
      if (bytes === undefined)
        return [
          {
            message: `no packet left port ${port}, expected ${shown(each)}`,
            at: each.at,
            expected: shown(each),
          },
        ];
      const found = hexOf(bytes);
      if (fits(found, each)) return [];
      const message = `port ${port} sent ${found}, expected ${shown(each)}`;
      return [{ message, at: each.at, expected: shown(each), got: found }];
    });
    const more = left.slice(wanted.length).map((bytes) => {
      const got = hexOf(bytes);
      return { message: `port ${port} sent ${got}, which no expect names`, at: null, got };
    });
    return [...misfits, ...more];
  });
}

const shown = ({ pattern, isExact }: Expectation): string =>
  pattern === null ? "any packet" : `${pattern}${isExact ? "$" : ""}`;

function fits(found: string, { pattern, isExact }: Expectation): boolean {
  if (pattern === null) return true;
  if (found.length < pattern.length || (isExact && found.length !== pattern.length)) return false;
  return [...pattern].every((digit, index) => digit === "*" || digit === found[index]);
}
