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

const DATAGRAMS = 512;
const PASSES = 200;
const MANY_SEGMENTS = 10_000;
/** The least time of these counts: noise only ever adds. */
const REPEATS = 7;

/** Reports per second on one core: three hops with six items each, decoded into columns, then matched and windowed, and decoded into objects. */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const rows = [
    measure("v1.0 report, INT-MD v1.0", { format: "telemetry-report-1.0", int: "1.0" }),
    measure("v2.0 report, INT-MD v2.1", { format: "telemetry-report-2.0", int: "2.1" }),
  ];
  return { name: "decode", rows };
}

function measure(what: string, form: Pick<SendScenario, "format" | "int">): Record<string, string | number> {
  const datagrams = datagramsOf(form);
  const batch = new ReportBatch();
  const matcher = new Matcher(segments(1));
  const wideMatcher = new Matcher(segments(MANY_SEGMENTS));
  const windows = new WindowAccumulator();
  const reports = DATAGRAMS * PASSES;
  let hops = 0;

  const columns = (use: (r: number) => void) => (): void => {
    hops = 0;
    for (let pass = 0; pass < PASSES; pass++) {
      batch.clear();
      for (const bytes of datagrams) {
        const reason = decodeDatagram(bytes, 0, bytes.length, DEFAULT_OPTIONS, batch);
        if (reason !== OK) throw new Error(`datagram refused: ${reason}`);
      }
      hops += batch.hops;
      for (let r = 0; r < batch.reports; r++) use(r);
    }
  };
  const into =
    (matcher: Matcher) =>
    (r: number): void => {
      matcher.match(batch, r);
      windows.recordAll(matcher.sampleSeries, matcher.sampleUs, matcher.sampleCount);
    };
  const objects = (): void => {
    hops = 0;
    for (let pass = 0; pass < PASSES; pass++) {
      for (const bytes of datagrams) for (const report of naiveReports(bytes)) hops += report.hops.length;
    }
  };

  const [columnMs, windowMs, manyMs, objectMs] = leastMs([
    columns(() => {}),
    columns(into(matcher)),
    columns(into(wideMatcher)),
    objects,
  ]);
  assert(hops === 3 * reports, "every report has three hops");
  for (const { counters } of [matcher, wideMatcher]) {
    assert(
      counters.reports > 0 && counters.matched === counters.reports,
      "every report belongs to a segment",
    );
  }
  return {
    what,
    reports,
    "reports/s": Math.round(reports / (columnMs / 1000)),
    "with windows/s": Math.round(reports / (windowMs / 1000)),
    "10,000 segments/s": Math.round(reports / (manyMs / 1000)),
    "objects/s": Math.round(reports / (objectMs / 1000)),
    ratio: Math.round((objectMs / columnMs) * 10) / 10,
  };
}

/** Runs candidate and reference in turn, so that both see the same load of the machine. */
function leastMs(runs: readonly (() => void)[]): number[] {
  const least = runs.map(() => Number.POSITIVE_INFINITY);
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const [i, run] of runs.entries()) {
      const start = performance.now();
      run();
      least[i] = Math.min(least[i], performance.now() - start);
    }
  }
  return least;
}

/** UC1 and UC2 in one: twice through node 1, then node 2. One segment for all flows, or each host its own. */
function segments(count: number): SegmentBinding[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `s${i}`,
    flows: [{ dst: count === 1 ? "10.0.2.0/24" : `10.0.${2 + (i >> 8)}.${i & 255}` }],
    from: { nodeId: 1, ingressPort: 1 },
    to: { nodeId: 2, egressPort: 4 },
    plUs: 200,
    dlUs: 400,
  }));
}

function datagramsOf(form: Pick<SendScenario, "format" | "int">): Uint8Array[] {
  const hop = { latencyUs: { distribution: "erlang", meanUs: 20, shape: 4 }, nextUs: 100 };
  const source = createScenarioSource(
    sendScenarioSchema.parse({
      ...form,
      flows: Array.from({ length: 64 }, (_, i) => ({
        src: `10.0.1.${i + 1}`,
        dst: `10.0.2.${i + 1}`,
        srcPort: 40000 + i,
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
  let end = 0;
  return Array.from({ length: DATAGRAMS }, () => {
    const start = end;
    end = source.next(arena, start);
    return arena.subarray(start, end);
  });
}
