import { encodeReport, type FlowInput } from "@p4twin/models/telemetry";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { createUdpSender } from "../testing/udpSender.ts";
import { createWorld, type World } from "../testing/world.ts";

const NODE = 41;
const ADDRESS = "127.0.9.41";
const PACKETS = 200;
const VNF_US = 50;
const BEFORE: FlowInput = { src: "10.0.1.1", dst: "10.0.2.2", proto: 17, srcPort: 4000, dstPort: 5000 };
/** The same packets behind a VNF that changes their addresses. */
const BEHIND: FlowInput = { src: "172.16.0.1", dst: "10.0.9.9", proto: 17, srcPort: 61_000, dstPort: 80 };

let world: World;
beforeAll(async () => {
  world = await createWorld({ live: true, demo: false });
});
afterAll(() => world.dispose());

/** A postcard of the switch: one pass of the packet with this IPv4 identification. */
function postcard(id: number, flow: FlowInput, ports: [number, number], [inUs, outUs]: [number, number]) {
  const bytes = new Uint8Array(512);
  const end = encodeReport(bytes, 0, {
    format: "telemetry-report-1.0",
    nodeId: NODE,
    sequence: id,
    timestamp: inUs * 1000,
    flags: { tracked: true },
    // ports, hop latency, egress timestamp
    metadata: {
      instructions: 0x6400,
      hop: {
        ingressPort: ports[0],
        egressPort: ports[1],
        hopLatency: (outUs - inUs) * 1000,
        egressTs: outUs * 1000,
      },
    },
    flow,
  });
  const ipv4 = bytes.findIndex((b, i) => b === 0x08 && bytes[i + 1] === 0x00 && bytes[i + 2] === 0x45) + 2;
  new DataView(bytes.buffer).setUint16(ipv4 + 4, id);
  return bytes.slice(0, end);
}

it("postcards of a VNF that changes addresses become one packet: from the socket to the chart", async () => {
  const operator = await world.as("operator");
  const { id: deploymentId } = await operator.deployments.create({
    name: "Postcards",
    segments: [
      {
        id: "uc1",
        name: "Around the VNF",
        kind: "uc1",
        plUs: 100,
        dlUs: 200,
        from: { nodeId: NODE, port: 1 },
        to: { nodeId: NODE, port: 4 },
        pairBy: "identification",
        elements: [
          { kind: "switch", label: "s41", nodeId: NODE },
          { kind: "vnf", label: "translator" },
          { kind: "switch", label: "s41", nodeId: NODE },
        ],
      },
    ],
  });
  await world.startTelemetry();
  const port = await eventually(async () => {
    const found = (await operator.telemetry.state())?.ports[0]?.port;
    if (!found) throw new Error("the collector has no port yet");
    return found;
  });
  const from = new Date(Date.now() - 60_000).toISOString();
  let sent = 0;
  const send = (packets: number) => {
    const datagrams = Array.from({ length: packets }, () => {
      sent++;
      // a clock that runs as the reports arrive, or what it counts is in doubt
      const t = Math.round(performance.now() * 1000) + sent;
      return [
        postcard(sent, BEFORE, [1, 2], [t, t + 1]),
        postcard(sent, BEHIND, [3, 4], [t + 1 + VNF_US, t + 3 + VNF_US]),
      ];
    }).flat();
    const sender = createUdpSender({ from: ADDRESS, port, datagrams, sequenceAt: null });
    sender.send(datagrams.length);
    sender.close();
  };
  const stateWith = (packets: number, before = () => {}) =>
    eventually(async () => {
      before();
      const range = { from, to: new Date(Date.now() + 60_000).toISOString() };
      const [found] = await operator.twin.state({ deploymentId, range });
      expect(found?.parts[0]?.count).toBeGreaterThanOrEqual(packets);
      return found!;
    });
  // the collector has its port before it follows the segment
  await stateWith(1, () => send(1));
  send(PACKETS);
  const state = await stateWith(PACKETS + 1);
  const counted = state.parts[0]?.count;
  // the whole, the first pass, the VNF, the second pass
  expect(state.parts.map((p) => p.count)).toEqual([counted, counted, counted, counted]);
  for (const [i, us] of [VNF_US + 3, 1, VNF_US, 2].entries())
    expect(state.parts[i]?.meanUs).toBeCloseTo(us, 6);

  // the collector gives its account once a second
  await eventually(async () => {
    const exporter = (await operator.telemetry.state())?.exporters.find((e) => e.address === ADDRESS);
    expect(exporter).toMatchObject({ received: 2 * sent, waiting: 0 });
    expect(exporter?.matched).toBeGreaterThanOrEqual(2 * (PACKETS + 1));
  });
});
