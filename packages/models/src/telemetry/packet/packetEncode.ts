import { assert } from "../../core/index.ts";
import type { FlowInput, IntInput } from "../encode/input.ts";
import { encodeV05, wordsV05 } from "../int/v05.ts";
import { encodeV10, wordsV10 } from "../int/v10.ts";
import { encodeV20, wordsV20 } from "../int/v20.ts";
import { type IpAddress, parseIp } from "./address.ts";
import { put16, put32, u16 } from "./bytes.ts";
import { TCP, UDP } from "./headers.ts";

/** The shim length has 8 bits; v2.x leaves out the shim itself, which is one word more than this (our choice). */
const MAX_INT_WORDS = 255;

/** DSCP that announces INT where the caller gives none [int-ports]. */
const INT_DSCP = 0x17;

const parsed = new Map<string, IpAddress>();

/** Addresses repeat from packet to packet; the memory of them is bounded. */
function addressOf(text: string): IpAddress {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const address = parseIp(text);
  assert(address !== null, `not an IP address: ${text}`);
  if (parsed.size >= 4096) parsed.clear();
  parsed.set(text, address);
  return address;
}

export function writeEthernet(b: Uint8Array, p: number, family: 4 | 6): number {
  put32(b, p, 0x02000000);
  put32(b, p + 4, 0x00020200);
  put32(b, p + 8, 0x00000001);
  put16(b, p + 12, family === 4 ? 0x0800 : 0x86dd);
  return p + 14;
}

const NO_OPTIONS = new Uint8Array(0);

/**
 * IPv4 (with checksum) or IPv6 header for `payloadBytes`; returns the offset behind it. Identification and
 * options (whole words) are IPv4's; without an identification the packet may not be fragmented.
 */
export function writeIp(
  b: Uint8Array,
  p: number,
  flow: FlowInput,
  dscp: number,
  payloadBytes: number,
  identification = 0,
  options: Uint8Array = NO_OPTIONS,
): number {
  const src = addressOf(flow.src);
  const dst = addressOf(flow.dst);
  assert(src.family === dst.family, `flow mixes IPv4 and IPv6: ${flow.src} -> ${flow.dst}`);
  if (src.family === 4) {
    const headerBytes = 20 + options.length;
    assert(headerBytes % 4 === 0 && headerBytes <= 60, "IPv4 options are whole words, at most ten");
    put16(b, p, 0x4000 | (headerBytes << 6) | (dscp << 2));
    put16(b, p + 2, headerBytes + payloadBytes);
    put16(b, p + 4, identification);
    put16(b, p + 6, identification === 0 ? 0x4000 : 0);
    put32(b, p + 8, 0x40000000 | (flow.proto << 16));
    put32(b, p + 12, src.words[0]);
    put32(b, p + 16, dst.words[0]);
    b.set(options, p + 20);
    let sum = 0;
    for (let i = 0; i < headerBytes; i += 2) sum += u16(b, p + i);
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
    put16(b, p + 10, ~sum & 0xffff);
    return p + headerBytes;
  }
  put32(b, p, (0x60000000 | (dscp << 22)) >>> 0);
  put16(b, p + 4, payloadBytes);
  b[p + 6] = flow.proto;
  b[p + 7] = 64;
  for (let i = 0; i < 4; i++) {
    put32(b, p + 8 + 4 * i, src.words[i]);
    put32(b, p + 24 + 4 * i, dst.words[i]);
  }
  return p + 40;
}

const intWords = (int: IntInput): number =>
  int.version === "0.4" || int.version === "0.5"
    ? wordsV05(int)
    : int.version === "1.0"
      ? wordsV10(int)
      : wordsV20(int);

/** The inner packet of a report: optional Ethernet, IP, L4 header and INT, without user payload. Returns its end. */
export function writeInner(
  b: Uint8Array,
  p: number,
  flow: FlowInput,
  ethernet: boolean,
  dscp: number,
  int: IntInput | null,
): number {
  const family = addressOf(flow.src).family;
  if (ethernet) p = writeEthernet(b, p, family);
  const hasPorts = flow.proto === TCP || flow.proto === UDP;
  assert(hasPorts || int === null, "INT stands behind a TCP or UDP header only");
  assert(
    int === null || intWords(int) <= MAX_INT_WORDS,
    "the INT stack is longer than its length field can say",
  );
  const l4Bytes = flow.proto === TCP ? 20 : flow.proto === UDP ? 8 : 0;
  const intBytes = int === null ? 0 : 4 * intWords(int);
  p = writeIp(
    b,
    p,
    flow,
    int === null ? dscp : int.wirePort === undefined ? INT_DSCP : dscp,
    l4Bytes + intBytes,
  );
  if (!hasPorts) return p;
  const dstPort = flow.dstPort ?? 0;
  put16(b, p, flow.srcPort ?? 0);
  put16(b, p + 2, int?.wirePort ?? dstPort);
  b.fill(0, p + 4, p + l4Bytes);
  if (flow.proto === UDP) put16(b, p + 4, l4Bytes + intBytes);
  else put16(b, p + 12, 0x5010);
  p += l4Bytes;
  if (int === null) return p;
  if (int.version === "0.4" || int.version === "0.5") return encodeV05(b, p, int, flow.proto, dstPort, dscp);
  return int.version === "1.0" ? encodeV10(b, p, int, dscp) : encodeV20(b, p, int, dstPort, dscp);
}
