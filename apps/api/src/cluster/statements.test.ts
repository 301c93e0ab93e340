import { expect, it, vi } from "vitest";
import { statementOf } from "../../testing/statement.ts";
import type { Link } from "../bus/link.ts";
import type { CollectorState, ExporterState } from "../collector/state.ts";
import { mergeCollectors, mergeWindowCounts } from "./mergeStates.ts";
import { createProcessList, createStatements, SILENT_MS } from "./statements.ts";

const exporter = (address: string, change: Partial<ExporterState> = {}): ExporterState => ({
  ...{ address, arrived: 1, limited: 0, sampledOut: 0, sampleOneIn: 1, queueDropped: 0, kernelDropped: 0 },
  ...{
    received: 1,
    decoded: 1,
    undecodable: 0,
    undecodableByReason: {},
    reports: 1,
    matched: 1,
    waiting: 0,
    unmatched: 0,
  },
  ...{
    unmatchedByReason: {},
    recorded: 1,
    droppedPackets: 0,
    deviations: {},
    rawElements: {},
    units: null,
    sequenceGaps: 0,
    sequenceRestarts: 0,
    late: 0,
    untracked: 0,
  },
  ...{ formats: ["telemetry-report-1.0"], nodeIds: [1], nodeIdsCapped: false, lastBad: null },
  ...{ firstHeardMs: 1, lastHeardMs: 2 },
  ...change,
});
const state = (exporters: ExporterState[], change: Partial<CollectorState> = {}): CollectorState => ({
  clock: { steps: 0, lastStepMs: null, lastStepAtMs: null, offsetMs: 0 },
  ...{ atMs: 1, startedMs: 1, source: "recvmmsg", ports: [], arrived: exporters.length, kernelDropped: 0 },
  ...{ notAccepted: 0, tooMany: 0, refused: 0, refusedSenders: [], refusedElsewhere: 0, windows: 1 },
  ...{
    cpuMs: 0,
    partsRefused: 0,
    forgotten: { exporters: 0, datagrams: 0 },
    clocks: [],
    clockStepsBack: 0,
    unmatchedReports: [],
    paths: [],
    frames: null,
    checksumDrops: null,
    exporters,
  },
  ...change,
});
type Hear = Parameters<Link["on"]>[1];
const counters = {
  received: 0,
  stored: 0,
  duplicates: 0,
  dropped: 0,
  queued: 0,
  failures: 0,
  mended: 0,
  spool: null,
};

it("collectors are summed, an exporter that two of them heard is one", () => {
  const a = state([exporter("10.0.0.1"), exporter("10.0.0.2", { unmatchedByReason: { "no-flow": 1 } })], {
    atMs: 5,
    kernelDropped: 3,
  });
  const b = state([
    exporter("10.0.0.2", { unmatchedByReason: { "no-flow": 2 }, nodeIds: [2], lastHeardMs: 9 }),
  ]);
  const whole = mergeCollectors([a, b]);
  expect(whole).toMatchObject({ atMs: 5, arrived: 3, kernelDropped: 3, windows: 2 });
  expect(whole?.exporters).toEqual([
    exporter("10.0.0.1"),
    exporter("10.0.0.2", {
      ...{ arrived: 2, received: 2, decoded: 2, reports: 2, matched: 2, recorded: 2 },
      ...{ unmatchedByReason: { "no-flow": 3 }, nodeIds: [1, 2], lastHeardMs: 9 },
    }),
  ]);
  expect(mergeCollectors([a, state([], { kernelDropped: null })])?.kernelDropped).toBeNull();
  expect(mergeCollectors([])).toBeNull();
});

it("windows of all processes: stored by writers, waiting in spools and writers, the last interruption told", () => {
  const interruption = { lastSignMs: 7, rows: 2 };
  const writer = { ...counters, stored: 9, queued: 1, givenBack: 0, redelivered: 0, unreadable: 0 };
  const whole = mergeWindowCounts([
    statementOf("a", { outbox: { ...counters, stored: 10, queued: 3, dropped: 2, interruption } }),
    statementOf("b", { outbox: { ...counters, interruption: { lastSignMs: 5, rows: 1 } } }),
    statementOf("c", { writer }),
  ]);
  expect(whole).toEqual({ ...counters, stored: 9, queued: 4, dropped: 2, received: 15, interruption });
});

it("a process with more exporters than one message takes is heard whole, or as it was; one that is silent is forgotten", async () => {
  vi.useFakeTimers({ now: 1_000 });
  try {
    const sent: string[] = [];
    let hear: Hear = () => {};
    const link = {
      publish: (_subject: string, payload: Uint8Array | string) => void sent.push(String(payload)),
      on: (_subject: string, handler: Hear) => {
        hear = handler;
        return () => {};
      },
    };
    const many = Array.from({ length: 1_000 }, (_, i) => exporter(`10.0.${i >> 8}.${i & 255}`));
    const saying = createStatements(link, (atMs) => statementOf("a", { atMs, collector: state(many) }));
    const list = createProcessList(link);
    await list.start();
    await saying.start();
    const [first, second, third] = sent.map((text) => Buffer.from(text));
    hear(third, "");
    hear(first, "");
    expect(list.list()).toEqual([]);
    hear(second, "");
    expect(list.list()[0].collector?.exporters).toEqual(many);
    // neither the speaker's clock nor ours says who is silent
    vi.setSystemTime(3_600_000);
    expect(list.list()).toHaveLength(1);
    vi.setSystemTime(0);
    vi.advanceTimersByTime(SILENT_MS + 1);
    expect(list.list()).toEqual([]);
    await saying.stop();
  } finally {
    vi.useRealTimers();
  }
});
