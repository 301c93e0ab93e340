import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  createScenarioSource,
  encodePcap,
  encodeUdpFrame,
  sendScenarioSchema,
} from "@p4twin/models/telemetry";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookie } from "../../testing/browser.ts";
import { eventually } from "../../testing/eventually.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { Capture, CaptureRun } from "./schema.ts";

const FLOW = { src: "10.77.0.1", dst: "10.77.0.2", srcPort: 43_000, dstPort: 45_000 };
const pass = (nodeId: number, ingressPort: number, egressPort: number, latencyUs: number, nextUs = 1) => ({
  nodeId,
  ingressPort,
  egressPort,
  latencyUs,
  nextUs,
});
/** 12 + 150 + 9 us around node 71; a third of the reports is of a flow that nobody binds. */
const HOPS = [pass(71, 1, 2, 12, 150), pass(71, 2, 3, 9)];
const SEGMENT_US = 171;
const SCENARIO = sendScenarioSchema.parse({
  flows: [
    { ...FLOW, weight: 2, hops: HOPS },
    { ...FLOW, dst: "10.77.0.9", weight: 1, hops: HOPS },
  ],
});
const START_NS = 1_700_000_000_000_000_000n;

/** `count` reports over `seconds`, then a datagram that is none, one to another port, and one of another exporter. */
function capture(count: number, seconds: number): Uint8Array {
  const source = createScenarioSource(SCENARIO);
  const buffer = new Uint8Array(2048);
  const to = { dst: "10.0.0.9", srcPort: 0, dstPort: 32_766 };
  const frame = (payload: Uint8Array, change: Partial<typeof to & { src: string }> = {}) =>
    encodeUdpFrame(payload, { src: "10.0.0.1", ...to, ...change });
  const reports = Array.from({ length: count }, () => frame(buffer.slice(0, source.next(buffer, 0))));
  const stepNs = BigInt(Math.round((seconds * 1e9) / count));
  const bad = Uint8Array.of(0xff, 1, 2, 3);
  const frames = [...reports, frame(bad), frame(bad, { dstPort: 6000 }), frame(bad, { src: "10.0.0.2" })];
  return encodePcap(frames.map((data, i) => ({ timeNs: START_NS + BigInt(i) * stepNs, data })));
}

async function* chunksOf(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

let world: World;
beforeAll(async () => {
  world = await createWorld({ live: true });
});
afterAll(() => world.dispose());

const begin = async (name = "a.pcap", settings = {}): Promise<Capture> =>
  (await world.as("operator")).captures.begin({ name, settings });
const upload = async (bytes: Uint8Array, settings = {}): Promise<Capture> =>
  world.services.captures.receive((await begin("a.pcap", settings)).id, chunksOf(bytes));
const fileOf = (id: string): Promise<boolean> =>
  access(join(world.dataDir, `${id}.capture`)).then(
    () => true,
    () => false,
  );

describe("upload", () => {
  test("a setting that is not known is an error that names it: nothing is left out in silence", async () => {
    await expect(begin("a.pcap", { prots: [9] })).rejects.toThrow(/prots/);
    await expect(
      (await world.as("operator")).captures.begin(Object.assign({ name: "a.pcap" }, { port: 9 })),
    ).rejects.toThrow(/"port"/);
  });

  test("a capture is read while it arrives, and every frame is accounted for", async () => {
    const bytes = capture(300, 3);
    const { id, state, settings, summary, ...rest } = await upload(bytes);
    expect({ state, bytes: rest.bytes, frames: rest.frames, failure: rest.failure }).toEqual({
      state: "ready",
      bytes: bytes.length,
      frames: 303,
      failure: null,
    });
    expect(settings).toEqual({ ports: [32_766, 54_321, 4_739, 6_343], dialect: "auto" });
    expect(await fileOf(id)).toBe(true);
    expect(summary).toMatchObject({
      frames: 303,
      skipped: 1,
      datagrams: 302,
      decoded: 300,
      undecodable: 2,
      reports: 300,
      sequenceGaps: 0,
      undecodableByReason: [{ reason: "report-version", count: 2, frames: [301, 303] }],
      otherPorts: [{ port: 6000, count: 1, reports: 0 }],
      formats: [{ format: "telemetry-report-1.0", int: "1.0", reports: 300 }],
      exporters: [
        { address: "10.0.0.1", datagrams: 301, undecodable: 1, reports: 300 },
        { address: "10.0.0.2", datagrams: 1, undecodable: 1, reports: 0 },
      ],
      flowCount: 2,
      flows: [
        { ...FLOW, proto: 17, path: [71, 71] },
        { ...FLOW, dst: "10.77.0.9" },
      ],
      nodes: [{ nodeId: 71, hops: 600 }],
      firstNs: START_NS.toString(),
      problems: [],
    });
    const shown = (summary?.distribution ?? []).reduce((n, bar) => n + bar.count, 0);
    expect(shown).toBe(600);

    // the same bytes, compressed
    expect((await upload(gzipSync(bytes))).summary).toEqual(summary);

    // the other port is a report port when one says so
    const { captures } = await world.as("operator");
    await captures.reread({ id, settings: { ports: [6000], dialect: "bmv2" } });
    const again = await eventually(async () => {
      const now = await captures.get({ id });
      expect(now.state).toBe("ready");
      return now;
    });
    expect(again.summary).toMatchObject({ skipped: 302, datagrams: 1, undecodable: 1 });

    await captures.remove({ id });
    expect(await fileOf(id)).toBe(false);
  });

  test.each([
    ["baru-calm", 9555, "us", [7, 5, 9], "bitmap-low-byte"],
    ["geant10-calm", 6000, "ns", [11, 22, 33], "sink-clone-latency"],
    ["onos-calm", 54321, "us", [1001, 1002, 1003], "ver-nibble-mismatch"],
    ["bmv2-int21-report", 1234, "us", [1, 2, 3], "report20-length-zero"],
  ])("%s, made by real switches: units with their evidence, and what deviates", async (...row) => {
    const [name, port, timestamp, nodeIds, deviation] = row;
    const folder = "../../../../packages/models/src/telemetry/fixtures/switches/";
    const bytes = await readFile(new URL(`${folder}${name}.pcap`, import.meta.url));
    const { summary } = await upload(new Uint8Array(bytes), { ports: [port] });
    expect(summary).toMatchObject({ undecodable: 0, nodeCount: 3 });
    for (const { basis, ...units } of summary?.units ?? []) {
      expect(basis).toBe("evidence");
      expect(units).toMatchObject({ timestamp, latency: "us" });
      expect(units.evidence).toContain("fit the times of arrival");
    }
    expect(summary?.units.flatMap((units) => units.nodeIds).sort()).toEqual([...nodeIds].sort());
    expect(summary?.problems.map(({ code }) => code)).toContain(deviation);
    // a busy hop of BMv2 takes hundreds of microseconds, not of nanoseconds
    for (const node of summary?.nodes ?? []) expect(node.p50Us).toBeGreaterThan(30);
  });

  test.each([
    ["geant04-congested", { ports: [5500] }, 80, [22, 11]],
    ["cse534-calm", { ports: [1234], dialect: "cse-534-bmv2" as const }, 40, [1]],
    ["elavinal-calm", { ports: [9999], dialect: "elavinal-bmv2" as const }, 40, [101, 102]],
  ])(
    "%s: what the sink's clone writes is no latency, and the slowest node is the slowest",
    async (...row) => {
      const [name, settings, reports, slowestFirst] = row;
      const folder = "../../../../packages/models/src/telemetry/fixtures/switches/";
      const bytes = await readFile(new URL(`${folder}${name}.pcap`, import.meta.url));
      const { summary } = await upload(new Uint8Array(bytes), settings);
      expect(summary).toMatchObject({ undecodable: 0, reports });
      const told = (summary?.nodes ?? []).filter((node) => node.p50Us !== null);
      // by the median: p99 of 40 reports is the second slowest of them, which says little about a node
      told.sort((a, b) => (b.p50Us ?? 0) - (a.p50Us ?? 0));
      expect(told.map(({ nodeId }) => nodeId)).toEqual(slowestFirst);
      expect(told.at(-1)?.p99Us).toBeLessThan(50_000);
    },
  );

  test("a capture of which nobody said the ports is read wherever its reports went, and replayed so", async () => {
    const folder = "../../../../packages/models/src/telemetry/fixtures/switches/";
    const bytes = new Uint8Array(await readFile(new URL(`${folder}geant10-calm.pcap`, import.meta.url)));
    const { settings, summary } = await upload(bytes);
    expect(summary).toMatchObject({ datagrams: 110, decoded: 110, reports: 110, otherPorts: [] });
    expect(summary?.nodes.map(({ nodeId }) => nodeId)).toEqual([11, 22, 33]);
    expect(settings.ports).toEqual([32_766, 54_321, 4_739, 6_343, 6_000]);
    expect(summary?.problems.find(({ code }) => code === "port-found")?.message).toMatch(
      /port 6000.*110 of 110/,
    );
    // who names ports means them, and is told what is left out
    const named = await upload(bytes, { ports: [9_555] });
    expect(named.settings.ports).toEqual([9_555]);
    expect(named.summary).toMatchObject({
      datagrams: 0,
      otherPorts: [{ port: 6_000, count: 110, reports: 110 }],
    });
  });

  test("keys that nobody knows are refused instead of dropped", async () => {
    const { captures } = await world.as("operator");
    const typed = { name: "a.pcap", settings: { port: [6000] } } as never;
    await expect(captures.begin(typed)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(captures.begin({ name: "a.pcap", dialect: "bmv2" } as never)).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  test("what is no capture is refused with the reason, and its bytes are not kept", async () => {
    const { id, state, failure, bytes } = await upload(new TextEncoder().encode("GET / HTTP/1.1"));
    expect({ state, bytes }).toEqual({ state: "failed", bytes: 0 });
    expect(failure).toMatch(/not a pcap or pcapng file/);
    expect(await fileOf(id)).toBe(false);
    expect((await upload(gzipSync(capture(100, 1)).subarray(0, 900)).catch(String)).toString()).toMatch(
      /could not be read: unexpected end of file/,
    );
  });

  test("a sender that breaks off, or goes beyond the bound, leaves nothing behind", async () => {
    const { captures } = world.services;
    const broken = await begin();
    async function* breaksOff() {
      yield* chunksOf(capture(20, 1));
      throw new Error("aborted");
    }
    await expect(captures.receive(broken.id, breaksOff())).rejects.toThrow("The upload broke off.");
    const large = await begin();
    async function* endless() {
      for (;;) yield new Uint8Array(500_000);
    }
    await expect(captures.receive(large.id, endless())).rejects.toThrow(/larger than 4 MB/);
    for (const { id } of [broken, large]) {
      expect(await captures.get(id)).toMatchObject({ state: "failed", bytes: 0 });
      expect(await fileOf(id)).toBe(false);
    }
    const { begin: beginAs } = (await world.as("operator")).captures;
    await expect(beginAs({ name: "huge.pcap", bytes: 5e6 })).rejects.toThrow(/larger than 4 MB/);
  });

  test("an upload can be cancelled while it runs", async () => {
    const { captures } = await world.as("operator");
    const { id } = await begin();
    async function* slow() {
      for (let i = 0; ; i++) {
        yield i === 0 ? capture(10, 1) : new Uint8Array(0);
        if (i === 0) expect(await captures.cancel({ id })).toMatchObject({ state: "cancelled" });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    await expect(world.services.captures.receive(id, slow())).rejects.toThrow("The upload was cancelled.");
    expect(await captures.get({ id })).toMatchObject({ state: "cancelled", bytes: 0 });
    expect(await fileOf(id)).toBe(false);
  });

  test("the bytes come by PUT, from operators and from our own pages only", async () => {
    const app = await world.http();
    const operator = await world.as("operator");
    const authorization = `Bearer ${(await operator.users.tokens.create({ name: "put" })).token}`;
    const viewer = `Bearer ${(await (await world.as("viewer")).users.tokens.create({ name: "v" })).token}`;
    const payload = Buffer.from(capture(50, 1));
    const put = async (id: string, headers: Record<string, string>) => {
      const type = { "content-type": "application/vnd.tcpdump.pcap" };
      const url = `/api/v1/captures/${id}/content`;
      const answer = await app.inject({ method: "PUT", url, headers: { ...type, ...headers }, payload });
      return { status: answer.statusCode, body: answer.json() };
    };
    const { id } = await begin();
    expect(await put(id, {})).toMatchObject({ status: 401 });
    expect(await put(id, { authorization: viewer })).toMatchObject({ status: 403 });
    const cookie = await sessionCookie(world, "operator");
    expect(await put(id, { cookie, "sec-fetch-site": "cross-site" })).toMatchObject({ status: 403 });
    expect(await put(id, { cookie, origin: "https://evil.example" })).toMatchObject({ status: 403 });
    expect(await put(id, { cookie, "sec-fetch-site": "same-origin" })).toMatchObject({
      status: 200,
      body: { state: "ready", summary: { reports: 50 } },
    });
    expect(await put(id, { authorization })).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/have come already/) },
    });
    expect(await put("nonsense", { authorization })).toMatchObject({ status: 404 });
  });
});

describe("runs", () => {
  const deployment = async () =>
    (await world.as("operator")).deployments.create({
      name: "Node 71",
      segments: [
        {
          id: "around-71",
          name: "Around 71",
          kind: "uc1",
          plUs: 100,
          dlUs: 500,
          flows: [{ ...FLOW, proto: 17 }],
          from: { nodeId: 71, port: 1 },
          to: { nodeId: 71, port: 3 },
          elements: [
            { kind: "switch", label: "s71", nodeId: 71 },
            { kind: "vnf", label: "VNF" },
            { kind: "switch", label: "s71", nodeId: 71 },
          ],
        },
      ],
    });
  const ended = (id: string): Promise<CaptureRun> =>
    eventually(async () => {
      const run = await world.services.captures.run(id);
      expect(run.state).not.toBe("running");
      return run;
    });

  test.each([
    // medians of the three hops as the switches wrote them, in microseconds
    ["baru-calm", 9555, [7, 5, 9]],
    ["geant10-calm", 6000, [11, 22, 33]],
    ["onos-calm", 54321, [1001, 1002, 1003]],
  ])("%s through a deployment that says no unit: microseconds, hop by hop", async (name, port, nodeIds) => {
    const { captures, deployments } = await world.as("operator");
    const folder = "../../../../packages/models/src/telemetry/fixtures/switches/";
    const bytes = await readFile(new URL(`${folder}${name}.pcap`, import.meta.url));
    const { id: captureId, summary } = await upload(new Uint8Array(bytes), { ports: [port] });
    const bound = { kind: "uc1" as const, flows: [], plUs: 1e6, dlUs: 2e6 };
    const { id: deploymentId } = await deployments.create({
      name,
      segments: [
        {
          ...{ ...bound, id: name, name, from: { nodeId: nodeIds[0] }, to: { nodeId: nodeIds[2] } },
          elements: nodeIds.flatMap((nodeId, i) => [
            ...(i > 0 ? [{ kind: "link" as const, label: `to s${i}` }] : []),
            { kind: "switch" as const, label: `s${i}`, nodeId },
          ]),
        },
      ],
    });
    const run = await ended((await captures.runs.start({ captureId, deploymentId, mode: "analyse" })).id);
    const [segment] = run.result?.segments ?? [];
    expect(segment?.count).toBe(110);
    // each hop as the summary of the capture has it, so that the slowest is the same one
    const medians = nodeIds.map((nodeId) => summary?.nodes.find((n) => n.nodeId === nodeId)?.p50Us);
    expect(segment?.parts.map((part) => part.p50Us)).toEqual(medians);
  });

  test("analyse, fill and replay: the same numbers, in the twin only when asked to be", async () => {
    await world.startTelemetry();
    const { captures, twin } = await world.as("operator");
    const { id: captureId, summary } = await upload(capture(300, 10));
    const { id: deploymentId } = await deployment();
    // which flow a packet is of is random, two to one
    const bound = summary?.flows.find((f) => f.dst === FLOW.dst)?.reports ?? Number.NaN;
    const storedIn = async (): Promise<number> => {
      const now = Date.now();
      const range = {
        from: new Date(now - 60_000).toISOString(),
        to: new Date(now + 5_000).toISOString(),
      };
      const { series } = await twin.windows({ deploymentId, range, maxPoints: 100 });
      const whole = series.find((s) => s.part === 0);
      return (whole?.count ?? []).reduce((n, c) => n + c, 0);
    };

    const analysed = await ended(
      (await captures.runs.start({ captureId, deploymentId, mode: "analyse" })).id,
    );
    expect(analysed).toMatchObject({
      state: "done",
      captureName: "a.pcap",
      deploymentName: "Node 71",
      progress: { fraction: 1, datagrams: 302 },
      result: {
        datagrams: 302,
        undecodable: 2,
        reports: 300,
        matched: bound,
        unmatchedByReason: { "no-flow": 300 - bound },
      },
    });
    const [segment] = analysed.result?.segments ?? [];
    expect(segment).toMatchObject({ segmentId: "around-71", count: bound, abovePl: bound, aboveDl: 0 });
    expect(Math.abs((segment.p99Us ?? 0) - SEGMENT_US)).toBeLessThan(0.015 * SEGMENT_US);
    expect(segment.parts.map(({ label, count }) => [label, count])).toEqual([
      ["s71", bound],
      ["VNF", bound],
      ["s71", bound],
    ]);
    expect(await storedIn()).toBe(0);

    const filled = await ended((await captures.runs.start({ captureId, deploymentId, mode: "fill" })).id);
    expect(filled.result?.segments).toEqual(analysed.result?.segments);
    // the capture's own ten seconds, one window of each part a second
    expect(filled.result?.windows).toBeGreaterThanOrEqual(40);
    await eventually(async () => expect(await storedIn()).toBe(bound));

    const fast = await ended(
      (await captures.runs.start({ captureId, deploymentId, mode: "replay", speed: 20 })).id,
    );
    expect(fast.result?.segments).toEqual(analysed.result?.segments);
    const tookMs = Date.parse(fast.finishedAt ?? "") - Date.parse(fast.createdAt);
    expect(tookMs).toBeGreaterThanOrEqual(10_000 / 20);
    await eventually(async () => expect(await storedIn()).toBe(2 * bound));

    // what was replayed is no traffic of a switch: the collector's own counters know nothing of it
    const telemetry = await world.services.telemetry.state();
    expect(telemetry?.exporters.map((e) => e.address)).not.toContain("10.0.0.1");

    const { pool } = world.database;
    await pool.query(`CREATE TABLE late AS SELECT * FROM segment_window WHERE collector_id = '${filled.id}'`);
    await captures.runs.remove({ id: filled.id });
    expect(await storedIn()).toBe(bound);
    expect((await captures.runs.list({ captureId })).map((r) => r.id)).not.toContain(filled.id);
    // windows of it that stood in a queue or a spool come late, and go too
    await pool.query("INSERT INTO segment_window SELECT * FROM late");
    expect(await storedIn()).toBe(2 * bound);
    const { component } = world.services.captures;
    await component.start();
    await component.stop();
    expect(await storedIn()).toBe(bound);

    // a capture that is deleted takes its runs along, and what they stored
    await captures.remove({ id: captureId });
    expect(await storedIn()).toBe(0);
    expect(await captures.runs.list({ deploymentId })).toEqual([]);
    await expect(captures.get({ id: captureId })).rejects.toThrow("capture");
    expect((await captures.list()).captures.map((c) => c.id)).not.toContain(captureId);
  });

  test("a replay at its own pace can be ended; what it has measured is said", async () => {
    const { captures } = await world.as("operator");
    const [{ id: captureId }, { id: deploymentId }] = [await upload(capture(100, 600)), await deployment()];
    const { id } = await captures.runs.start({ captureId, deploymentId, mode: "replay" });
    await eventually(async () =>
      expect((await captures.runs.get({ id })).progress.datagrams).toBeGreaterThan(0),
    );
    await expect(captures.runs.remove({ id })).rejects.toThrow("Cancel it first");
    const stopped = await captures.runs.stop({ id });
    expect(stopped.state).toBe("cancelled");
    expect(stopped.result?.datagrams).toBeLessThan(100);
  });

  test("four captures are read into the twin at once; a fifth is refused, and taken when one has ended", async () => {
    const { captures } = await world.as("operator");
    const [{ id: captureId }, { id: deploymentId }] = [await upload(capture(100, 600)), await deployment()];
    const start = () => captures.runs.start({ captureId, deploymentId, mode: "replay" });
    const runs: string[] = [];
    for (let i = 0; i < 4; i++) runs.push((await start()).id);
    await expect(start()).rejects.toThrow("4 captures are being replayed already. Wait, or cancel one.");
    await captures.runs.stop({ id: runs[0] ?? "" });
    runs.push((await start()).id);
    for (const id of runs.slice(1)) await captures.runs.stop({ id });
  });

  test("what cannot run is refused in words", async () => {
    const { captures, deployments } = await world.as("operator");
    const waiting = await begin();
    const { id: deploymentId } = await deployment();
    const start = (captureId: string, to = deploymentId) =>
      captures.runs.start({ captureId, deploymentId: to, mode: "analyse" });
    await expect(start(waiting.id)).rejects.toThrow("not read yet");
    const nothing = await upload(capture(10, 1), { ports: [9] });
    await expect(start(nothing.id)).rejects.toThrow("no datagram to its report ports");
    const empty = await deployments.create({ name: "empty" });
    await expect(start((await upload(capture(10, 1))).id, empty.id)).rejects.toThrow("no segments");
    await expect(
      captures.runs.start({ captureId: nothing.id, deploymentId, mode: "fill", speed: 2 }),
    ).rejects.toThrow("Only a replay has a speed");
  });
});
