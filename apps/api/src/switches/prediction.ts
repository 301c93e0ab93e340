import { DEFAULT_ESTIMATOR, fastestPath, intervalsOf, slowestPath } from "@p4twin/models/latency";
import { expectFromCounters } from "@p4twin/models/twin";
import type { DeviceService } from "../devices/service.ts";
import { builtIn } from "../engines/builtIn.ts";
import { forAll } from "../shared/caller.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { actionCounts, type CountedBetween } from "../shared/switchCounters.ts";
import { leastWords } from "./leastWords.ts";
import type { RunningProgramOf } from "./runningProgram.ts";
import type { AttachedSwitch, Prediction } from "./schema.ts";

type Deps = {
  attached: (id: string) => Promise<AttachedSwitch>;
  runningProgram: RunningProgramOf;
  counted: (id: string) => Promise<CountedBetween>;
  devices: Pick<DeviceService, "get">;
  analyses: Parsing;
};

/** The program as it runs: only installed actions, weighed by what their entries counted. */
export function createPrediction({ attached, runningProgram, counted, devices, analyses }: Deps) {
  return async (id: string): Promise<Prediction> => {
    const { snapshotId, device } = await attached(id);
    const no = (why: string): Prediction => ({ ok: false, why });
    if (snapshotId === null) return no("Nothing was read from this switch yet.");
    if (device === null) return no("Choose the device profile of this switch.");
    const running = await runningProgram(snapshotId);
    if (!running)
      return no("The switch does not give its program back; choose the program version that it runs.");
    const { entities, entries, ...given } = running;
    const [now, all] = await forAll(() =>
      Promise.all([
        analyses.must("program", { ...given, entries }, given.file),
        analyses.must("program", given, given.file),
      ]),
    );
    const profile = (await devices.get(device)).document;
    const linear = builtIn.estimator(DEFAULT_ESTIMATOR);
    if (!linear?.expect) throw new Error("the linear estimator weighs paths");
    const latency = { ...now.report, walks: now.walks };
    const estimate = await linear.estimate(latency, profile, {});
    const { latest, earlier } = await counted(id);
    const counts = latest && earlier ? actionCounts(earlier.sample, latest.sample, entities) : [];
    const isCounted = counts.some(({ packets }) => packets > 0);
    const expect = linear.expect;
    const learnt = isCounted
      ? expectFromCounters({
          program: latency,
          counts: placesOf(counts),
          expect: (probabilities) => expect({ program: latency, device: profile, probabilities }),
        })
      : null;
    return {
      ok: true,
      program: given.file,
      device,
      paths: now.report.pathCount,
      pathsOfProgram: all.report.pathCount,
      minUs: estimate.minUs,
      maxUs: estimate.maxUs,
      fastest: intervalsOf(fastestPath(estimate)),
      slowest: intervalsOf(slowestPath(estimate)),
      meanUs: learnt?.expected.meanUs ?? null,
      lowUs: learnt?.lowUs ?? null,
      highUs: learnt?.highUs ?? null,
      packet: learnt?.packet ?? null,
      places: learnt?.places ?? [],
      uncounted: learnt?.uncounted ?? [],
      from: isCounted ? (earlier?.at.toISOString() ?? null) : null,
      to: isCounted ? (latest?.at.toISOString() ?? null) : null,
      notes: [
        ...now.report.diagnostics.map(({ message }) => message),
        ...(estimate.notCounted ?? []).map((extern) => leastWords({ extern, device })),
        ...(isCounted
          ? []
          : [
              "No packets were counted between two reads, so there is no mean; the range covers all installed paths.",
            ]),
      ],
    };
  };
}

/** Counts in the form of the counters of programs: by table, ways are actions without their control. */
function placesOf(
  counts: readonly { table: string; action: string; packets: number }[],
): { kind: "table"; name: string; ways: Record<string, number> }[] {
  const short = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
  const tables = new Map<string, Record<string, number>>();
  for (const { table, action, packets } of counts) {
    if (packets < 0) continue;
    const ways = tables.get(short(table)) ?? {};
    ways[short(action)] = (ways[short(action)] ?? 0) + packets;
    tables.set(short(table), ways);
  }
  return [...tables].map(([name, ways]) => ({ kind: "table", name, ways }));
}
