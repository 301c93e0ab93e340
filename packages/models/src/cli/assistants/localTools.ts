import { z } from "zod";
import { formatDiagnostic } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { InputError, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";

/** Longer or in several lines it is the text of a program: an answer would hold it whole as the name of no file. */
const LONGEST_NAME = 1_024;

/** A path, a library entry or an id: never an option, and never standard input, which the protocol has. */
const name = (what: string) =>
  z
    .string()
    .regex(/^[^-]/, { error: `${what}: a name or path that does not begin with "-"` })
    .max(LONGEST_NAME, {
      error: `${what}: at most ${LONGEST_NAME} characters; write the text to a file and name that`,
    })
    .refine((given) => !given.includes("\n"), {
      error: `${what}: one line; write the text to a file and name that`,
    })
    .describe(what);

const program = name("P4 program: a path, or lib:NAME of the library");
const entries = name("table entries: BMv2 commands, P4Runtime text or JSON of the tutorials").optional();
const device = name("device profile: an id of `devices`, or a file");

type LocalTool = {
  name: string;
  description: string;
  input: z.ZodObject;
  load(): Promise<Command>;
  argv(given: Record<string, unknown>): string[];
};

const option = (flag: string, value: unknown): string[] =>
  value === undefined ? [] : [value].flat().map((each) => `--${flag}=${each}`);

function tool<S extends z.ZodRawShape>(of: {
  name: string;
  description: string;
  input: S;
  load(): Promise<Command>;
  argv(given: z.infer<z.ZodObject<S>>): string[];
}): LocalTool {
  const input = z.strictObject(of.input);
  return { ...of, input, argv: (given) => of.argv(given as z.infer<typeof input>) };
}

/** What `p4twin mcp` does itself: commands that read files and change nothing. */
export const localTools: readonly LocalTool[] = [
  tool({
    name: "analyse_program",
    description:
      "Every feasible path of a P4 program with what it does: states, tables, counts of constructs.",
    input: { program, entries },
    load: async () => (await import("../programs/featuresCommand.ts")).featuresCommand,
    argv: (given) => [given.program, ...option("entries", given.entries), "--json"],
  }),
  tool({
    name: "estimate_latency",
    description: "Latency of each path of a P4 program on a device in us, term by term, with its interval.",
    input: { program, device, entries },
    load: async () => (await import("../programs/estimateCommand.ts")).estimateCommand,
    argv: (given) => [
      given.program,
      ...option("device", given.device),
      ...option("entries", given.entries),
      "--json",
    ],
  }),
  tool({
    name: "run_packet",
    description:
      "Sends packets through a P4 program: what leaves, each step with its place in the program, time on a device.",
    input: {
      program,
      packets: z
        .array(z.string().min(1))
        .min(1)
        .max(100)
        .describe('hexadecimal digits, or headers by name as in "eth/ipv4(ttl=1)/udp(dport=53)"'),
      port: z.int().min(0).max(510).optional().describe("the port that they come in on, 0 by default"),
      entries,
      device: device.optional(),
    },
    load: async () => (await import("../programs/runCommand.ts")).runCommand,
    argv: (given) => [
      given.program,
      ...option("packet", given.packets),
      ...option("port", given.port),
      ...option("entries", given.entries),
      ...option("device", given.device),
      "--trace=json",
    ],
  }),
  tool({
    name: "review_change",
    description:
      "What a change of programs and entries does: paths that come or go, latency, packets treated differently.",
    input: {
      base: name("program, folder or git revision before the change"),
      head: name('program, folder or git revision after it; "." is the folder as it is'),
      entries,
      devices: z.array(device).optional(),
    },
    load: async () => (await import("../reviews/reviewCommand.ts")).reviewCommand,
    argv: (given) => [
      given.base,
      given.head,
      ...option("entries", given.entries),
      ...option("device", given.devices),
      "--format=json",
    ],
  }),
  tool({
    name: "devices",
    description: "Device profiles of the library, or one with the source of each number.",
    input: { id: name("id or file of one profile").optional() },
    load: async () => (await import("../devices/devicesCommand.ts")).devicesCommand,
    argv: (given) => [...(given.id === undefined ? [] : [given.id]), "--json"],
  }),
];

export type ToolAnswer = { text: string; isError: boolean };

/** Runs a tool in the folder of `io`; what it would print is its answer. Exit code 3 ("no") is an answer too. */
export async function runLocalTool(
  { input, load, argv }: LocalTool,
  given: unknown,
  io: Io,
): Promise<ToolAnswer> {
  const read = input.safeParse(given ?? {});
  if (!read.success) return { text: z.prettifyError(read.error), isError: true };
  let text = "";
  let notes = "";
  const quiet: Io = {
    cwd: io.cwd,
    columns: null,
    readFile: (path) => io.readFile(path),
    readRevision: (revision, path) => io.readRevision(revision, path),
    listFiles: (folder) => io.listFiles(folder),
    listRevision: (revision) => io.listRevision(revision),
    checkRevision: (revision) => io.checkRevision(revision),
    nowMs: () => io.nowMs(),
    signal: new AbortController().signal,
    stdout: (more) => {
      text += more;
    },
    stderr: (more) => {
      notes += more;
    },
    stdin: () => refused("standard input belongs to the protocol"),
    writeFile: () => refused("tools write no files"),
    loadPython: () => refused("tools start no interpreters"),
    openProbeRig: () => refused("tools measure nothing"),
  };
  try {
    const command = await load();
    await command.run(argv(read.data), quiet);
    return { text: text === "" ? notes : text, isError: false };
  } catch (error) {
    if (error instanceof InputError)
      return {
        text: error.diagnostics.map((each) => formatDiagnostic(each, error.file)).join("\n"),
        isError: true,
      };
    if (error instanceof UsageError) return { text: error.message, isError: true };
    return { text: `unexpected: ${error instanceof Error ? error.message : error}`, isError: true };
  }
}

function refused(why: string): never {
  throw new UsageError(why);
}
