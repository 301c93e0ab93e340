import { describe, expect, it } from "vitest";
import type { Synthesis } from "../../classes/synthesis.ts";
import { synthesise } from "../../classes/synthesise.ts";
import { fullSet, hasValue } from "../../header/fieldSet.ts";
import { parseClickChain } from "../../input/parseServiceChain.ts";
import { toOpenFlow } from "../openflow.ts";
import { numberPorts } from "../targets.ts";
import { clickPattern } from "./pattern.ts";
import { toClick } from "./toClick.ts";

const ENCAP = "EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2)";
const IN = "Strip(14) -> CheckIPHeader";

function synthesisOf(text: string): Synthesis {
  const { graph, diagnostics } = parseClickChain(text, "a.click");
  expect(diagnostics).toEqual([]);
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.status);
  return found;
}

function clickOf(text: string): string {
  const made = toClick(synthesisOf(text));
  expect(made.diagnostics).toEqual([]);
  return made.text!;
}

/** Where the text leads from an element, over what has one way out. */
const next = (text: string, from: string): string[] =>
  text
    .split("\n")
    .filter((l) => l.startsWith(`${from} -> `))
    .map((l) => l.slice(from.length + 4, -1));

describe("plain Click of chains with rewriters", () => {
  it("[S1] packets that run forward are mapped at every input, as Click does", () => {
    const text = clickOf(
      `rw :: IPRewriter(pattern 203.0.113.9 5000-5999# 192.0.2.12 - 0 1, drop);
       FromDevice(in) -> ${IN} -> rw; FromDevice(back) -> ${IN} -> [1]rw;
       rw[0] -> ${ENCAP} -> ToDevice(out); rw[1] -> DecIPTTL -> ${ENCAP} -> ToDevice(home);`,
    );
    const back = text.slice(text.indexOf("classify_click_back"));
    // all TCP and UDP that comes in there is asked for, not only what goes to the pool
    expect(back).toMatch(/^\s+\d+ \(tcp \|\| udp\),? \/\/ (class|known) \d+$/m);
  });

  it.each([
    ["TCPRewriter", ["tcp"]],
    ["UDPRewriter", ["tcp", "udp"]],
    ["IPRewriter", ["tcp", "udp"]],
  ])("[S1] %s lets out only what it makes flows for, as Click does: %j", (name, mapped) => {
    const { classes, classifiers } = synthesisOf(
      `rw :: ${name}(pattern 203.0.113.9 1024-65535 - - 0 1, drop); FromDevice(in) -> ${IN} -> rw;
       rw[0] -> ${ENCAP} -> ToDevice(out); rw[1] -> Discard; Idle -> [1]rw;`,
    );
    const leaves = (ipProto: number): boolean => {
      const rule = classifiers[0]!.rules.find((r) => hasValue(r.filter.ipProto ?? fullSet(8), ipProto));
      return classes[rule!.class]!.ending.kind === "exit";
    };
    const out = Object.entries({ tcp: 6, udp: 17, icmp: 1 }).filter(([, protocol]) => leaves(protocol));
    expect(out.map(([protocol]) => protocol)).toEqual(mapped);
  });

  it("[S1] a class that drops behind a second rewriter crosses the first one before it asks", () => {
    const text = clickOf(
      `a :: IPRewriter(pattern - - 192.0.2.11 - 0 1, drop); b :: IPRewriter(pattern - - 192.0.2.13 8080 0 1);
       FromDevice(in) -> ${IN} -> a; FromDevice(back) -> ${IN} -> [1]a; a[0] -> b;
       b[0] -> ${ENCAP} -> ToDevice(out); a[1] -> ${ENCAP} -> ToDevice(home);
       b[1] -> IPFilter(deny ip ttl < 3, allow all) -> ${ENCAP} -> ToDevice(other);`,
    );
    // nothing that comes in from a device is asked by the second rewriter at once
    const first = text.split("\n").filter((l) => l.startsWith("classify_"));
    expect(first.filter((l) => l.includes("to_click_b"))).toEqual([]);
    expect(next(text, "to_click_a_0")).toHaveLength(1);
  });

  it("[O1] several networks behind one rewriter are told apart, also where packets expire behind it", () => {
    const text = clickOf(
      `rw :: IPRewriter(pattern 203.0.113.5 1024-65535# - - 0 1, pattern 203.0.113.6 1024-65535# - - 0 2, drop);
       FromDevice(lan1) -> ${IN} -> IPFilter(allow tcp or udp) -> rw;
       FromDevice(lan2) -> ${IN} -> IPFilter(allow dst tcp port 80, allow udp && dst port 53) -> [1]rw;
       FromDevice(wan) -> ${IN} -> [2]rw;
       rw[0] -> DecIPTTL -> ${ENCAP} -> ToDevice(wan); rw[1] -> DecIPTTL -> ${ENCAP} -> ToDevice(lan1);
       rw[2] -> DecIPTTL -> ${ENCAP} -> ToDevice(lan2);`,
    );
    for (const device of ["lan1", "lan2", "wan"]) expect(text).toContain(`ToDevice(${device})`);
  });

  it("[S8] a NAPT whose lookup reads what its rewriter chose is whole: classes are told behind the rewriter", () => {
    const napt = `rw :: IPRewriter(pattern 11.0.0.1 1024-65535 - - 0 0, pattern - - 10.0.0.1 - 0 0);
       r :: RadixIPLookup(10.0.0.1 0, 11.0.0.1 0, 10.0.0.0/8 1, 0.0.0.0/0 2);
       FromDevice(lan) -> ${IN} -> rw; FromDevice(wan) -> ${IN} -> [1]rw; rw[0] -> GetIPAddress(16) -> r;
       r[0] -> Discard; r[1] -> DecIPTTL -> ${ENCAP} -> ToDevice(lan); r[2] -> ${ENCAP} -> ToDevice(wan);`;
    const text = clickOf(napt);
    // replies come in where other flows begin, and go where their destination says once it is put back
    const [, behind = ""] = /behind0_class :: IPFilter\(([\s\S]*?)\n\);/.exec(text) ?? [];
    expect(
      behind
        .split("\n")
        .map((l) => l.replace(/,? \/\/.*/, "").trim())
        .filter(Boolean),
    ).toEqual([
      "drop (dst net 10.0.0.1/32 || dst net 11.0.0.1/32)",
      "drop dst net 10.0.0.0/8 && ip ttl <= 1",
      "0 dst net 10.0.0.0/8",
      "1 all",
    ]);
    // the rewriter itself knows replies at the input of new flows
    expect(text).toContain("IPRewriter(pattern 11.0.0.1 1024-65535 - - 0 0, pattern - - 10.0.0.1 - 0 0);");
    expect(text.match(/\n {2}\d+ \(tcp \|\| udp\),/g)).toHaveLength(2);
  });

  it("[S8] replies that come in where other flows begin are no packets of these: a switch leaves them to the server", () => {
    const synthesis = synthesisOf(
      `rw :: IPRewriter(pattern 11.0.0.1 1024-65535 - - 0 0, pattern - - 10.0.0.1 - 0 0);
       r :: RadixIPLookup(10.0.0.1 0, 11.0.0.1 0, 10.0.0.0/8 1, 0.0.0.0/0 2);
       FromDevice(lan) -> ${IN} -> rw; FromDevice(wan) -> ${IN} -> [1]rw; rw[0] -> GetIPAddress(16) -> r;
       r[0] -> Discard; r[1] -> ${ENCAP} -> ToDevice(lan); r[2] -> ${ENCAP} -> ToDevice(wan);`,
    );
    expect(synthesis.stages.map((s) => s.id)).toEqual(["click/rw[0]"]);
    // what is dropped at an entry and behind is counted once: nothing costs more than the longest way
    expect(Math.max(...synthesis.classes.map((c) => c.before.operations))).toBe(5);
    const { ports, serverPort } = numberPorts(synthesis);
    const lines = toOpenFlow(synthesis).text!.split("\n");
    const fromWan = lines.filter(
      (l) => l.includes(`in_port=${ports["click[wan]"]},`) && /,(tcp|udp),/.test(l),
    );
    expect(fromWan).toHaveLength(2);
    for (const line of fromWan) expect(line).toMatch(new RegExp(`output:${serverPort}$`));
  });

  it("[S8] replies that a filter of the same function reads are no cut, and cost what both stages do", () => {
    const synthesis = synthesisOf(
      `rw :: IPRewriter(pattern 11.0.0.1 1024-65535 - - 0 1, drop); c :: IPClassifier(dst net 10.1.0.0/16, -);
       FromDevice(lan) -> ${IN} -> rw; FromDevice(wan) -> ${IN} -> [1]rw; rw[0] -> ${ENCAP} -> ToDevice(wan);
       rw[1] -> c; c[0] -> DecIPTTL -> ${ENCAP} -> ToDevice(lan); c[1] -> ${ENCAP} -> ToDevice(dmz);`,
    );
    expect([synthesis.status, synthesis.cuts]).toEqual(["whole", []]);
    const [stage] = synthesis.stages;
    const exits = stage!.rules
      .map((r) => synthesis.classes[r.class]!)
      .filter((c) => c.ending.kind !== "drop");
    expect(exits.map((c) => c.ending)).toEqual([
      { kind: "exit", name: "click[lan]" },
      { kind: "exit", name: "click[dmz]" },
    ]);
    const there = synthesis.classes.find((c) => c.ending.kind === "cut")!;
    expect(there.ending).toMatchObject({ resumes: stage!.id });
    for (const c of exits) expect(c.before.cycles).toBeGreaterThan(there.before.cycles);
    expect(toClick(synthesis).diagnostics).toEqual([]);
  });

  it("[O1] the header's offset is a keyword: FastClick has no other form, kohler/click has both", () => {
    const text = clickOf(`FromDevice(in) -> ${IN} -> IPFilter(allow tcp) -> ${ENCAP} -> ToDevice(out);`);
    expect(text).toContain(" -> CheckIPHeader(OFFSET 14) -> ");
  });

  it("[O1] a field with all its values is not tested", () => {
    expect(clickPattern({ ipTos: [0, 255], ipTtl: [0, 1] })).toEqual({ text: "ip ttl <= 1" });
    expect(clickPattern({ ipTos: [0, 255] })).toEqual({ text: "all" });
  });

  it("[O1] a rule for no packet is left out: Click has no pattern for nothing", () => {
    expect(clickPattern({ ipProto: [1, 1], dstPort: [80, 80] })).toBeNull();
    const text = clickOf(
      `c :: Classifier(36/0050, -); FromDevice(in) -> c; c[0] -> ${ENCAP} -> ToDevice(out);
       c[1] -> ${IN} -> IPFilter(allow icmp && dst port 80, allow not icmp && ip dscp 50, drop all) -> ${ENCAP} -> ToDevice(out);`,
    );
    expect(text).not.toMatch(/\bnone\b/);
  });
});

describe("what no field of a packet says", () => {
  const chain = (elements: string) =>
    `FromDevice(in) -> Strip(14) -> ${elements} -> ${ENCAP} -> ToDevice(out);`;

  it("[O6] a frame without a whole header does not end Click: it goes to the functions where nothing checks it", () => {
    const text = clickOf(chain("MarkIPHeader -> IPFilter(drop udp, allow all)"));
    expect(text).not.toMatch(/^frames\S* -> MarkIPHeader/m);
    expect(next(text, "header_click_in[1]")).toEqual(["out_software"]);
    expect(text).toContain("frames_click_in :: Classifier(12/0800, -);");
    expect(next(text, "frames_click_in[1]")).toEqual(["out_software"]);
    expect(text).toContain("// to software, as they came: frames without a whole IPv4 header");
  });

  it("[O6] a header that every way checks is checked, and what fails goes nowhere", () => {
    const text = clickOf(chain("CheckIPHeader -> IPFilter(drop udp, allow all)"));
    expect(text).toContain("frames_click_in[0] -> CheckIPHeader(OFFSET 14) ->");
    expect(text).not.toContain("software");
  });

  it.each([
    ["CheckIPHeader2", "frames_click_in[0] -> CheckIPHeader(OFFSET 14, CHECKSUM false) ->"],
    ["CheckIPHeader(CHECKSUM false)", "frames_click_in[0] -> CheckIPHeader(OFFSET 14, CHECKSUM false) ->"],
    ["CheckIPHeader2 -> CheckIPHeader", "frames_click_in[0] -> CheckIPHeader(OFFSET 14) ->"],
    // some packets pass no check of the sum: the functions get what fails it
    [
      "c :: IPClassifier(udp, -); c[0] -> CheckIPHeader -> q :: Queue; c[1] -> CheckIPHeader2 -> q; q",
      "header_click_in :: CheckIPHeader(OFFSET 14);",
    ],
  ])("[O6] %s: a wrong checksum is dropped where the chain looks at it", (elements, expected) => {
    expect(clickOf(chain(elements))).toContain(expected);
  });

  it("[O6] what fails a check whose second output goes on is the functions' own", () => {
    const text = clickOf(
      `FromDevice(in) -> c :: CheckIPHeader(14) -> IPFilter(drop udp, allow all) -> q :: Queue -> ToDevice(out); c[1] -> q;`,
    );
    expect(text).toContain("header_click_in :: CheckIPHeader(OFFSET 14);");
    expect(next(text, "header_click_in[1]")).toEqual(["out_software"]);
  });

  it("[O1] frames go on as they are where nothing reads further", () => {
    const text = clickOf("FromDevice(in) -> Queue -> ToDevice(out);");
    expect(text).not.toContain("Header");
    expect(next(text, "FromDevice(in)")).toEqual(["class0"]);
  });

  it("[O1] frames to several hosts are dropped where the chain drops them, by class", () => {
    const text = clickOf(
      `FromDevice(in) -> Strip(14) -> CheckIPHeader -> c :: IPClassifier(udp, -);
       c[0] -> DropBroadcasts -> ${ENCAP} -> ToDevice(out); c[1] -> ${ENCAP} -> ToDevice(out);`,
    );
    const dropping = text.split("\n").filter((l) => l.includes("-> DropBroadcasts ->"));
    expect(dropping).toHaveLength(1);
  });

  it("[O1] ARP tells where frames go: the gateway's address, or the packet's own; answers reach querier and functions", () => {
    const text = clickOf(
      `FromDevice(in) -> c :: Classifier(12/0806 20/0001, 12/0806 20/0002, 12/0800); c[0] -> ARPResponder(10.0.0.1 2:0:0:0:0:1) -> q :: Queue -> ToDevice(in);
       c[1] -> [1]arp :: ARPQuerier(192.0.2.1, 02:00:00:00:00:01) -> ToDevice(out);
       c[2] -> Strip(14) -> CheckIPHeader -> rt :: StaticIPLookup(192.0.2.0/24 0, 0.0.0.0/0 192.0.2.9 0) -> arp;`,
    );
    expect(text).toContain("arp_click_arp :: ARPQuerier(192.0.2.1, 02:00:00:00:00:01);");
    expect(text).toContain("Strip(14) -> GetIPAddress(16) -> arp_click_arp;");
    expect(text).toContain("Strip(14) -> SetIPAddress(192.0.2.9) -> arp_click_arp;");
    expect(next(text, "arp_click_arp")).toEqual(["out_click_out"]);
    expect(text).toContain("frames_click_in :: Classifier(12/0806 20/0002, 12/0800,");
    expect(next(text, "answers_click_in[0]")).toEqual(["[1]arp_click_arp"]);
    expect(next(text, "answers_click_in[1]")).toEqual(["class0"]);
    expect(next(text, "class0")).toEqual(["out_software"]);
  });
});
