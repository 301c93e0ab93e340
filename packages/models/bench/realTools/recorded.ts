import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../src/core/index.ts";
import { formatIp } from "../../src/synthesis/header/address.ts";
import { readCapture } from "../../src/telemetry/index.ts";
import { hasValidChecksums } from "./pcap.ts";

const IPV4 = 0x0800;
const HEADERS_BYTES = 34;
/** What the least fragmenter of a random chain lets through whole. */
const LEAST_MTU = 576;
const DONT_FRAGMENT = 0x4000;

/** Whether no fragmenter of a random chain has to do anything. */
export const fitsLeastMtu = (frame: Buffer): boolean => frame.readUInt16BE(16) <= LEAST_MTU;

/** Frames of captures that the classes speak of, and why others are not compared. */
type Recorded = { frames: Buffer[]; leftOut: Record<string, number> };

/** The frames of all captures among files and folders; what cannot be read is left out by its reason. */
export async function recordedFrames(paths: readonly string[]): Promise<Recorded> {
  const frames: Buffer[] = [];
  const leftOut: Record<string, number> = {};
  for (const file of paths.flatMap(filesOf)) {
    for await (const item of readCapture([readFileSync(file)])) {
      if (item.kind !== "frame") continue;
      const frame = Buffer.from(item.data);
      const why = obstacle(frame);
      if (why === null) frames.push(frame);
      else leftOut[why] = (leftOut[why] ?? 0) + 1;
    }
  }
  return { frames, leftOut };
}

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .filter((name) => /\.(pcap|pcapng|cap|dmp)$/.test(name))
        .map((name) => join(path, name))
    : [path];

/** Why a frame is none of what a synthesis speaks of (well-formed IPv4 without options), or cannot be judged. */
function obstacle(frame: Buffer): string | null {
  if (frame.length < HEADERS_BYTES || frame.readUInt16BE(12) !== IPV4) return "not IPv4 in Ethernet";
  if (frame[14] !== 0x45) return "IP options";
  const [length, fragment] = [frame.readUInt16BE(16), frame.readUInt16BE(20)];
  if ((fragment & 0x3fff) !== 0) return "a fragment";
  if (frame.length < 14 + length) return "cut by the capture";
  // pieces have no ports, and are other ones when two fragmenters become one
  if (!fitsLeastMtu(frame) && (fragment & DONT_FRAGMENT) === 0) return "would be fragmented";
  const least = frame[23] === 6 ? 20 : frame[23] === 17 ? 8 : 0;
  if (length < 20 + least) return "shorter than its header";
  return hasValidChecksums(frame) ? null : "checksum unknown or wrong";
}

/** `count` frames in a row, so that flows stay together. */
export function someOf(frames: readonly Buffer[], count: number, random: Random): Buffer[] {
  const from = random.integer(Math.max(1, frames.length - count));
  return frames.slice(from, from + count);
}

/** Prefixes of addresses that the frames have, so that random filters and routes tell them apart. */
export function netsOf(frames: readonly Buffer[], random: Random): string[] {
  const prefixes = [8, 16, 24, 32].flatMap((length) =>
    [26, 30].map((offset) => {
      const frame = frames[random.integer(frames.length)]!;
      const address = frame.readUInt32BE(offset);
      return `${formatIp(address - (address % 2 ** (32 - length)))}/${length}`;
    }),
  );
  return [...new Set([...prefixes, "0.0.0.0/0"])];
}
