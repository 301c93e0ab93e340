import { describe, expect, it } from "vitest";
import { walkPacket } from "../../../../testing/synthesis/walkPacket.ts";
import { synthesise } from "../../classes/synthesise.ts";
import { matches } from "../../header/filter.ts";
import type { Packet } from "../../header/layout.ts";
import { parseClickChain } from "../parseServiceChain.ts";
import { parseIpExpression } from "./ipExpression.ts";

const ip = (a: number, b: number, c: number, d: number): number => ((a * 256 + b) * 256 + c) * 256 + d;
const base: Packet = {
  ethDst: 0x020000000001,
  ethSrc: 0x020000000002,
  ethType: 0x0800,
  ipSrc: ip(10, 1, 2, 3),
  ipDst: ip(192, 0, 2, 1),
  ipProto: 6,
  ipTos: 0x29,
  ipTtl: 64,
  srcPort: 5000,
  dstPort: 80,
  tcpFlags: 18,
  icmpType: 0,
};
const tcp = base;
const udp: Packet = { ...base, ipProto: 17, dstPort: 8, tcpFlags: 0, ipTos: 3 };
const ping: Packet = { ...base, ipProto: 1, srcPort: 0, dstPort: 0, tcpFlags: 0, icmpType: 8, ipTos: 0 };

/** Which of the three packets a pattern takes, as the real Click 2.1 does. */
function taken(text: string): string {
  const read = parseIpExpression(text);
  if (!read.ok) return read.error;
  return [tcp, udp, ping].map((p) => (read.filters.some((f) => matches(f, p)) ? "1" : "0")).join("");
}

describe("the language of IPFilter and IPClassifier", () => {
  it.each([
    // a value that has no kind of its own does not begin a test without an end
    ["frag or 10/8", "111"],
    ["tcp ? dst port 80 : icmp", "101"],
    ["tcp ? udp : udp ? icmp : true", "001"],
    ["!(tcp ? udp : true)", "100"],
    ["ip ect", "110"],
    ["ip ce", "010"],
    ["ip ect 1", "100"],
    ["ip ect and 3", "010"],
    // 0 in front is octal
    ["dst port 010", "010"],
    ["dst port 0x50", "100"],
    ["dst port & 10 == 8", "010"],
    // of a value only what lies under the mask counts
    ["dst port & 10 == 12", "010"],
    ["ip tos & 3 > 0", "110"],
    ["ip tos & 0xF0 >= 4", "100"],
    ["src host & 255.0.0.0 10.9.9.9", "111"],
    ["net 10.9.2.9 mask 255.0.255.0", "111"],
    ["src and dst host & 255.0.0.0 10.0.0.0", "000"],
    ["ip[8:2] == 0x4006", "100"],
    ["ip[8:2] > 0x4006", "010"],
    ["ip[12,15] == 167838211", "111"],
    ["tcp[0] == 19", "100"],
    ["tcp[0:4] == 327680080", "100"],
    ["udp[3] & 12 8", "010"],
    ["ip[0] == 0x45", "111"],
    ["ip[6:2] & 0x1fff == 0", "111"],
    ["ip hl 5 && ip vers 4 && unfrag", "111"],
    ["tcp frag", "000"],
    ["udp unfrag", "010"],
    ["tcp opt 18", "100"],
    ["ip proto & 3 == 1", "011"],
    ["src not port 5000 && udp or icmp", "001"],
    ["port < 70000", "110"],
    ["ip ttl < 0 or ip ttl >= 0", "111"],
    ["ip vers 4 or 6", "111"],
    ["dst port 22 or 80 or udp", "110"],
    ["tcpudp", "110"],
    // a protocol holds for the port behind it
    ["ip proto 17 or www", "010"],
    ["ip proto 6 or www", "100"],
  ])("[I2] %s", (text, expected) => {
    expect(taken(text)).toBe(expected);
  });

  it.each([
    ["fin ack || domain", false],
    ["tcp opt fin || domain", false],
    ["tcp opt fin || dst port 53", true],
    ["www || domain", true],
  ])("[I2] %s: flags are of TCP, and so is a bare port behind them", (text, isTaken) => {
    const read = parseIpExpression(text);
    const query = { ...udp, dstPort: 53 };
    expect(read.ok && read.filters.some((f) => matches(f, query))).toBe(isTaken);
  });

  it.each([
    ["ip id 5", /not among the fields/],
    ["tcp win > 10", /not among the fields/],
    ["transp[0:2] == 80", /not among the fields/],
    ["host & 0.0.0.255 10.0.0.1", /more than \d+ ranges/],
    // Click shifts by all bits of a word
    ["ip tos & 0xF0 >= 2", /no defined order/],
    ["net 10.0.0.1", /length or a mask/],
    ["host 10.0.0.0/8", /no length/],
    ["ip ttl 300", /more than 255/],
    ["dst port 90000", /more than 65535/],
    // which Click takes for any protocol
    ["ip proto 1024", /more than 255/],
    ["tcp udp", /another protocol/],
    ["src dst port 5", /another direction/],
    ["tcp ? udp", /":"/],
    ["port echo and 10/8 5", /in front/],
    ["ip[3:2] 5", /four bytes/],
    ["ip[", /"\]" is missing/],
    ["frag 5", /takes no value/],
    // Click takes the word for the value
    ["ip frag ip ttl 5", /write "and"/],
    ["ip ect ip[12] > 4", /write "and"/],
    ["src host <", /missing/],
  ])("[I6] %s is refused with words", (text, words) => {
    expect(parseIpExpression(text)).toMatchObject({ ok: false, error: expect.stringMatching(words) });
  });
});

describe("patterns of Classifier", () => {
  const end = (pattern: string, p: Packet): string => {
    const { graph } = parseClickChain(
      `FromDevice(in) -> c :: Classifier(${pattern}, -); c[0] -> ToDevice(hit); c[1] -> ToDevice(other);`,
      "x.click",
    );
    const walked = walkPacket(graph!, graph!.entries[0]!.target, p, () => 0);
    return walked.ending.kind === "exit" ? /\[(\w+)\]/.exec(walked.ending.name)![1]! : walked.ending.kind;
  };

  it.each([
    ["!23/06", "other", "hit"],
    ["23/06%fe", "hit", "other"],
    ["15/?9", "hit", "other"],
    ["15/2?", "hit", "other"],
    ["47/02%02", "hit", "exception"],
    ["47/12", "hit", "exception"],
    ["!36/0050 12/0800", "other", "hit"],
    ["26/0a010203c0000201", "hit", "hit"],
    ["0/020000000001020000000002", "hit", "hit"],
    ["22/4006", "hit", "other"],
    ["26/0a 28/02", "hit", "hit"],
    // what is no field of a packet is left to the element, unless the rest already says no
    ["16/0000", "exception", "exception"],
    ["16/0000 23/06", "exception", "other"],
    ["!16/0000", "exception", "exception"],
    // frames of other kinds have no TOS there
    ["14/4242", "exception", "exception"],
  ])("[I8] %s", (pattern, ofTcp, ofUdp) => {
    expect([end(pattern, tcp), end(pattern, udp)]).toEqual([ofTcp, ofUdp]);
  });

  it.each(["12/080", "12/0800%ff", "x/08"])("[I6] %s is refused, as Click does", (pattern) => {
    const { diagnostics } = parseClickChain(
      `FromDevice(in) -> c :: Classifier(${pattern}, -); c[0] -> ToDevice(a); c[1] -> ToDevice(b);`,
      "x.click",
    );
    expect(diagnostics.map((d) => d.message)).toContainEqual(expect.stringContaining(`pattern "${pattern}"`));
  });

  it("[I8] what Click reads and classes cannot say leaves the packets to the element", () => {
    for (const pattern of ["ip id 5", "tcp win 5", "host & 0.0.0.255 10.0.0.1", "ip tos & 0xF0 >= 2"]) {
      const { graph } = parseClickChain(
        `FromDevice(in) -> Strip(14) -> CheckIPHeader -> IPFilter(deny ${pattern}, allow all) -> ToDevice(a);`,
        "x.click",
      );
      const found = synthesise(graph!);
      const endings = "classes" in found ? found.classes.map((c) => c.ending) : [];
      expect(endings).toContainEqual(
        expect.objectContaining({ kind: "exception", reason: expect.stringContaining(pattern) }),
      );
    }
  });
});
