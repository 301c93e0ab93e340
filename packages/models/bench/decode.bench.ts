import { assert } from "../src/core/index.ts";
import {
  createScenarioSource,
  DEFAULT_OPTIONS,
  decodeDatagram,
  Matcher,
  OK,
  ReportBatch,
  type SegmentBinding,
  type SendScenario,
  sendScenarioSchema,
  WindowAccumulator,
} from "../src/telemetry/index.ts";
import { naiveReports } from "./naiveDecode.ts";

const DATAGRAMS = 16_384;
const FLOWS = 10_000;
const PASSES = 8;
/** Reports that share a batch, as datagrams that one system call brings in. */
const BATCH = 256;
const SEGMENTS = 100;
const MANY_SEGMENTS = 10_000;
/** The least time of these counts: noise only ever adds. */
const REPEATS = 9;

/**
 * Reports per second of processor time on one core: three hops with six items each of 10,000 flows, decoded
 * into columns, then matched and recorded, and decoded into objects. The segments: 100; those and 9,900 that
 * wait for other flows; 10,000 that all have traffic (60,000 histograms, which no second-level cache holds).
 * Processor time, because a machine at work lends no core.
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const rows = [
    measure("v1.0 report, INT-MD v1.0", { format: "telemetry-report-1.0", int: "1.0" }),
    measure("v2.0 report, INT-MD v2.1", { format: "telemetry-report-2.0", int: "2.1" }),
  ];
  return { name: "decode", rows };
}

function measure(what: string, form: Pick<SendScenario, "format" | "int">): Record<string, string | number> {
  const { arena, starts, datagrams } = datagramsOf(form);
  const batch = new ReportBatch();
  const reports = DATAGRAMS * PASSES;
  let hops = 0;

  const columns = (use: (r: number) => void) => (): void => {
    hops = 0;
    for (let pass = 0; pass < PASSES; pass++) {
      for (let from = 0; from < DATAGRAMS; from += BATCH) {
        batch.clear();
        for (let i = from; i < from + BATCH; i++) {
          const at = starts[i];
          const reason = decodeDatagram(arena, at, starts[i + 1] - at, DEFAULT_OPTIONS, batch);
          if (reason !== OK) throw new Error(`datagram refused: ${reason}`);
        }
        hops += batch.hops;
        for (let r = 0; r < batch.reports; r++) use(r);
      }
    }
  };
  const few = segments(SEGMENTS, 0);
  const matchers = [
    few,
    [...few, ...segments(MANY_SEGMENTS - SEGMENTS, FLOWS)],
    segments(MANY_SEGMENTS, 0),
  ].map((bindings) => new Matcher(bindings));
  const into = (matcher: Matcher): ((r: number) => void) => {
    const windows = new WindowAccumulator();
    return (r) => {
      matcher.match(batch, r);
      windows.recordAll(matcher.sampleSeries, matcher.sampleUs, matcher.sampleCount);
    };
  };
  const objects = (): void => {
    hops = 0;
    for (let pass = 0; pass < PASSES; pass++) {
      for (const bytes of datagrams) for (const report of naiveReports(bytes)) hops += report.hops.length;
    }
  };

  const [columnUs, fewUs, boundUs, allUs, objectUs] = leastUs([
    columns(() => {}),
    ...matchers.map((matcher) => columns(into(matcher))),
    objects,
  ]);
  assert(hops === 3 * reports, "every report has three hops");
  for (const { counters } of matchers) {
    assert(
      counters.reports > 0 && counters.matched === counters.reports,
      "every report belongs to a segment",
    );
  }
  const perSecond = (us: number): number => Math.round(reports / (us / 1e6));
  return {
    what,
    "decode/s": perSecond(columnUs),
    "100 segments/s": perSecond(fewUs),
    "10,000 bound/s": perSecond(boundUs),
    "bound to 100": Math.round((fewUs / boundUs) * 100) / 100,
    "10,000 with traffic/s": perSecond(allUs),
    "objects/s": perSecond(objectUs),
    "decode to objects": Math.round((objectUs / columnUs) * 10) / 10,
  };
}

/** Processor time (us) of each, run in turn, so that all see the same load of the machine. */
function leastUs(runs: readonly (() => void)[]): number[] {
  const least = runs.map(() => Number.POSITIVE_INFINITY);
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const [i, run] of runs.entries()) {
      const start = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(start);
      least[i] = Math.min(least[i], user + system);
    }
  }
  return least;
}

/**
 * UC1 and UC2 in one: twice through node 1, then node 2. Each has its share of the 10,000 hosts from `first`
 * on, at least one.
 */
function segments(count: number, first: number): SegmentBinding[] {
  const hosts = Math.max(1, Math.floor(FLOWS / count));
  return Array.from({ length: count }, (_, i) => ({
    id: `s${first + i}`,
    flows: Array.from({ length: hosts }, (_, k) => ({ dst: destination(first + i * hosts + k) })),
    from: { nodeId: 1, ingressPort: 1 },
    to: { nodeId: 2, egressPort: 4 },
    plUs: 200,
    dlUs: 400,
  }));
}

const destination = (flow: number): string => `10.0.${64 + (flow >> 8)}.${flow & 255}`;

type Datagrams = { arena: Uint8Array; starts: Int32Array; datagrams: Uint8Array[] };

function datagramsOf(form: Pick<SendScenario, "format" | "int">): Datagrams {
  const hop = { latencyUs: { distribution: "erlang", meanUs: 20, shape: 4 }, nextUs: 100 };
  const source = createScenarioSource(
    sendScenarioSchema.parse({
      ...form,
      flows: Array.from({ length: FLOWS }, (_, i) => ({
        src: `10.0.${i >> 8}.${i & 255}`,
        dst: destination(i),
        srcPort: 40_000 + i,
        dstPort: 45000,
        hops: [
          { nodeId: 1, ingressPort: 1, egressPort: 2, ...hop },
          { nodeId: 1, ingressPort: 2, egressPort: 3, ...hop },
          { nodeId: 2, ingressPort: 1, egressPort: 4, ...hop },
        ],
      })),
    }),
  );
  // one buffer for all, as the collector's receive batch
  const arena = new Uint8Array(DATAGRAMS * 512);
  const starts = new Int32Array(DATAGRAMS + 1);
  for (let i = 0; i < DATAGRAMS; i++) starts[i + 1] = source.next(arena, starts[i]);
  const datagrams = Array.from({ length: DATAGRAMS }, (_, i) => arena.subarray(starts[i], starts[i + 1]));
  return { arena, starts, datagrams };
}
