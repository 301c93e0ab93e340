import { DETAIL_TCP_INT, type ReportBatch } from "../batch.ts";
import { OK, TCP_INT_LENGTH } from "../reasons.ts";

/** TCP-INT [int-tcp-int]: a TCP option of its own, not INT of p4.org. */
const KIND = 0x72;
export const TCP_INT_BYTES = 12;
const END_OF_OPTIONS = 0;
const NO_OPERATION = 1;
const LINK_GBPS = [null, 10, 25, 40, 50, 100, 200, 400] as const;
/** Latencies count in 256 ns; the echo of a large one in 65,536 ns. */
const LATENCY_UNIT_NS = 256;
const ECHO_FLAG = 0x8000;
const ECHO_LINK_FIRST = 1;

/** What the most loaded switch of the path wrote; null = the code is not defined. */
type TcpIntLoad = {
  linkGbps: number | null;
  /** 0 to 127, scaled by the link's speed; null where the queue is told instead */
  available: number | null;
  queueBytes: number | null;
};

export type TcpIntOption = {
  tag: number;
  /** of the packet that carries the option */
  forward: TcpIntLoad & { hopTtl: number; latencyNs: number };
  /** what the other end saw of the opposite direction; `hop` 0 = none */
  echo: TcpIntLoad & { hop: number; latencyNs: number };
};

const load = (value: number, link: number): TcpIntLoad => ({
  linkGbps: LINK_GBPS[link] ?? null,
  available: value < 0x80 ? 0x7f - value : null,
  queueBytes: value < 0x80 ? null : (value & 0x7f) << 13,
});

/**
 * Looks for the option between `at` and `end` (the options of a TCP header) and keeps it as the detail of report `r`.
 */
export function readTcpInt(
  v: DataView,
  at: number,
  end: number,
  echoLinkFirst: boolean,
  batch: ReportBatch,
  r: number,
): number {
  let p = at;
  while (p < end) {
    const kind = v.getUint8(p);
    if (kind === END_OF_OPTIONS) return OK;
    if (kind === NO_OPERATION) {
      p++;
      continue;
    }
    const length = p + 2 <= end ? v.getUint8(p + 1) : 0;
    if (kind === KIND) {
      if (length !== TCP_INT_BYTES || p + length > end) return TCP_INT_LENGTH;
      batch.addDetail(r, DETAIL_TCP_INT, v.getUint32(p + 2));
      batch.addDetail(r, DETAIL_TCP_INT, v.getUint32(p + 6));
      batch.addDetail(r, DETAIL_TCP_INT, (v.getUint16(p + 10) << 16) >>> 0);
      batch.addDetail(r, DETAIL_TCP_INT, echoLinkFirst ? ECHO_LINK_FIRST : 0);
      return OK;
    }
    if (length < 2) return OK; // not ours to judge
    p += length;
  }
  return OK;
}

/** The option from the four words that `readTcpInt` keeps. */
export function tcpIntAt(words: Uint32Array, at: number): TcpIntOption {
  const [first, second, third, order] = words.subarray(at, at + 4);
  const hopLat = ((first & 0xff) << 16) | (second >>> 16);
  const echoByte = second & 0xff;
  // the two bytes of the echoed latency stand in the order of the sender's memory
  const echoed = ((third >>> 16) & 0xff) * 256 + (third >>> 24);
  const [hop, link] =
    order === ECHO_LINK_FIRST ? [echoByte & 0x0f, echoByte >> 4] : [echoByte >> 4, echoByte & 0x0f];
  return {
    tag: first >>> 28,
    forward: {
      ...load((first >>> 16) & 0xff, (first >>> 24) & 0x0f),
      hopTtl: (first >>> 8) & 0xff,
      latencyNs: hopLat * LATENCY_UNIT_NS,
    },
    echo: {
      ...load((second >>> 8) & 0xff, link),
      hop,
      latencyNs:
        echoed & ECHO_FLAG
          ? (echoed & ~ECHO_FLAG) * LATENCY_UNIT_NS * LATENCY_UNIT_NS
          : echoed * LATENCY_UNIT_NS,
    },
  };
}

/**
 * Writes the option at `p`, with the echo's hop first; latencies are cut to their unit and range, an unknown
 * link speed is written as 0.
 */
export function encodeTcpInt(b: Uint8Array, p: number, option: TcpIntOption): number {
  const { forward, echo } = option;
  const value = (of: TcpIntLoad): number =>
    of.queueBytes !== null ? 0x80 | (of.queueBytes >> 13) : 0x7f - (of.available ?? 0);
  const link = (of: TcpIntLoad): number => Math.max(0, LINK_GBPS.indexOf(of.linkGbps as 10));
  const latency = Math.floor(forward.latencyNs / LATENCY_UNIT_NS);
  const small = Math.floor(echo.latencyNs / LATENCY_UNIT_NS);
  const echoed =
    small < ECHO_FLAG ? small : ECHO_FLAG | Math.min(ECHO_FLAG - 1, Math.floor(small / LATENCY_UNIT_NS));
  b.set(
    [
      KIND,
      TCP_INT_BYTES,
      (option.tag << 4) | link(forward),
      value(forward),
      forward.hopTtl,
      latency >>> 16,
      (latency >>> 8) & 0xff,
      latency & 0xff,
      value(echo),
      (echo.hop << 4) | link(echo),
      echoed & 0xff,
      echoed >> 8,
    ],
    p,
  );
  return p + TCP_INT_BYTES;
}
