import { describe, expect, it } from "vitest";
import { smallSwitch } from "../../../testing/run/smallSwitch.ts";
import { hexOf } from "../values/hex.ts";
import type { NamedShape } from "./headerShapes.ts";
import { readPacket } from "./readPacket.ts";

const shapes: NamedShape[] = [
  {
    name: "my_tunnel",
    type: "my_tunnel_t",
    fields: [
      { name: "proto_id", width: 16 },
      { name: "dst_id", width: 12 },
      { name: "flags", width: 4 },
    ],
  },
  { name: "inner.options", type: "options_t", fields: [{ name: "data", width: 0 }] },
  { name: "odd", type: "odd_t", fields: [{ name: "bits", width: 7 }] },
];

const hex = (text: string): string => {
  const read = readPacket(text, shapes);
  if (!read.ok) throw new Error(read.error.message);
  return hexOf(read.value);
};
const problem = (text: string) => {
  const read = readPacket(text, shapes);
  if (read.ok) throw new Error(`${text} is a packet`);
  return { message: read.error.message, column: read.error.span?.column };
};

describe("a packet by names", () => {
  // bytes of scapy 2.8.0 for the same headers with the same addresses
  it.each([
    [
      "eth/ipv4(ttl=1)/udp(dport=53)",
      "02000000000202000000000108004500001c000100000111a5ce0a0000010a000002003500350008eb71",
    ],
    [
      'Ether / IP / tcp(flags=0x12, seq=7) / "hello"',
      "02000000000202000000000108004500002d00010000400666c80a0000010a00000200140050000000070000000050122000378e000068656c6c6f",
    ],
    [
      "eth/vlan(vid=5,pcp=3)/ipv4(dst_addr=192.168.1.9)/icmp",
      "0200000000020200000000018100600508004500001c000100004001af2e0a000001c0a801090800f7ff00000000",
    ],
    [
      "eth/ipv6/udp/0x616263",
      "02000000000202000000000186dd60000000000b114020010db800000000000000000000000120010db800000000000000000000000200350035000bdf96616263",
    ],
    [
      "eth/ipv6(hopLimit=3,src=2001:db8::1)/tcp",
      "02000000000202000000000186dd600000000014060320010db800000000000000000000000120010db800000000000000000000000200140050000000000000000050022000340a0000",
    ],
    ["eth/arp(op=2)", "020000000002020000000001080600010800060400020200000000010a0000010000000000000a000002"],
    [
      "eth/ipv4/udp(sport=4789)/vxlan(vni=77)/eth/ipv4/udp",
      "02000000000202000000000108004500004e000100004011669c0a0000010a00000212b512b5003a79260800000000004d0002000000000202000000000108004500001c00010000401166ce0a0000010a000002003500350008eb71",
    ],
    [
      "eth/mpls(label=9,ttl=8)/ipv4/udp",
      "0200000000020200000000018847000091084500001c00010000401166ce0a0000010a000002003500350008eb71",
    ],
    [
      "eth/ipv4/gre/ipv4/tcp",
      "02000000000202000000000108004500004000010000402f668c0a0000010a000002000008004500002800010000400666cd0a0000010a000002001400500000000000000000500220007b7c0000",
    ],
    [
      "eth/ipv4/ipv6/udp",
      "020000000002020000000001080045000044000100004029668e0a0000010a000002600000000008114020010db800000000000000000000000120010db8000000000000000000000002003500350008a3ff",
    ],
    [
      "eth/ipv4/udp(sport=2152)/gtpu(teid=5)/ipv4/udp",
      "02000000000202000000000108004500004000010000401166aa0a0000010a00000208680868002cbdbf30ff001c000000054500001c00010000401166ce0a0000010a000002003500350008eb71",
    ],
  ])("%s is what scapy makes of it", (text, bytes) => expect(hex(text)).toBe(bytes));

  it("what the text gives is not computed", () => {
    expect(hex("ipv4(len=9,chksum=1,proto=99)/udp(chksum=0xbeef)")).toBe(
      "4500000900010000406300010a0000010a000002003500350008beef",
    );
    expect(hex("eth(dst=1:2:3:4:5:6,type=0x1212)/ipv4").slice(0, 28)).toBe("0102030405060200000000011212");
  });

  it("headers of the program by path, end or type; what is left out is 0", () => {
    for (const name of ["my_tunnel", "hdr.my_tunnel", "my_tunnel_t"])
      expect(hex(`${name}(protoId=0x800,dst_id=0b11)`)).toBe("08000030");
    expect(hex("eth(type=0x1212)/my_tunnel/options").slice(-8)).toBe("00000000");
  });

  it("the headers are those of the program that runs", () => {
    const target = smallSwitch({ types: "header v_t { varbit<16> v; }", headers: "h_t[2] more; v_t v;" });
    expect(target.headerShapes().map(({ name }) => name)).toEqual(["h", "more[0]", "more[1]", "v"]);
    const read = readPacket("h(a=1)/more[1](e=2)", target.headerShapes());
    expect(read.ok && hexOf(read.value)).toBe(`01${"00".repeat(26)}02`);
  });
});

describe("a packet in hexadecimal", () => {
  it.each(["0a0B0c", "0x0a0b0c", "0a 0b\n0c", " 0a:0b:0c "])("%j", (text) =>
    expect(hex(text)).toBe("0a0b0c"),
  );
});

describe("what is wrong has its place and a remedy", () => {
  it.each([
    ["0a0", 1, /3 hexadecimal digits are not whole bytes/],
    ["0a 0g", 5, /"g" is not a hexadecimal digit/],
    ["", 1, /is empty/],
    ["eth/ivp4", 5, /no header ivp4 \(did you mean "ipv4"\?\); known are eth.* and of the program my_tunnel/],
    ["eth/ipv4(tll=1)", 10, /ipv4 has no field tll \(did you mean "ttl"\?\); its fields are version/],
    ["eth/ipv4(ttl=256)", 10, /256 does not fit ttl, which has 8 bits/],
    ["eth/ipv4(dst=10.0.0.256)", 10, /takes a number or an address/],
    ["eth/ipv4(ttl)", 10, /a field is missing/],
    ["eth/ipv4(ttl=1", 15, /a comma or \)/],
    ["eth//udp", 5, /a header is missing/],
    ["eth/ipv4 udp", 10, /apart by \//],
    ["eth/0xabc", 10, /whole bytes/],
    ["odd(bits=1)", 1, /not whole bytes long/],
    ["options(data=1)", 9, /no fixed length/],
  ])("%j", (text, column, message) => {
    const found = problem(text);
    expect(found.message).toMatch(message);
    expect(found.column).toBe(column);
  });
});
