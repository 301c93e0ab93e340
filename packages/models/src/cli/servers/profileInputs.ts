import { formatDiagnostic } from "../../core/index.ts";
import {
  drivers,
  fabrics,
  libraryServerIds,
  type Measurement,
  mergeMeasurements,
  policies,
  readMeasurement,
  type ServerProfile,
} from "../../server/index.ts";
import { positiveInteger, positiveNumber } from "../arguments.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { namedServer } from "./namedServer.ts";

/** Options for what the files do not hold: how the chain runs, and what perf and PCM cannot know. */
export const setupOptions = {
  packets: { type: "string" },
  name: { type: "string" },
  cores: { type: "string" },
  fabric: { type: "string" },
  driver: { type: "string" },
  policy: { type: "string" },
  "quantum-ms": { type: "string" },
  batch: { type: "string" },
} as const;

export type SetupValues = { [K in keyof typeof setupOptions]?: string | undefined };

/**
 * The measurement of all files, with the set-up of the command line in place of theirs. Warnings go to standard error.
 */
export async function readProfileInputs(
  io: Io,
  files: readonly string[],
  values: SetupValues,
): Promise<Measurement> {
  const cores = coreList(values.cores);
  const options = { id: values.name ?? null, packets: positiveInteger("packets", values.packets), cores };
  const measurements: Measurement[] = [];
  for (const name of files) {
    const { file, text } = await readInput(io, name, { folder: "servers/counters", extensions: [".json"] });
    const { measurement, diagnostics } = readMeasurement(text, file, options);
    if (measurement === null) throw new InputError(file, diagnostics);
    for (const d of diagnostics) io.stderr(`${formatDiagnostic(d, file)}\n`);
    measurements.push(measurement);
  }
  const [first, ...others] = measurements;
  if (first === undefined) throw new UsageError("counter file is missing");
  const merged = mergeMeasurements(first, ...others);
  const given = withPackets(merged, options.packets);
  if (given.functions.every((f) => f.packets === null))
    throw inputError(
      files[0] ?? "",
      "packets-unknown",
      "the number of packets is unknown: give --packets N, or count skb:consume_skb with perf",
    );
  return withSetup(given, values, cores);
}

const withPackets = (measurement: Measurement, packets: number | null): Measurement => ({
  ...measurement,
  functions: measurement.functions.map((f) => ({ ...f, packets: f.packets ?? packets })),
});

function withSetup(measurement: Measurement, values: SetupValues, cores: number[]): Measurement {
  const fabric = oneOf("fabric", values.fabric, fabrics);
  const driver = oneOf("driver", values.driver, drivers);
  const policy = oneOf("policy", values.policy, policies);
  const quantumMs = positiveNumber("quantum-ms", values["quantum-ms"]);
  const batch = positiveInteger("batch", values.batch);
  return {
    ...measurement,
    setup: {
      ...measurement.setup,
      ...(fabric && { fabric }),
      ...(driver && { driver }),
      ...(policy && { policy }),
      ...(quantumMs && { quantumMs }),
      ...(batch && { batch }),
      ...(cores.length > 0 && { cores }),
    },
  };
}

/** The value of an option that takes one of a few words; null when it is not given. */
export function oneOf<T extends string>(
  name: string,
  text: string | undefined,
  words: readonly T[],
): T | null {
  if (text === undefined) return null;
  const word = words.find((w) => w === text);
  if (word === undefined) throw new UsageError(`--${name} takes ${words.join(", ")}, not "${text}"`);
  return word;
}

/** Cores as `0,2-4`; empty when not given. */
function coreList(text: string | undefined): number[] {
  if (text === undefined) return [];
  const cores = text.split(",").flatMap((part) => {
    const range = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim());
    const [from, to] = [Number(range?.[1]), Number(range?.[2] ?? range?.[1])];
    if (range === null || to < from || to > 4095)
      throw new UsageError(`--cores takes a list like 0,2-4, not "${text}"`);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
  return [...new Set(cores)].sort((a, b) => a - b);
}

/** The server of the command line (library id, lib:ID or file), else the file's, else the first of the library. */
export async function readServer(
  io: Io,
  given: string | undefined,
  measurement: Measurement,
): Promise<{ profile: ServerProfile; assumed: boolean }> {
  const id = given ?? measurement.server;
  return { profile: await namedServer(io, id ?? libraryServerIds()[0] ?? "", given), assumed: id === null };
}
