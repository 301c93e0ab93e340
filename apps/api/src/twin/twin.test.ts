import { createRandom } from "@p4twin/models/core";
import { Histogram, noCounts } from "@p4twin/models/telemetry";
import type { Branches } from "@p4twin/models/twin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { type Bus, createBus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { ensurePartitions } from "../database/partitions.ts";
import { createWindowStore } from "../writer/storeWindows.ts";
import { createHistoryStore } from "./historyStore.ts";
import { createTwinMonitor, type DriftMessage, defaultMonitorConfig } from "./monitor.ts";
import { createWorkspacePredictor } from "./predictor.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let deploymentId: string;
const START = Date.parse("2026-01-01T00:00:00.000Z");
const SECONDS = 700;
const random = createRandom(11);
const messages: DriftMessage[] = [];

/**
 * A second of a part: 200 packets around `us`; a sixth of them met a queue that keeps all of them `waitUs` on average.
 */
function row(segmentId: string, part: number, second: number, us: number, waitUs = 0): WindowRow {
  const histogram = new Histogram();
  for (let i = 0; i < 200; i++) {
    const waited = i % 6 === 0 ? 6 * waitUs : 0;
    histogram.record(us + waited + 0.02 * us * random.normal());
  }
  return {
    deploymentId,
    segmentId,
    part,
    partLabel: null,
    startMs: START + 1000 * second,
    lengthS: 1,
    count: histogram.count,
    sumUs: histogram.sumUs,
    minUs: histogram.minUs,
    maxUs: histogram.maxUs,
    histogram: histogram.encode(),
    ...noCounts(),
    abovePl: histogram.countAbove(600),
    aboveDl: 0,
    dropped: 0,
    sequenceGaps: 0,
    collectorId: "test",
    sequence: second * 10 + part,
  };
}

const at = (label: string, device: string, queue: object | null) => ({
  kind: "switch" as const,
  label,
  nodeId: 1,
  program: "lib:l3fwd",
  device,
  path: "max",
  queue: queue as null,
});
/** Agilio 8.56 us, VNF 300, Agilio and its queue. */
const QUEUE = { ratePps: 6000, offeredPps: 1000, backgroundPps: 800 };
const bound = {
  id: "edge",
  name: "Edge",
  kind: "uc1" as const,
  plUs: 600,
  dlUs: 900,
  from: { nodeId: 1, port: 1 },
  to: { nodeId: 1, port: 3 },
  elements: [
    at("in", "agilio-cx", null),
    { kind: "vnf" as const, label: "firewall", meanUs: 300, sigmaUs: 30 },
    at("out", "agilio-cx", QUEUE),
  ],
};
/** M/G/1 at 1000 of 6000 packets/s with the Agilio's spread. */
const WAIT = (0.001 * ((1e6 / 6000) ** 2 + 0.21 ** 2)) / (2 * (1 - 1000 / 6000));
const CALM = 8.56 + 300 + 8.56 + WAIT;

/** A monitor of the world's deployments that follows the load when it is told to. */
function monitorOn(bus: Bus) {
  const { services, log } = world;
  const predictor = createWorkspacePredictor({
    readProgram: services.readProgram,
    devices: services.devices,
    estimates: services.engines,
  });
  return createTwinMonitor(
    { ...defaultMonitorConfig, everyMs: 3_600_000 },
    {
      bus,
      history: createHistoryStore(world.database.pool),
      deployments: () => services.deployments.list(),
      predictor: () => predictor,
      raised: () => false,
      driftSettings: services.twin.driftSettings,
      starts: async () => [],
      clock: () => world.time.now,
      log,
    },
  );
}

beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
  const made = await operator.deployments.create({ name: "Web edge", segments: [bound] });
  deploymentId = made.id;
  const { pool } = world.database;
  const bus = createBus();
  const monitor = monitorOn(bus);
  monitor.onDrift((message) => messages.push(message));
  world.time.now = new Date(START);
  await monitor.start();
  const rows: WindowRow[] = [];
  for (let second = 0; second < SECONDS; second++) {
    // from second 500 on the VNF takes 8 % of the segment longer
    const vnfUs = second < 500 ? 300 : 330;
    const now = [
      row("edge", 0, second, 8.56 + vnfUs + 8.56 + WAIT),
      row("edge", 1, second, 8.56),
      row("edge", 2, second, vnfUs),
      row("edge", 3, second, 8.56, WAIT),
    ];
    rows.push(...now);
    bus.windows.publish(now);
    world.time.now = new Date(START + 1000 * (second + 1));
    if (second % 50 === 49) await monitor.follow();
  }
  await monitor.stop();
  await ensurePartitions(pool, [new Date(START)]);
  const store = createWindowStore({
    pool,
    ensurePartitions: (instants) => ensurePartitions(pool, instants),
    log: world.log,
  });
  await store(rows);
});
afterAll(() => world.dispose());

const range = (from: number, to: number) => ({
  from: new Date(START + 1000 * from).toISOString(),
  to: new Date(START + 1000 * to).toISOString(),
});

describe("the twin follows what is observed", () => {
  test("the prediction is at the measured load, term by term, and its queue says so", async () => {
    const { segments } = await operator.twin.get({ deploymentId });
    const [segment] = segments;
    expect(segment?.prediction.meanUs).toBeCloseTo(CALM, 1);
    expect(segment?.prediction.terms.map((t) => t.kind)).toContain("queue");
    expect(segment?.queues).toMatchObject([{ label: "out", offeredPps: 1000, source: "measured" }]);
    expect(segment?.unseen).toBeNull();
    expect(segment?.drift).toMatchObject({ phase: "drifted" });
  });

  test("the drift is called once, as soon as it lasts a minute, with when it began and how far it moved", () => {
    expect(messages).toHaveLength(1);
    const [message] = messages;
    expect(message).toMatchObject({ kind: "drifted", segmentId: "edge" });
    expect((message?.atMs ?? 0) - START).toBeLessThan(565_000);
    expect(Math.abs((message?.sinceMs ?? 0) - START - 500_000)).toBeLessThan(4_000);
    expect(message?.shift).toBeCloseTo(30 / CALM, 2);
  });

  test("a monitor that starts later goes on from there", async () => {
    const monitor = monitorOn(createBus());
    expect(monitor.drifts(deploymentId, "edge")).toBe(false);
    await monitor.start();
    expect(monitor.drifts(deploymentId, "edge")).toBe(true);
    const [segment] = (await operator.deployments.get({ id: deploymentId })).segments;
    if (!segment) throw new Error("the deployment has a segment");
    expect(monitor.now(deploymentId, segment)?.drift?.phase).toBe("drifted");
    // as it is bound elsewhere it is another segment
    expect(monitor.now(deploymentId, { ...segment, plUs: 1 })).toBeNull();
    await monitor.stop();
  });

  test("one line: the model drifts, and the VNF stands out", async () => {
    const [now] = await operator.twin.state({ deploymentId, range: range(640, 700) });
    expect(now).toMatchObject({ verdict: "drifts", ruling: { title: "model drifts", element: "firewall" } });
    const [before] = await operator.twin.state({ deploymentId, range: range(300, 400) });
    expect(before).toMatchObject({ verdict: "holds", ruling: { explained: true, cause: null } });
    expect((await operator.twin.overview())[0]?.ruling.line).toMatch(/^model drifts: /);
  });

  test("residuals over time, coverage with its interval, kept predictions", async () => {
    const { bucketMs, segments } = await operator.twin.residuals({ deploymentId, range: range(0, SECONDS) });
    expect(bucketMs).toBe(1000);
    const [edge] = segments;
    expect(edge?.residuals.startMs).toHaveLength(SECONDS);
    expect(edge?.coverage.total).toBe(SECONDS);
    expect(edge?.coverage.low).toBeLessThan(edge?.coverage.share ?? 0);
    expect(edge?.residuals.residualUs.slice(-60).every((us) => us !== null && us > 15)).toBe(true);
    // at the start the stated load, then the measured one, which stays
    expect(edge?.predictions).toHaveLength(2);
  });
});

describe("replay", () => {
  test("another PL: the alarms that would have been, and the shares from the histograms", async () => {
    const replay = await operator.twin.replay({
      deploymentId,
      segmentId: "edge",
      range: range(0, SECONDS),
      model: { plUs: 340, dlUs: 900 },
    });
    expect(replay).toMatchObject({ stepMs: 1000, exact: true });
    expect(replay.asBound.alarms).toEqual([]);
    expect(replay.asBound.drifts).toHaveLength(1);
    expect(replay.replayed.alarms.length).toBeGreaterThan(0);
    expect(replay.replayed.shareAbovePl).toBeGreaterThan(replay.asBound.shareAbovePl ?? 1);
    expect(replay.replayed.ruling.verdict).toBe("violated");
  });

  test("7,200 windows are stepped through one by one; a longer range has longer windows, and says so", async () => {
    const replayOf = (seconds: number) =>
      operator.twin.replay({ deploymentId, segmentId: "edge", range: range(0, seconds), model: {} });
    expect(await replayOf(7_200)).toMatchObject({ stepMs: 1_000, exact: true });
    const { stepMs, exact, asBound } = await replayOf(7_201);
    expect([stepMs > 1_000, exact]).toEqual([true, false]);
    expect(asBound.packets).toBe((await replayOf(7_200)).asBound.packets);
  });

  test("another profile: another band", async () => {
    const devices = { in: "t4p4s", out: "netfpga-sume@1" };
    const { asBound, replayed } = await operator.twin.replay({
      deploymentId,
      segmentId: "edge",
      range: range(0, 60),
      model: { devices },
    });
    const moved = (replayed.residuals.predictedUs[30] ?? 0) - (asBound.residuals.predictedUs[30] ?? 0);
    expect(moved).toBeCloseTo(45.9 - 8.56 + 3.71 - 8.56, 1);
  });

  test.each([
    [
      "a label that no switch has",
      { devices: { nobody: "t4p4s" } },
      /No switch of this segment is called nobody/,
    ],
    ["PL above DL", { plUs: 1000 }, /PL must be at most DL/],
  ])("%s is refused", async (_what, model, words) => {
    const input = { deploymentId, segmentId: "edge", range: range(0, 60), model };
    await expect(operator.twin.replay(input)).rejects.toThrow(words);
  });
});

describe("what the counters and the settings say", () => {
  test("branch probabilities from counters feed the expected latency", async () => {
    const entries = [
      { table: "MyIngress.ipv4_lpm", action: "ipv4_forward", packets: 900 },
      { table: "MyIngress.ipv4_lpm", action: "drop", packets: 100 },
    ];
    const learnt = await operator.twin.branches({
      program: "lib:l3fwd",
      device: "agilio-cx",
      counters: { entries },
    });
    if (!learnt.ok) throw new Error(learnt.diagnostics.map((d) => d.message).join());
    expect(learnt.places[0]?.ways[0]?.probability).toBeCloseTo(0.9, 2);
    expect(learnt.lowUs).toBeLessThan(learnt.meanUs ?? 0);
    expect(
      await operator.twin.branches({ program: "lib:l3fwd", device: "agilio-cx", counters: 5 }),
    ).toMatchObject({
      ok: false,
    });
  });

  test("counted packets predict a switch of a twin by the mean over their paths, until they are taken back", async () => {
    const s1 = { ...at("s1", "agilio-cx", null), program: "lib:l3fwd_firewall" };
    const made = await operator.deployments.create({
      name: "Counted",
      segments: [{ ...bound, id: "counted", elements: [s1] }],
    });
    const set = { id: made.id, segmentId: "counted", element: 0 };
    const predicted = async () =>
      (await operator.twin.get({ deploymentId: made.id })).segments[0]?.prediction;
    const slowest = await predicted();
    const branches: Branches = {
      source: { kind: "capture", name: "web.pcap" },
      interval: { fromMs: START, toMs: START + 60_000 },
      places: [
        { kind: "state", name: "start", ways: { parse_ipv4: 300, accept: 100 } },
        { kind: "state", name: "parse_ipv4", ways: { parse_udp: 200, accept: 100 } },
        { kind: "table", name: "ipv4_lpm", ways: { ipv4_forward: 270, drop: 30 } },
      ],
    };
    await operator.deployments.setBranches({ ...set, branches });
    const mean = await predicted();
    expect(mean?.notes.join()).toContain(
      "400 packets of web.pcap, 2026-01-01 00:00:00 to 2026-01-01 00:01:00",
    );
    expect(mean?.errors?.map(({ source }) => source)).toContain("counts at s1");
    await operator.deployments.setBranches({ ...set, branches: null });
    expect(await predicted()).toEqual(slowest);
    expect(mean?.meanUs).toBeLessThan(slowest?.meanUs ?? 0);

    await expect(operator.deployments.setBranches({ ...set, element: 1, branches })).rejects.toThrow(
      "is not a switch",
    );
    await expect(operator.deployments.setBranches({ ...set, segmentId: "none", branches })).rejects.toThrow(
      "segment",
    );
  });

  test("settings of the detector are kept; a viewer may not change them", async () => {
    const settings = await operator.twin.settings();
    expect(await operator.twin.setSettings({ ...settings, threshold: 50 })).toMatchObject({ threshold: 50 });
    expect(await operator.twin.settings()).toMatchObject({ threshold: 50 });
  });
});

describe("refit", () => {
  const upload = {
    fileName: "lab.csv",
    text: [
      "parse,modify,table,latencyUs,spreadUs,packets",
      "1,0,1,8.0,0.2,10000",
      "6,0,1,9.0,0.2,10000",
      "2,3,1,10.1,0.2,10000",
      "3,0,6,10.9,0.2,10000",
      "4,2,3,10.8,0.2,10000",
    ].join("\n"),
  };

  test("a preview from an upload and live hops: coefficients, errors, and what cannot be told", async () => {
    const refit = await operator.refits.propose({
      device: "agilio-cx",
      upload,
      live: { range: range(0, 400) },
    });
    if (!refit.ok) throw new Error(refit.diagnostics.map((d) => d.message).join());
    expect(refit.samples.map((s) => s.place)).toContain("Web edge: Edge, in");
    expect(refit.after).toBeLessThan(refit.before);
    expect(refit.notIdentifiable.join()).toMatch(/copy: no measurement has more/);
    expect(refit.notes.join()).toMatch(/Edge, out: only the fastest 83 % of the packets count/);
    const [, out] = refit.samples.filter((s) => s.place.startsWith("Web edge"));
    expect(Math.abs((out?.meanUs ?? 0) - 8.56)).toBeLessThan(0.02 * 8.56);
    expect(out?.offsetUs).toBe(0);
    // both intervals, of the published profile and of the proposed one
    for (const [us, of] of [
      [out?.beforeUs, out?.beforeIntervals],
      [out?.afterUs, out?.afterIntervals],
    ] as const) {
      const ends = [of?.lowUs, of?.meanLowUs, us, of?.meanHighUs, of?.highUs];
      expect(ends).toEqual([...ends].sort((a, b) => Number(a) - Number(b)));
      expect(ends.every((end) => typeof end === "number")).toBe(true);
    }
    expect(refit.coefficients.find((c) => c.name === "add")).toMatchObject({ status: "unseen", us: 1.59 });
  });

  test("a refit of a library profile becomes a sibling; the next one a new version of it; deployments are bound to it", async () => {
    const first = await operator.refits.create({ device: "agilio-cx", upload, rebind: [deploymentId] });
    if (!first.ok) throw new Error(first.diagnostics.map((d) => d.message).join());
    expect(first.device).toMatchObject({ id: "agilio-cx-refit", number: 1, origin: "own" });
    expect(first.rebound).toEqual([deploymentId]);
    const { segments } = await operator.twin.get({ deploymentId });
    const [element] = segments[0]?.segment.elements ?? [];
    expect(element).toMatchObject({ device: "agilio-cx-refit@1" });
    // another model: nobody has judged it yet, and its prediction is its own
    expect(segments[0]?.drift).toBeNull();
    expect(segments[0]?.prediction.meanUs).toBeGreaterThan(CALM);
    const text = upload.text.replace("8.0", "8.4");
    const second = await operator.refits.create({ device: "agilio-cx-refit", upload: { ...upload, text } });
    expect(second).toMatchObject({ ok: true, device: { id: "agilio-cx-refit", number: 2 } });
    expect((await operator.devices.get({ id: "agilio-cx" })).document.linear?.baseUs.value).toBe(7.45);
  });

  test.each([
    [
      "no observation at all",
      { live: { range: { from: "2020-01-01T00:00:00Z", to: "2020-01-01T01:00:00Z" } } },
      /no program was observed/,
    ],
    ["a table that cannot be read", { upload: { fileName: "x.csv", text: "a,b\n1,2" } }, /latency/],
  ])("%s is an answer in words", async (_what, input, words) => {
    const refit = await operator.refits.propose({ device: "agilio-cx", ...input });
    expect(refit.ok).toBe(false);
    if (!refit.ok) expect(refit.diagnostics.map((d) => d.message).join()).toMatch(words);
  });
});

describe("a past moment", () => {
  const moment = range(0, 400).to;

  test("is the twin as it stood then: thresholds and kept predictions, beside the windows of then", async () => {
    const then = await operator.twin.get({ deploymentId, at: moment });
    const thresholds = { plUs: 250, dlUs: 260, alarm: null };
    await operator.deployments.setThresholds({ id: deploymentId, segmentId: "edge", thresholds });
    await operator.deployments.setThresholds({
      ...{ id: deploymentId, segmentId: "edge" },
      thresholds: { ...thresholds, plUs: 255 },
    });
    // bound to another profile by the refits before, and to a stricter limit now
    const now = await operator.twin.get({ deploymentId });
    expect(now.segments[0]).toMatchObject({ predictedAt: null, segment: { plUs: 255, dlUs: 260 } });
    const again = await operator.twin.get({ deploymentId, at: moment });
    expect(again).toEqual({ ...then, revision: now.revision });
    const [past] = again.segments;
    expect(past).toMatchObject({ drift: null, segment: { plUs: 600, dlUs: 900 } });
    expect(Date.parse(past?.predictedAt ?? "")).toBeLessThan(Date.parse(moment));
    expect(past?.prediction.meanUs).not.toBe(now.segments[0]?.prediction.meanUs);
    const [state] = await operator.twin.state({ deploymentId, range: range(300, 400) });
    const observed = state?.parts[0]?.meanUs ?? 0;
    expect(state?.residual?.us).toBeCloseTo(observed - (past?.prediction.meanUs ?? 0), 6);
    expect(state?.elementResiduals).toHaveLength(3);
  });

  test("from before anything was kept has the first prediction that was, and when; elements bound since have none", async () => {
    const before = "2025-01-01T00:00:00.000Z";
    const [early] = (await operator.twin.get({ deploymentId, at: before })).segments;
    const [now] = (await operator.twin.get({ deploymentId })).segments;
    expect(Date.parse(early?.predictedAt ?? "")).toBeGreaterThan(Date.parse(before));
    expect(early?.prediction.meanUs).not.toBeNull();
    expect(early?.prediction.meanUs).not.toBe(now?.prediction.meanUs);
    const { segments } = await operator.deployments.get({ id: deploymentId });
    const [segment] = segments;
    const cut = { ...segment!, elements: segment!.elements.slice(0, 1) };
    await operator.deployments.update({ id: deploymentId, segments: [cut] });
    const [past] = (await operator.twin.get({ deploymentId, at: moment })).segments;
    expect(past).toMatchObject({ elementPredictions: [] });
    expect(past?.predictedAt).not.toBeNull();
  });
});
