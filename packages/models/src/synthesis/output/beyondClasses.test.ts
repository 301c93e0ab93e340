import { describe, expect, it } from "vitest";
import { headersOf } from "../../../testing/synthesis/packets.ts";
import { runOpenFlow } from "../../../testing/synthesis/runOpenFlow.ts";
import { runP4 } from "../../../testing/synthesis/runP4.ts";
import { checkP4 } from "../../p4/index.ts";
import { synthesise } from "../classes/synthesise.ts";
import { parseIp } from "../header/address.ts";
import type { Packet } from "../header/layout.ts";
import { parseClickChain } from "../input/parseServiceChain.ts";
import { beyondNotes } from "./beyondClasses.ts";
import { toClick } from "./click/toClick.ts";
import { toOpenFlow } from "./openflow.ts";
import { toP4 } from "./p4/toP4.ts";

const ENCAP = "EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2)";
const PACKET = {
  ethDst: 2,
  ethSrc: 1,
  ethType: 0x0800,
  ipSrc: parseIp("10.0.0.1")!,
  ipDst: parseIp("192.0.2.1")!,
  ipProto: 17,
  ipTos: 0,
  ipTtl: 64,
  srcPort: 1234,
  dstPort: 53,
  tcpFlags: 0,
  icmpType: 0,
};

function synthesised(elements: string, start = "Strip(14) -> CheckIPHeader") {
  const { graph, diagnostics } = parseClickChain(
    `FromDevice(eth0) -> ${start} -> ${elements} -> ${ENCAP} -> ToDevice(eth1);`,
    "a.click",
  );
  expect(diagnostics).toEqual([]);
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.status);
  return found;
}

const PORTS = "IPFilter(deny dst port 80, allow all)";

describe("packets that no class speaks of", () => {
  it.each([
    ["a rule on fragments", "IPFilter(deny ip frag, allow all)"],
    ["a rule on whole packets", "IPFilter(allow ip unfrag, drop all)"],
    ["ports", PORTS],
    ["TCP flags", "IPClassifier(syn)"],
    ["flows", "IPRewriter(pattern 10.0.0.9 1024-2047 - - 0 1)"],
  ])("[O6] behind %s fragments go to the functions, not by the rules for whole packets", (_, elements) => {
    const synthesis = synthesised(elements);
    const click = toClick(synthesis).text!;
    expect(click).toContain("whole_click_eth0 :: IPClassifier(ip unfrag, -);");
    expect(click).toContain("whole_click_eth0[1] -> out_software;");
    expect(click).toContain("// to software, as they came: fragments");
    const { text } = toOpenFlow(synthesis);
    expect(runOpenFlow(text!, { ...PACKET, ipFragment: 1 }, 1)).toMatchObject({ port: 3, packet: PACKET });
  });

  it.each([
    "IPFilter(deny src net 10.0.0.0/8 && ip ttl > 9, allow all)",
    "StaticIPLookup(0.0.0.0/0 0) -> DecIPTTL",
  ])("[O6] where no function tells fragments apart they stay in their class: %s", (elements) => {
    const synthesis = synthesised(elements);
    expect(toClick(synthesis).text).not.toContain("software");
    expect(toOpenFlow(synthesis).text).not.toContain("frag");
    expect(toP4(synthesis)).toMatchObject({ program: expect.not.stringContaining("ihl != 5") });
  });

  it.each(["IPFilter(deny ip hl > 5, allow all)", "IPGWOptions(192.0.2.9)"])(
    "[O6] packets with options go to the functions, or OpenFlow says that it cannot tell them: %s",
    (elements) => {
      const synthesis = synthesised(elements);
      expect(toClick(synthesis).text).toContain("IPClassifier(ip hl 5, -)");
      const { text, diagnostics } = toOpenFlow(synthesis);
      expect(text).toContain("# packets with IP options fare as those without");
      expect(diagnostics).toMatchObject([
        {
          severity: "warning",
          code: "openflow-differs",
          message: expect.stringMatching(/^packets with IP options/),
        },
        { severity: "warning", message: expect.stringMatching(/^headers are not checked/) },
      ]);
    },
  );

  it("[O6] a split over devices, which match packet by packet, says what it does with them", () => {
    const checks = expect.stringContaining("headers are not checked");
    expect(beyondNotes(synthesised(PORTS), { leadsFragments: false, isOpenFlow: false })).toEqual([
      expect.stringContaining("fragments for whole packets"),
      checks,
    ]);
    expect(beyondNotes(synthesised(PORTS), { leadsFragments: true, isOpenFlow: false })).toEqual([checks]);
    expect(
      beyondNotes(synthesised("IPGWOptions(192.0.2.9) -> DropBroadcasts -> IPFragmenter(1400)"), {
        leadsFragments: true,
        isOpenFlow: true,
      }),
    ).toEqual([
      expect.stringContaining("DropBroadcasts"),
      expect.stringContaining("VLAN tag"),
      checks,
      expect.stringContaining("over 1400 bytes leave whole"),
    ]);
  });

  it("[O8] frames without an IPv4 header are dropped where headers are checked, else the functions get them", () => {
    const frames: Packet[] = [{ ethType: 0x0806 }, { ethType: 0x86dd }, { ethType: 0x8100, vlanTag: 1 }];
    const sentTo = (start: string) => {
      const synthesis = synthesised("IPFilter(deny tcp, allow all)", start);
      const { text } = toOpenFlow(synthesis);
      const made = toP4(synthesis);
      if (made.program === null) throw new Error(made.diagnostics[0]!.message);
      const checked = checkP4({ file: "made.p4", text: made.program });
      expect(checked.diagnostics).toEqual([]);
      return frames.flatMap((frame) => {
        const { ethernet } = headersOf({ ...PACKET, ...frame });
        return [
          runOpenFlow(text!, { ...PACKET, ipProto: 0, ...frame }, 1).port,
          runP4(checked, made.commands, { ethernet: ethernet! }, made.ports.ports["click[eth0]"]!).port,
        ];
      });
    };
    expect(sentTo("Strip(14) -> CheckIPHeader")).toEqual(Array(6).fill(null));
    expect(sentTo("Strip(14) -> MarkIPHeader(0)")).toEqual(Array(6).fill(3));
    // a filter of frames passes on what the check behind it drops
    expect(sentTo("Classifier(12/0800, -)[1] -> Strip(14) -> CheckIPHeader")).toEqual(Array(6).fill(null));
  });

  it("[O2] [O4] types of ICMP are matched in OpenFlow and P4, and packets of other protocols have none", () => {
    const synthesis = synthesised(
      "IPFilter(deny icmp type 8, deny icmp type > 12, deny src port 8, allow all)",
    );
    const { text } = toOpenFlow(synthesis);
    const made = toP4(synthesis);
    if (made.program === null) throw new Error(made.diagnostics[0]!.message);
    const checked = checkP4({ file: "made.p4", text: made.program });
    expect(checked.diagnostics).toEqual([]);
    const icmp = [0, 8, 12, 13, 255].map((icmpType) => ({ ipProto: 1, icmpType, srcPort: 0, dstPort: 0 }));
    const others = [{ ipProto: 17, srcPort: 8 }, { ipProto: 6, srcPort: 13 }, { ipProto: 47 }];
    const ends = [...icmp, ...others].map((fields) => {
      const packet = { ...PACKET, ...fields };
      return [runOpenFlow(text!, packet, 1).port, runP4(checked, made.commands, headersOf(packet), 1).port];
    });
    const to = (port: number | null) => [port, port];
    expect(ends).toEqual([2, null, 2, null, null, null, 2, 2].map(to));
  });

  it("[O8] frames to several hosts are dropped where DropBroadcasts drops them", () => {
    const synthesis = synthesised("IPFilter(deny tcp, allow all) -> DropBroadcasts");
    const { text } = toOpenFlow(synthesis);
    const made = toP4(synthesis);
    if (made.program === null) throw new Error(made.diagnostics[0]!.message);
    const checked = checkP4({ file: "made.p4", text: made.program });
    const ends = [2, 2 ** 40 + 2, 2 ** 48 - 1].flatMap((ethDst) => [
      runOpenFlow(text!, { ...PACKET, ethDst }, 1).port,
      runP4(checked, made.commands, headersOf({ ...PACKET, ethDst }), 1).port,
    ]);
    expect(ends).toEqual([2, 2, null, null, null, null]);
  });

  it("[O6] the P4 program hands over what it does not parse", () => {
    const made = toP4(synthesised(PORTS));
    if (made.program === null) throw new Error(made.diagnostics[0]!.message);
    const checked = checkP4({ file: "made.p4", text: made.program });
    expect(checked.diagnostics).toEqual([]);
    const headers = headersOf(PACKET);
    const run = (ipv4: Record<string, bigint>) => {
      const given = { ...headers, ipv4: { ...headers.ipv4, ...ipv4 } };
      return runP4(checked, made.commands, given, made.ports.ports["click[eth0]"]!).port;
    };
    const { ports, serverPort } = made.ports;
    expect(run({})).toBe(ports["click[eth1]"]);
    const odd: Record<string, bigint>[] = [{ flags: 1n }, { fragOffset: 185n }, { ihl: 6n }];
    for (const ipv4 of odd) expect(run(ipv4)).toBe(serverPort);
  });
});

describe("fields without masks", () => {
  const { text } = toOpenFlow(
    synthesised(
      "IPFilter(deny (not ip proto 17) && ip ttl > 10, deny ip ttl > 99 && src port > 1023, allow all)",
    ),
  );
  it.each([
    [{ ipProto: 6, ipTtl: 64 }, null],
    [{ ipProto: 6, ipTtl: 10 }, 2],
    [{ ipProto: 17, ipTtl: 64 }, 2],
    [{ ipProto: 17, ipTtl: 100 }, null],
    [{ ipProto: 17, ipTtl: 100, srcPort: 1023 }, 2],
  ])(
    "[R18] many protocols and TTLs are asked by numbers of their intervals: %j leaves by %s",
    (fields, port) => {
      expect(runOpenFlow(text!, { ...PACKET, ...fields }, 1).port).toBe(port);
      expect(text!.split("\n").length).toBeLessThan(600);
    },
  );
});
