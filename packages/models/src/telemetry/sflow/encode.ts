import { assert } from "../../core/index.ts";
import { parseIp } from "../packet/address.ts";
import { put32 } from "../packet/bytes.ts";
import {
  DISCARDED_PACKET,
  EXTENDED_EGRESS_QUEUE,
  EXTENDED_QUEUE,
  EXTENDED_TRANSIT,
  FLOW_SAMPLE,
  FLOW_SAMPLE_EXPANDED,
  SAMPLED_HEADER,
  SFLOW_VERSION,
} from "./decode.ts";

type SflowSample = {
  /** a sampled packet, or one that was discarded for a reason of sFlow's list */
  kind: "flow" | "expanded" | "discarded";
  sequence: number;
  /** ifIndex of the source of samples */
  source: number;
  /** one packet in so many; pool and drops as the agent counts them */
  oneIn?: number;
  pool?: number;
  drops: number;
  input: number;
  output: number;
  reason?: number;
  /** the packet from its Ethernet header on */
  header?: { bytes: Uint8Array; frameBytes: number };
  queueId?: number;
  transitDelayNs?: number;
  queueDepthBytes?: number;
};

export type SflowDatagram = {
  agent: string;
  subAgent: number;
  sequence: number;
  uptimeMs: number;
  samples: readonly SflowSample[];
};

const ETHERNET = 1;
const FCS_BYTES = 4;

/** Writes an sFlow v5 datagram into `b` at `p` and returns its end. */
export function encodeSflow(b: Uint8Array, p: number, datagram: SflowDatagram): number {
  const agent = parseIp(datagram.agent);
  assert(agent !== null, `not an IP address: ${datagram.agent}`);
  const words = agent.family === 4 ? 1 : 4;
  let at = putWords(b, p, [SFLOW_VERSION, agent.family === 4 ? 1 : 2, ...agent.words.subarray(0, words)]);
  const { subAgent, sequence, uptimeMs, samples } = datagram;
  at = putWords(b, at, [subAgent, sequence, uptimeMs, samples.length]);
  for (const sample of samples) at = encodeSample(b, at, sample);
  return at;
}

function encodeSample(b: Uint8Array, p: number, sample: SflowSample): number {
  const { kind, sequence, source, drops, input, output } = sample;
  const records: [number, readonly number[]][] = [];
  if (sample.queueId !== undefined) records.push([EXTENDED_EGRESS_QUEUE, [sample.queueId]]);
  if (sample.transitDelayNs !== undefined) records.push([EXTENDED_TRANSIT, [sample.transitDelayNs]]);
  if (sample.queueDepthBytes !== undefined) records.push([EXTENDED_QUEUE, [sample.queueDepthBytes]]);
  const count = records.length + (sample.header ? 1 : 0);
  const rate = [sample.oneIn ?? 1, sample.pool ?? 0, drops];
  const fixed =
    kind === "flow"
      ? [sequence, source, ...rate, input, output, count]
      : kind === "expanded"
        ? [sequence, 0, source, ...rate, 0, input, 0, output, count]
        : [sequence, 0, source, drops, input, output, sample.reason ?? 0, count];
  const tag = kind === "flow" ? FLOW_SAMPLE : kind === "expanded" ? FLOW_SAMPLE_EXPANDED : DISCARDED_PACKET;
  let at = putWords(b, p + 8, fixed);
  if (sample.header) at = encodeHeader(b, at, sample.header);
  for (const [record, body] of records) at = putWords(b, at, [record, 4 * body.length, ...body]);
  putWords(b, p, [tag, at - p - 8]);
  return at;
}

function encodeHeader(b: Uint8Array, p: number, header: { bytes: Uint8Array; frameBytes: number }): number {
  const { bytes, frameBytes } = header;
  const padded = 4 * Math.ceil(bytes.length / 4);
  const at = putWords(b, p, [SAMPLED_HEADER, 16 + padded, ETHERNET, frameBytes, FCS_BYTES, bytes.length]);
  b.fill(0, at, at + padded);
  b.set(bytes, at);
  return at + padded;
}

function putWords(b: Uint8Array, p: number, words: readonly number[]): number {
  for (const [i, word] of words.entries()) put32(b, p + 4 * i, word);
  return p + 4 * words.length;
}
