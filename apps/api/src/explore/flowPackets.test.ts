import { expect, test } from "vitest";
import { flowPackets } from "./flowPackets.ts";

const flow = { src: "10.0.0.1", dst: "10.0.1.9", proto: 17, srcPort: 1_000, dstPort: 53 };
const hop = (ingressPort: number | null) => ({
  ...{ nodeId: 1, ingressPort, egressPort: 2, queueId: null, latencyUs: 3, queueDepth: null },
});
const sample = (more: object = {}) => ({ flow, dscp: null, hops: [hop(4)], ...more });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
/** Sum of the 16-bit words of an IPv4 header, folded: 0xffff where its checksum is right (RFC 1071). */
function sumOf(bytes: Uint8Array): number {
  const words = Array.from(
    { length: 10 },
    (_, i) => (bytes[14 + 2 * i] ?? 0) * 256 + (bytes[15 + 2 * i] ?? 0),
  );
  let sum = words.reduce((a, b) => a + b, 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return sum;
}

test("a packet has the flow's addresses, protocol and ports, and comes in where the first hop took it", () => {
  const [packet, ...more] = flowPackets([sample(), sample()], 10);
  expect(more).toEqual([]);
  expect(packet?.port).toBe(4);
  expect(hex(packet?.bytes.slice(23, 24) ?? new Uint8Array())).toBe("11");
  expect(hex(packet?.bytes.slice(26, 38) ?? new Uint8Array())).toBe("0a0000010a00010903e80035");
});

test.each([
  ["another DSCP", { dscp: 46 }],
  ["another port", { hops: [hop(5)] }],
  ["no port", { hops: [hop(null)] }],
  ["TCP", { flow: { ...flow, proto: 6 } }],
  ["a protocol without ports", { flow: { ...flow, proto: 47, srcPort: null, dstPort: null } }],
  ["IPv6", { flow: { ...flow, src: "2001:db8::1", dst: "2001:db8::2" } }],
])("%s is another packet", (_, more) => {
  const packets = flowPackets([sample(), sample(more)], 10);
  expect(packets).toHaveLength(2);
  for (const { bytes } of packets) if (bytes[12] === 8) expect(sumOf(bytes)).toBe(0xffff);
});

test("a DSCP stands in its six bits, of IPv4 and IPv6", () => {
  const v6 = { ...flow, src: "2001:db8::1", dst: "2001:db8::2" };
  const [a, b] = flowPackets([sample({ dscp: 46 }), sample({ dscp: 46, flow: v6 })], 10);
  expect(hex(a?.bytes.slice(14, 16) ?? new Uint8Array())).toBe("45b8");
  expect(hex(b?.bytes.slice(14, 16) ?? new Uint8Array())).toBe("6b80");
});

test("no more than asked for, and none without a flow", () => {
  expect(flowPackets([sample({ flow: null })], 10)).toEqual([]);
  expect(flowPackets([sample(), sample({ dscp: 1 }), sample({ dscp: 2 })], 2)).toHaveLength(2);
});
