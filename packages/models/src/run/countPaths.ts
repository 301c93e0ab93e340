import type { DeviceProfile } from "../device/index.ts";
import { estimatePath, linearForm, referenceBytesOf } from "../latency/index.ts";
import {
  countWays,
  type FeaturesReport,
  type Path,
  type PlaceCounts,
  type Probabilities,
  type ProgramGraph,
  type ProgramWalks,
  sharesOfCounts,
} from "../program/index.ts";
import { PathCounts } from "./pathCounts.ts";
import type { Target } from "./target.ts";

/** A path that some packet took. `us`: on the device; null without one, or where it has no answer. */
export type CountedPath = Pick<Path, "id" | "tables" | "outcome"> & {
  packets: number;
  /** of the packets, or of the clones, that take a listed path */
  share: number;
  us: number | null;
};

export type CountedPaths = {
  packets: number;
  /** those that are taken most first; a further round of a packet counts for itself */
  paths: CountedPath[];
  clones: CountedPath[];
  /** passes, and clones, that take no listed path */
  unlisted: number;
  unlistedClones: number;
  /** average over the passes that take a listed path, without clones; null without a device */
  meanUs: number | null;
  /** how many took each way */
  places: PlaceCounts[];
  /** how often each way was taken, for `expectedLatency` */
  probabilities: Probabilities;
  /** when the first and the last packet came, ms since 1970; null where they have no times */
  interval: { fromMs: number; toMs: number } | null;
};

/** Programs that are analysed whole: `walks` are all paths. */
export type CountedProgram = {
  report: Pick<FeaturesReport, "paths" | "clones">;
  graph: ProgramGraph | null;
  walks: ProgramWalks;
};

/** A packet, and when it comes: ns of its capture; null: right after the one before. */
/** `port`: where it comes in, when not where the others do. */
type Arriving = { bytes: Uint8Array; timeNs: bigint | null; port?: number };

/** Runs packets one after another through a switch with a trace, at their times, and counts the path of each. */
export function countPaths(
  { report, graph, walks }: CountedProgram,
  target: Target,
  arrivals: readonly Arriving[],
  { port, device }: { port: number; device: DeviceProfile | null },
): CountedPaths {
  const counts = new PathCounts(report, graph);
  const first = arrivals.find(({ timeNs }) => timeNs !== null)?.timeNs ?? 0n;
  for (const { bytes, timeNs, port: own = port } of arrivals) {
    if (timeNs !== null) target.machine.nowUs = Math.max(0, Number((timeNs - first) / 1000n));
    target.receive(own, bytes);
    counts.add(target.takeTrace());
  }
  const paths = countedOf(report.paths, counts.packets, device);
  const places = countWays(walks, counts.packets);
  return {
    packets: arrivals.length,
    paths,
    clones: countedOf(report.clones ?? [], counts.clones, device),
    unlisted: counts.unlisted,
    unlistedClones: counts.unlistedClones,
    meanUs: meanOf(paths),
    places,
    probabilities: sharesOfCounts(places),
    interval: intervalOf(arrivals),
  };
}

function intervalOf(arrivals: readonly Arriving[]): CountedPaths["interval"] {
  const times = arrivals.flatMap(({ timeNs }) => (timeNs === null ? [] : [Number(timeNs / 1_000_000n)]));
  if (times.length === 0) return null;
  const [fromMs, toMs] = times.reduce(
    ([first, last], ms) => [Math.min(first, ms), Math.max(last, ms)],
    [Infinity, -Infinity],
  );
  return { fromMs, toMs };
}

function countedOf(
  paths: readonly Path[],
  counts: ReadonlyMap<string, number>,
  device: DeviceProfile | null,
): CountedPath[] {
  const listed = [...counts.values()].reduce((a, b) => a + b, 0);
  return paths
    .flatMap((path): CountedPath[] => {
      const packets = counts.get(path.id) ?? 0;
      if (packets === 0) return [];
      const us = device && estimatePath(path, device, linearForm, referenceBytesOf(device)).meanUs;
      const { id, tables, outcome } = path;
      return [{ id, tables, outcome, packets, share: packets / listed, us }];
    })
    .sort((a, b) => b.packets - a.packets);
}

const meanOf = (paths: readonly CountedPath[]): number | null =>
  paths.length === 0 || paths.some(({ us }) => us === null)
    ? null
    : paths.reduce((sum, { share, us }) => sum + share * (us ?? 0), 0);
