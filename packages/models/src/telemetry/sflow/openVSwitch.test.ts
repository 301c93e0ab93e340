import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ReportBatch, unitsAreFixed } from "../batch.ts";
import { createCaptureTally, decodeCapture, inferUnits } from "../capture/decodeCapture.ts";
import { createFrameTally, readDatagrams } from "../capture/readDatagrams.ts";
import type { DecodedReport, ReportUnit } from "../decodeLine.ts";
import { decodeDatagram } from "../decoder.ts";
import { ExporterMemory } from "../ipfix/memory.ts";
import { PathDelays } from "../ipfix/pathDelays.ts";
import { reportAt } from "../json.ts";
import { DEFAULT_OPTIONS, telemetrySettingsSchema } from "../profile/profile.ts";
import { OK } from "../reasons.ts";
import { EXTENDED_TRANSIT } from "./decode.ts";

const SENT = { file: "switches/onos-calm.pcap", port: 54_321 };
const SAMPLED = { file: "formats/ovs-sflow.pcap", port: 14_766 };
/** 127.0.0.1, the agent. */
const AGENT = 0x7f000001;

const bytesOf = ({ file }: typeof SENT): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../fixtures/${file}`, import.meta.url)));

async function reportsOf(capture: typeof SENT) {
  const settings = telemetrySettingsSchema.parse({ reportPorts: [capture.port] });
  const units = await inferUnits([bytesOf(capture)], settings);
  const reports: (DecodedReport & { unit?: ReportUnit })[] = [];
  for await (const line of decodeCapture([bytesOf(capture)], settings, createCaptureTally(), units)) {
    if ("error" in line) throw new Error(line.message);
    reports.push(line);
  }
  return reports;
}

it("[T43] INT in packets that Open vSwitch samples counts as its switches count, not in nanoseconds", async () => {
  const stacks = (await reportsOf(SENT)).map(({ hops }) => JSON.stringify(hops));
  const read = await reportsOf(SAMPLED);
  expect(read.length).toBeGreaterThan(50);
  for (const { hops, unit } of read) {
    expect(stacks).toContain(JSON.stringify(hops.slice(0, -1)));
    expect(hops.at(-1)).toMatchObject({ nodeId: AGENT, hopLatency: null });
    expect(unit).toMatchObject({ timestamp: "us", latency: "us", basis: "evidence" });
  }
});

/** A datagram of sFlow whose first sample tells the transit delay of its packet, too. */
function withDelay(datagram: Uint8Array, delayNs: number): Uint8Array {
  const [sampleAt, fixed, record] = [28, 8 + 32, 12];
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  const sampleBytes = view.getUint32(sampleAt + 4);
  const end = sampleAt + 8 + sampleBytes;
  const longer = new Uint8Array(datagram.length + record);
  longer.set(datagram.subarray(0, end));
  longer.set(datagram.subarray(end), end + record);
  const out = new DataView(longer.buffer);
  out.setUint32(sampleAt + 4, sampleBytes + record);
  out.setUint32(sampleAt + fixed - 4, view.getUint32(sampleAt + fixed - 4) + 1);
  for (const [i, word] of [EXTENDED_TRANSIT, 4, delayNs].entries()) out.setUint32(end + 4 * i, word);
  return longer;
}

it("[T43] a delay of the agent beside INT in its packet is a report of its own, in nanoseconds", async () => {
  const batch = new ReportBatch();
  for await (const { data, payloadAt, payloadBytes } of readDatagrams(
    [bytesOf(SAMPLED)],
    new Set([SAMPLED.port]),
    createFrameTally(),
  )) {
    const datagram = withDelay(data.subarray(payloadAt, payloadAt + payloadBytes), 4_321);
    const memory = new ExporterMemory(new PathDelays());
    expect(decodeDatagram(datagram, 0, datagram.length, DEFAULT_OPTIONS, batch, () => memory)).toBe(OK);
    break;
  }
  const [packet, own, next] = [0, 1, 2].map((r) => reportAt(batch, r));
  expect(packet.hops.map(({ hopLatency }) => hopLatency !== null)).toEqual([true, true, true]);
  expect(own).toMatchObject({ int: null, mode: "xd", flow: packet.flow, sample: packet.sample });
  expect(own.hops).toMatchObject([{ nodeId: AGENT, hopLatency: 4_321 }]);
  expect(next).toMatchObject({ int: "1.0" });
  expect([0, 1, 2].map((r) => unitsAreFixed(batch, r))).toEqual([false, true, false]);
});
