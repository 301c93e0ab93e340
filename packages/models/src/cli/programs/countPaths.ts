import type { DeviceProfile } from "../../device/index.ts";
import {
  type CountedPath,
  type CountedPaths,
  countPaths,
  createSwitch,
  hasListedPaths,
  WITH_LISTED_PATHS,
} from "../../run/index.ts";
import { type Branches, MOST_SOURCE_NAME } from "../../twin/index.ts";
import { InputError, inputError } from "../errors.ts";
import type { Io } from "../io.ts";
import { type Column, formatTable, showUs } from "../table.ts";
import { analyseFile, type ProgramValues } from "./analyseFile.ts";
import { arrivalsOf, installFile } from "./arrivals.ts";

type CountOptions = { port: number; seed: number; device: DeviceProfile | null };
type CountValues = ProgramValues & Parameters<typeof arrivalsOf>[1];

/** Runs packets one after the other through a switch, at their times, and counts the path that each takes. */
export async function countedPaths(
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
  if (!checked || !hasListedPaths(checked))
    throw inputError(source.file, "run-probabilities", `paths are counted for ${WITH_LISTED_PATHS} only`);
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
  return countPaths({ report, graph, walks }, target, arrivals, { port, device });
}

/** What packets of `name` took, for a switch of a twin. Paths that are not listed are in no count. */
export function branchesOf({ places, interval }: CountedPaths, name: string): Branches {
  if (places.length === 0)
    throw inputError(name, "run-branches", "no packet comes to a place where its path divides");
  return { source: { kind: "capture", name: name.slice(-MOST_SOURCE_NAME) }, interval, places };
}

/** Which path packets take, and how long it is, for people. */
export function showCounts(counted: CountedPaths, device: string | null): string {
  const { packets, paths, clones, unlisted, unlistedClones, meanUs } = counted;
  const row = ({ id, tables, outcome, packets: taken, share, us }: CountedPath): string[] => [
    id,
    `${taken}`,
    `${(100 * share).toFixed(1)} %`,
    ...(device === null ? [] : [showUs(us)]),
    [...tables.map(({ name, action }) => `${name} -> ${action}`), outcome].join(", "),
  ];
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
    ...(unlistedClones === 0 ? [] : [`${unlistedClones} clones took no listed path and are left out`]),
  ];
  return `${formatTable(columns, [...paths, ...clones].map(row))}${notes.join("; ")}\n`;
}
