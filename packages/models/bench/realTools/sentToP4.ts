import type { Random } from "../../src/core/index.ts";
import { valueAt } from "../../src/synthesis/header/fieldSet.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import type { Synthesis } from "../../src/synthesis/index.ts";
import type { PortNumbers } from "../../src/synthesis/output/targets.ts";
import type { Chooser } from "../../testing/synthesis/applyWrites.ts";
import { classify } from "../../testing/synthesis/classify.ts";
import { packetNear } from "../../testing/synthesis/packets.ts";
import { walkPacket } from "../../testing/synthesis/walkPacket.ts";
import { frameOf, hasValidChecksums, packetOfFrame } from "./pcap.ts";
import { comingIn, numbered } from "./sent.ts";

const lowest: Chooser = (_field, _packet, write) => valueAt(write.values, 0)!;

/** A frame for the P4 program of a synthesis, and what has to leave: null for nothing, by `isServer` as it came. */
export type ForP4 = {
  port: number;
  frame: Buffer;
  expected: { port: number; packet: Packet; isServer: boolean } | null;
};

/** Frames for the program, each with what the chain's own functions do with it; `flows`: how many, or recorded ones. */
export function framesForP4(
  synthesis: Synthesis,
  { ports, serverPort }: PortNumbers,
  flows: number | readonly Buffer[],
  random: Random,
): ForP4[] {
  const count = typeof flows === "number" ? flows : flows.length;
  return Array.from({ length: count }, (_, i) => {
    const at = i % synthesis.classifiers.length;
    const { entry } = synthesis.classifiers[at]!;
    const came = typeof flows === "number" ? generated(synthesis, at, random) : comingIn(flows[i]!, at);
    const frame = numbered(came, i);
    const packet = packetOfFrame(frame);
    const sent = { port: ports[entry]!, frame };
    // a switch knows no flows: whatever may be of one goes to the server
    const stays = [false, true].some((isKnown) => {
      const { flows: kept, state, ending } = classify(synthesis, entry, packet, isKnown);
      return kept.length > 0 || state !== null || ending.kind === "exception" || ending.kind === "cut";
    });
    if (stays) return { ...sent, expected: { port: serverPort, packet, isServer: true } };
    const { target: start } = synthesis.graph.entries.find((e) => e.name === entry)!;
    const { ending, packet: left } = walkPacket(synthesis.graph, start, packet, lowest);
    const expected =
      ending.kind === "exit" ? { port: ports[ending.name]!, packet: left, isServer: false } : null;
    return { ...sent, expected };
  });
}

function generated(synthesis: Synthesis, at: number, random: Random): Buffer {
  const near = packetNear(synthesis, at, random);
  const ipProto = near.ipProto === 6 || near.ipProto === 17 ? near.ipProto : 1;
  return frameOf({ ...near, ipProto });
}

/** What is wrong with what left for a frame; null when it is as it has to be. */
export function wrongIn(
  { frame, expected }: ForP4,
  left: readonly { port: number; bytes: Uint8Array }[],
): string | null {
  const [first, ...more] = left;
  if (!expected || !first || more.length > 0)
    return (expected === null) === (first === undefined) && more.length === 0
      ? null
      : `${left.length} left, expected ${expected ? "one" : "none"}`;
  const out = Buffer.from(first.bytes);
  if (first.port !== expected.port) return `left by ${first.port}, expected ${expected.port}`;
  if (expected.isServer) return out.equals(frame) ? null : "changed on its way to the server";
  if (out.length !== frame.length || !hasValidChecksums(out)) return "length or checksum";
  const is = packetOfFrame(out);
  const field = Object.keys(is).find((f) => is[f] !== (expected.packet[f] ?? 0));
  return field === undefined ? null : `${field} is ${is[field]}, expected ${expected.packet[field]}`;
}
