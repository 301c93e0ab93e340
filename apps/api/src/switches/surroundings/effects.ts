import type { DeviceProfile } from "@p4twin/models/device";
import { type Intervals, intervalsOf, type LatencyProgram } from "@p4twin/models/latency";
import { comparePrograms, type FeaturesReport, type Path } from "@p4twin/models/program";
import type { Snapshot } from "@p4twin/models/snapshot";
import {
  type BoundSegment,
  chainLatency,
  type EstimateMemo,
  type Prediction,
  type Predictor,
} from "@p4twin/models/twin";
import type { DeviceService } from "../../devices/service.ts";
import { defaultEstimator } from "../../engines/builtIn.ts";
import type { ProgramService } from "../../programs/service.ts";
import { forAll } from "../../shared/caller.ts";
import type { Parsing } from "../../shared/parsing/parsing.ts";
import { RUNNING } from "../../twin/predictor.ts";
import { leastWords } from "../leastWords.ts";
import type { AttachedSwitch, Effects, SnapshotComparison, StoredSnapshot } from "../schema.ts";
import type { SnapshotReader } from "../snapshotReader.ts";
import { compareSurroundings } from "./compareSurroundings.ts";
import type { DeploymentPiece, Surroundings } from "./pieces.ts";
import { nodeIdsOf } from "./takeSurroundings.ts";

export type PredictorOf = (running: {
  program: LatencyProgram | null;
  device: DeviceProfile | null;
}) => Predictor;

type Deps = {
  reader: Pick<SnapshotReader, "snapshot" | "surroundings">;
  programs: Pick<ProgramService, "get">;
  devices: Pick<DeviceService, "get">;
  analyses: Parsing;
  predictorOf: PredictorOf;
  attached(id: string): Promise<AttachedSwitch>;
  snapshotOf(id: string): Promise<StoredSnapshot>;
  runningProgram(snapshotId: string): Promise<{
    file: string;
    source: string;
    includes: Record<string, string>;
    entries: { fileName: string; text: string };
  } | null>;
};

/** Paths that one answer lists (our choice); the rest is counted. */
const MOST_PATHS = 200;

type Running = { report: FeaturesReport; program: LatencyProgram };
type Side = {
  running: Running | null;
  device: DeviceProfile | null;
  around: Surroundings | null;
  predictor: Predictor;
};

/** What differs between two snapshots beyond entries: where the switch stands, and what the latency makes of it. */
export function createEffects(deps: Deps) {
  const { reader, programs, devices, analyses, predictorOf, attached, snapshotOf, runningProgram } = deps;

  const runningAt = async (snapshotId: string): Promise<Running | null> => {
    const found = await runningProgram(snapshotId);
    if (!found) return null;
    const { file, source, includes, entries } = found;
    const { report, walks } = await forAll(() =>
      analyses.must("program", { file, source, includes, entries }, file),
    );
    return { report, program: { ...report, walks } };
  };

  const sideOf = async (snapshotId: string): Promise<Side> => {
    const { root } = await snapshotOf(snapshotId);
    const snapshot = await reader.snapshot(root);
    const [running, around] = await Promise.all([runningAt(snapshotId), reader.surroundings(snapshot)]);
    const chosen = snapshot.bound.device;
    // of a snapshot from before profiles were kept, as it is now
    const device = around ? around.profile : chosen ? (await devices.get(chosen)).document : null;
    const predictor = predictorOf({ program: running?.program ?? null, device });
    return { running, device, around, predictor };
  };

  const versionText = async (versionId: string | undefined): Promise<string | null> => {
    if (versionId === undefined) return null;
    const { name, number } = await programs.get(versionId);
    return `${name}, version ${number}`;
  };

  return {
    /** Null when one of them is from before surroundings were kept. */
    async surroundings(before: Snapshot, after: Snapshot): Promise<SnapshotComparison["surroundings"]> {
      const [a, b] = await Promise.all([reader.surroundings(before), reader.surroundings(after)]);
      if (!a || !b) return null;
      const [old, now] = [before.bound.program, after.bound.program];
      const bound = { place: "bound program", before: await versionText(old), after: await versionText(now) };
      const program = old === now ? [] : [{ kind: "program" as const, ...bound }];
      return [...program, ...compareSurroundings(a, b)];
    },

    async between(beforeId: string, afterId: string): Promise<Effects> {
      const [before, after] = await Promise.all([sideOf(beforeId), sideOf(afterId)]);
      const { switchId } = await snapshotOf(afterId);
      const one = await attached(switchId);
      const notes = [
        ...[before, after].flatMap(({ running }, i) =>
          running
            ? []
            : [
                `What ran ${i === 0 ? "before" : "after"} is not known: the switch does not give its program back, and no program is bound.`,
              ],
        ),
        ...[before, after].flatMap(({ around }, i) =>
          around
            ? []
            : [
                `The snapshot ${i === 0 ? "before" : "after"} is older than what is kept of clouds and deployments.`,
              ],
        ),
        ...(before.device && after.device
          ? []
          : ["Choose the device profile of this switch to see latencies."]),
      ];
      const { leastOf, ...paths } = await pathsOf(before, after);
      return {
        device: after.device && `${after.device.id}@${after.device.version}`,
        ...paths,
        chains: await chainsOf(before, after, { name: one.name, nodeIds: nodeIdsOf(one, false) }),
        notes: [...notes, ...leastOf.map(leastWords)],
      };
    },
  };
}

/** Externs whose cost is not known, on the device of a side. */
type Least = { extern: string; device: string };

/** Paths that come, go or take another time, those that change most first. */
async function pathsOf(
  before: Side,
  after: Side,
): Promise<Pick<Effects, "counts" | "paths" | "pathsTotal"> & { leastOf: Least[] }> {
  if (!before.running || !after.running) return { counts: null, paths: [], pathsTotal: 0, leastOf: [] };
  const comparison = comparePrograms(before.running.report, after.running.report);
  const [old, now] = await Promise.all([latenciesOf(before), latenciesOf(after)]);
  const wordsOf = (side: Running, id: string | null): string => {
    const path = side.report.paths.find((each) => each.id === id);
    return path ? pathWords(path) : "";
  };
  const rows = comparison.paths.flatMap(({ change, before: a, after: b }): Effects["paths"] => {
    const [was, is] = [old.latencies.get(a ?? "") ?? null, now.latencies.get(b ?? "") ?? null];
    if ((change === "same" || change === "changed") && was?.meanUs === is?.meanUs) return [];
    const path = before.running && after.running ? wordsOf(b ? after.running : before.running, b ?? a) : "";
    return [{ change, path, ...bothOf(was, is) }];
  });
  const weight = ({ beforeUs, afterUs }: Effects["paths"][number]): number =>
    Math.abs((afterUs ?? 0) - (beforeUs ?? 0));
  rows.sort((a, b) => weight(b) - weight(a));
  const leastOf = [old, now].flatMap((side) => side.leastOf);
  const unlike = leastOf.filter(
    (one, i) => leastOf.findIndex((two) => leastWords(one) === leastWords(two)) === i,
  );
  return {
    ...{ counts: comparison.counts, paths: rows.slice(0, MOST_PATHS), pathsTotal: rows.length },
    leastOf: unlike,
  };
}

const pathWords = ({ states, tables, outcome }: Path): string =>
  [...states, ...tables.map(({ name, action }) => `${name}:${action}`), outcome].join(" ");

type Latency = { meanUs: number | null } & Intervals;

const bothOf = (
  before: Latency | null,
  after: Latency | null,
): Pick<Chain, "beforeUs" | "afterUs" | "beforeIntervals" | "afterIntervals"> => ({
  beforeUs: before?.meanUs ?? null,
  afterUs: after?.meanUs ?? null,
  beforeIntervals: intervalsOf(before),
  afterIntervals: intervalsOf(after),
});

async function latenciesOf({
  running,
  device,
}: Side): Promise<{ latencies: Map<string, Latency>; leastOf: Least[] }> {
  if (!running || !device) return { latencies: new Map(), leastOf: [] };
  const report = await defaultEstimator().estimate(running.program, device, {});
  return {
    latencies: new Map(report.estimates.map((estimate) => [estimate.pathId, estimate])),
    leastOf: (report.notCounted ?? []).map((extern) => ({ extern, device: device.id })),
  };
}

type SwitchElement = Extract<BoundSegment["elements"][number], { kind: "switch" }>;
type Chain = Effects["chains"][number];
/** The element of its name is the switch; where none has it, that of its INT node id. */
type KnownAs = { name: string; nodeIds: readonly number[] };

/** Deployments that pass the switch, with what it ran before and after in its place, at the stated load. */
async function chainsOf(before: Side, after: Side, known: KnownAs): Promise<Chain[]> {
  const chains: Chain[] = [];
  for (const { id, name, document } of after.around?.deployments ?? []) {
    const old = before.around?.deployments.find((each) => each.id === id)?.document ?? document;
    const [was, is] = await Promise.all([
      predictionsOf(before, old, known),
      predictionsOf(after, document, known),
    ]);
    const maxDelayUs = document.chain?.maxDelayUs ?? null;
    const total = bothOf(totalOf(old, was), totalOf(document, is));
    chains.push({
      ...{ deploymentId: id, deployment: name, chain: document.chain?.name ?? null, maxDelayUs },
      ...total,
      verdict: verdictOf([total.beforeUs, old.chain?.maxDelayUs ?? null], [total.afterUs, maxDelayUs]),
      segments: document.segments.map(({ id: segmentId, name: segment, plUs, dlUs }) => ({
        ...{ segment, plUs, dlUs },
        ...bothOf(latencyOf(was, [segmentId]), latencyOf(is, [segmentId])),
      })),
    });
  }
  return chains;
}

async function predictionsOf(
  { predictor, running, device }: Side,
  { segments }: DeploymentPiece,
  { name, nodeIds }: KnownAs,
): Promise<Map<string, Prediction>> {
  const memo: EstimateMemo = new Map();
  const isNamed = segments.some(({ elements }) => elements.some(({ label }) => label === name));
  const isThis = (element: SwitchElement): boolean =>
    isNamed ? element.label === name : nodeIds.includes(element.nodeId);
  const found = new Map<string, Prediction>();
  for (const segment of segments) {
    const elements = segment.elements.map((element) =>
      element.kind === "switch" && isThis(element)
        ? { ...element, ...(running && { program: RUNNING }), ...(device && { device: RUNNING }) }
        : element,
    );
    const { prediction } = await predictor.predict({ ...segment, elements }, undefined, memo);
    found.set(segment.id, prediction);
  }
  return found;
}

type Found = ReadonlyMap<string, Prediction>;

/** The chain is its segments, one after the other; unknown when one is, or when not all are kept. */
const totalOf = ({ segments, of }: DeploymentPiece, found: Found): Latency | null =>
  segments.length < of || segments.length === 0
    ? null
    : latencyOf(
        found,
        segments.map(({ id }) => id),
      );

function latencyOf(found: Found, ids: readonly string[]): Latency | null {
  const predictions = ids.flatMap((id) => found.get(id) ?? []);
  return predictions.length < ids.length ? null : chainLatency(predictions);
}

type Held = readonly [us: number | null, maxUs: number | null];
function verdictOf(before: Held, after: Held): Chain["verdict"] {
  const broken = ([us, maxUs]: Held): boolean | null =>
    maxUs === null ? false : us === null ? null : us > maxUs;
  const [was, is] = [broken(before), broken(after)];
  if (is === null) return "unknown";
  if (is) return was ? "stays broken" : "broken";
  return was ? "mended" : "holds";
}
