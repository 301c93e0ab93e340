import { createSocket } from "node:dgram";
import { encodeReport, type ReportInput } from "@p4twin/models/telemetry";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createBus } from "../bus/bus.ts";
import type { LiveFrame, WindowRow } from "../bus/windowRow.ts";
import { createLog } from "../observability/log.ts";
import type { Bindings } from "./bindings.ts";
import { type Collector, createCollector, defaultCollectorConfig } from "./collector.ts";

const bindings: Bindings = {
  segments: [
    {
      deploymentId: "d1",
      segmentId: "uc1",
      binding: {
        id: "uc1",
        flows: [{ src: "10.0.0.1", dst: "10.0.0.2", proto: 17, dstPort: 5000 }],
        from: { nodeId: 1, ingressPort: 1 },
        to: { nodeId: 1, egressPort: 3 },
        plUs: 400,
        dlUs: 500,
      },
      elements: [
        { label: "s1", kind: "hop", nodeId: 1, occurrence: 0 },
        { label: "VNF", kind: "gap", nodeId: 1, occurrence: 0 },
        { label: "s1", kind: "hop", nodeId: 1, occurrence: 1 },
      ],
    },
  ],
};

/** A packet that takes 50 us + `vnfUs` + 20 us around node 1, in nanoseconds of its clock. */
const report = (
  sequence: number,
  vnfUs: number,
  change: Partial<ReportInput> = {},
  passes = 2,
): Uint8Array => {
  const t = 4_294_900_000;
  const pass = (ingressPort: number, egressPort: number, fromUs: number, us: number) => ({
    nodeId: 1,
    ingressPort,
    egressPort,
    hopLatency: us * 1000,
    ingressTs: (t + fromUs * 1000) % 2 ** 32,
    egressTs: (t + (fromUs + us) * 1000) % 2 ** 32,
  });
  const bytes = new Uint8Array(2048);
  const end = encodeReport(bytes, 0, {
    format: "telemetry-report-1.0",
    nodeId: 1,
    sequence,
    timestamp: t,
    flags: { tracked: true },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 4000, dstPort: 5000 },
    int: {
      version: "1.0",
      instructions: 0xec00,
      remaining: 8,
      hops: [pass(1, 2, 0, 50), pass(2, 3, 50 + vnfUs, 20)].slice(0, passes),
    },
    ...change,
  });
  return bytes.slice(0, end);
};

async function send(port: number, datagrams: Uint8Array[]): Promise<void> {
  const socket = createSocket("udp4");
  for (const d of datagrams)
    await new Promise<void>((resolve, reject) => {
      socket.send(d, port, "127.0.0.1", (error) => (error ? reject(error) : resolve()));
    });
  socket.close();
}

async function until<T>(what: string, probe: () => T | null | undefined | false): Promise<T> {
  return eventually(() => {
    const found = probe();
    if (found) return found;
    throw new Error(`waited in vain for ${what}: ${JSON.stringify(collector?.state())}`);
  });
}

let collector: Collector | null = null;
afterEach(async () => {
  await collector?.stop();
  collector = null;
});

describe.each(["auto", "dgram"] as const)("collector over real sockets (%s)", (source) => {
  it("accounts for every datagram, and gives windows per part", async () => {
    const bus = createBus();
    const rows: WindowRow[] = [];
    const frames: LiveFrame[] = [];
    bus.windows.on((w) => rows.push(...w));
    bus.live.on((f) => frames.push(...f));
    let ids = 0;
    collector = createCollector(
      { ...defaultCollectorConfig, ports: [0, 0], source },
      { bus, log: createLog("silent"), newId: () => `c${ids++}` },
    );
    collector.bind(bindings);
    await collector.start();
    const [a, b] = collector.ports();

    const other = { src: "10.9.9.9", dst: "10.0.0.2", proto: 17, srcPort: 4000, dstPort: 5000 };
    await send(a, [
      report(0, 300),
      report(1, 300),
      report(2, 350),
      report(5, 500),
      report(6, 1, { flow: other }),
    ]);
    // dropped in its second pass, which it never left: only the first stands on its stack
    await send(b, [report(7, 1, { flags: { dropped: true }, drop: { queueId: 0, reason: 80 } }, 1)]);
    await send(a, [new Uint8Array(0), Uint8Array.of(0x90, 1, 2, 3), report(8, 300).slice(0, 30)]);

    const state = await until("nine datagrams", () => {
      const s = collector?.state();
      return s && s.exporters[0]?.received === 9 && s;
    });
    expect(state.exporters).toHaveLength(1);
    expect(state.exporters[0]).toMatchObject({
      address: "127.0.0.1",
      received: 9,
      decoded: 6,
      undecodable: 3,
      reports: 6,
      matched: 5,
      unmatched: 1,
      unmatchedByReason: { "no-flow": 1 },
      droppedPackets: 1,
      sequenceGaps: 2,
      formats: ["telemetry-report-1.0"],
      nodeIds: [1],
    });
    expect(Object.values(state.exporters[0].undecodableByReason).reduce((x, y) => x + y, 0)).toBe(3);
    expect(state.exporters[0].lastBad).toMatchObject({ length: 30 });
    expect(state.kernelDropped).toBe(source === "auto" && process.platform === "linux" ? 0 : null);

    const sum = (
      part: number,
      field: "count" | "sumUs" | "abovePl" | "aboveDl" | "dropped" | "sequenceGaps",
    ): number => rows.filter((r) => r.part === part).reduce((s, r) => s + r[field], 0);
    await until("windows", () => sum(0, "count") === 4 && sum(0, "dropped") === 1);
    expect(sum(0, "sumUs")).toBeCloseTo(370 + 370 + 420 + 570, 6);
    expect([sum(0, "abovePl"), sum(0, "aboveDl"), sum(0, "sequenceGaps")]).toEqual([2, 1, 2]);
    expect([1, 2, 3].map((part) => sum(part, "sumUs"))).toEqual([200, 300 + 300 + 350 + 500, 80]);
    expect(rows.every((r) => r.collectorId === "c0" && r.deploymentId === "d1")).toBe(true);
    expect(new Set(rows.map((r) => r.sequence)).size).toBe(rows.length);
    await until("a live frame with a closed window", () =>
      frames.some((f) => f.rows.some((r) => r.closed && r.count > 0)),
    );
  });

  it("a port that is taken is refused with the remedy", async () => {
    const socket = createSocket("udp4");
    const port = await new Promise<number>((resolve) => {
      socket.bind(0, "127.0.0.1", () => resolve(socket.address().port));
    });
    const taken = createCollector(
      { ...defaultCollectorConfig, ports: [port], source },
      { bus: createBus(), log: createLog("silent"), newId: () => "c" },
    );
    await expect(taken.start()).rejects.toThrow("INT_PORT");
    socket.close();
  });
});
