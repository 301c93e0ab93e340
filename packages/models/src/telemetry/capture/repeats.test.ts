import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../profile/profile.ts";
import { encodePcap, encodeUdpFrame } from "./pcapEncode.ts";
import { createFrameTally, readDatagrams } from "./readDatagrams.ts";
import { repeatedSentence } from "./repeats.ts";

const PATH = { src: "10.0.0.1", dst: "10.0.0.2", srcPort: 1, dstPort: 6_000 };
const packet = (i: number): Uint8Array => encodeUdpFrame(Uint8Array.from([i, i >> 8, 3, 4]), PATH);

async function tallyOf(frames: readonly Uint8Array[]) {
  const tally = createFrameTally();
  const file = encodePcap(frames.map((data, i) => ({ timeNs: BigInt(i), data })));
  let handedOut = 0;
  for await (const _ of readDatagrams([file], new Set([6_000]), tally, DEFAULT_OPTIONS)) handedOut++;
  return { handedOut, repeated: tally.repeated };
}
const packets = Array.from({ length: 300 }, (_, i) => packet(i));

test("[T9] packets that a capture holds twice are all handed out, and counted as copies", async () => {
  expect(await tallyOf(packets)).toEqual({ handedOut: 300, repeated: 0 });
  // both directions of a mirror: the copy comes close behind, by another way to its interface
  const twice = packets.flatMap((frame, i) => [frame, ...(i < 3 ? [] : [packets[i - 3]])]);
  expect(await tallyOf(twice)).toEqual({ handedOut: 597, repeated: 297 });
  const otherMac = (frame: Uint8Array): Uint8Array => frame.map((byte, at) => (at < 12 ? 7 : byte));
  expect((await tallyOf(packets.flatMap((frame) => [frame, otherMac(frame)]))).repeated).toBe(300);
  expect(repeatedSentence(297, 597)).toMatch(/^297 of 597 datagrams equal one of the 8 before them/);
});

test("[T9] what repeats later, or differs in a byte, is no copy", async () => {
  expect((await tallyOf([...packets, ...packets])).repeated).toBe(0);
  expect(repeatedSentence(0, 600)).toBeNull();
});
