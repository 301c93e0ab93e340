import { expect, it } from "vitest";
import { addressOfField } from "./addressOfField.ts";

it.each<[string, bigint, number | null, string | null]>([
  ["hdr.ipv4.dstAddr", 0x0a000101n, null, "10.0.1.1"],
  ["hdr.ipv4.dst_addr", 0x0a000101n, 32, "10.0.1.1"],
  ["ipv4.src", 0xc0a80001n, null, "192.168.0.1"],
  ["nhop_ipv4", 0x0a000101n, null, "10.0.1.1"],
  ["srcIP", 0x0a000101n, null, "10.0.1.1"],
  ["dst_mac", 0x111n, null, "00:00:00:00:01:11"],
  ["hdr.ethernet.srcAddr", 0x080000000111n, 48, "08:00:00:00:01:11"],
  ["hdr.eth.dst", 1n, 48, "00:00:00:00:00:01"],
  ["dstAddr", 0x080000000111n, null, "08:00:00:00:01:11"],
  ["hdr.ipv6.dst_addr", 0x20010db8_00000000_00000000_00000001n, null, "2001:db8::1"],
  // of unknown kind, or no address at all
  ["dstAddr", 0x0a000101n, null, null],
  ["next_hop", 0x202n, null, null],
  ["hdr.ipv4.protocol", 6n, 8, null],
  ["hdr.ethernet.etherType", 0x800n, 16, null],
  ["hdr.ipv4.$valid$", 1n, 1, null],
  ["meta.is_ipv4", 1n, null, null],
  ["hdr.tcp.dst", 80n, null, null],
  // of another size than its name says
  ["hdr.ipv4.dstAddr", 0x1_0a000101n, null, null],
  ["hdr.ipv4.dstAddr", 5n, 16, null],
])("%s = %s (%s bits) is %s", (name, value, bits, text) => {
  expect(addressOfField(name, value, bits)).toBe(text);
});
