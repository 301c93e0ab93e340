import type { DeviceProfile } from "../../device/index.ts";
import { estimatePath, linearForm, referenceBytesOf } from "../../latency/index.ts";
import { type Path, type Probabilities, pathShares } from "../../program/index.ts";
import { createSwitch, PathCounts } from "../../run/index.ts";
import { InputError, inputError } from "../errors.ts";
import type { Io } from "../io.ts";
import { type Column, formatTable, showUs } from "../table.ts";
import { analyseFile, type ProgramValues } from "./analyseFile.ts";
import { arrivalsOf, installFile } from "./arrivals.ts";

type CountedPath = Pick<Path, "id" | "tables" | "outcome"> & {
  packets: number;
  share: number;
  /** on the device; null without one, or where it has no answer */
  us: number | null;
};

type CountedPaths = {
  packets: number;
  paths: CountedPath[];
  /** passes that take no listed path, and clones */
  unlisted: number;
  partial: number;
  /** average over the passes that take a listed path; null without a device */
  meanUs: number | null;
  probabilities: Probabilities;
};

type CountOptions = { port: number; seed: number; device: DeviceProfile | null };
type CountValues = ProgramValues & Parameters<typeof arrivalsOf>[1];

/** Runs packets one after the other through a switch, at their times, and counts the path that each takes. */
export async function countPaths(
  io: Io,
  path: string,
  values: CountValues,
  { port, seed, device }: CountOptions,
): Promise<CountedPaths> {
  // without its entries, which close ways: the file then serves other entries as well
  const { report, graph, walks, checked, source } = await analyseFile(io, path, {
    ...values,
    entries: undefined,
  });
  if (checked?.architecture?.definition.id !== "v1model")
    throw inputError(source.file, "run-probabilities", "paths are counted for v1model programs only");
  if (!walks)
    throw inputError(
      source.file,
      "run-probabilities",
      "the program has too many paths to be followed; count those of its parts",
    );
  const made = createSwitch(checked, { trace: true, seed });
  if (!made.ok) throw new InputError(source.file, [made.error]);
  const target = made.value;
  const arrivals = await arrivalsOf(io, values, target.headerShapes());
  if (values.entries !== undefined) await installFile(io, target, values.entries);
  const counts = new PathCounts(report, graph);
  const first = arrivals.find(({ timeNs }) => timeNs !== null)?.timeNs ?? 0n;
  for (const { bytes, timeNs } of arrivals) {
    if (timeNs !== null) target.machine.nowUs = Math.max(0, Number((timeNs - first) / 1000n));
    target.receive(port, bytes);
    counts.add(target.takeTrace());
  }
  const listed = [...counts.packets.values()].reduce((a, b) => a + b, 0);
  const paths = report.paths.flatMap((path): CountedPath[] => {
    const packets = counts.packets.get(path.id) ?? 0;
    if (packets === 0) return [];
    const us = device && estimatePath(path, device, linearForm, referenceBytesOf(device)).meanUs;
    return [
      { id: path.id, tables: path.tables, outcome: path.outcome, packets, share: packets / listed, us },
    ];
  });
  return {
    packets: arrivals.length,
    paths: paths.sort((a, b) => b.packets - a.packets),
    unlisted: counts.unlisted,
    partial: counts.partial,
    meanUs: meanOf(paths),
    probabilities: pathShares(walks, counts.packets),
  };
}

const meanOf = (paths: readonly CountedPath[]): number | null =>
  paths.length === 0 || paths.some(({ us }) => us === null)
    ? null
    : paths.reduce((sum, { share, us }) => sum + share * (us ?? 0), 0);

/** Which path packets take, and how long it is, for people. */
export function showCounts(counted: CountedPaths, device: string | null): string {
  const { packets, paths, unlisted, partial, meanUs } = counted;
  const rows = paths.map(({ id, tables, outcome, packets: taken, share, us }) => [
    id,
    `${taken}`,
    `${(100 * share).toFixed(1)} %`,
    ...(device === null ? [] : [showUs(us)]),
    [...tables.map(({ name, action }) => `${name} -> ${action}`), outcome].join(", "),
  ]);
  const columns: Column[] = [
    { title: "path" },
    { title: "passes", align: "right" },
    { title: "share", align: "right" },
    ...(device === null ? [] : [{ title: `us on ${device}`, align: "right" } satisfies Column]),
    { title: "way" },
  ];
  const notes = [
    `${packets} packet${packets === 1 ? "" : "s"}`,
    ...(meanUs === null ? [] : [`${showUs(meanUs)} us on average`]),
    ...(unlisted === 0 ? [] : [`${unlisted} passes took no listed path and are left out`]),
    ...(partial === 0 ? [] : [`${partial} clones are left out`]),
  ];
  return `${formatTable(columns, rows)}${notes.join("; ")}\n`;
}
