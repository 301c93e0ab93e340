import { describe, expect, it } from "vitest";
import { synthesise } from "../../classes/synthesise.ts";
import { ELEMENT_CLASSES } from "../../element/classes.ts";
import { parseClickChain } from "../parseServiceChain.ts";

/** What becomes of packets: `exit` with what is written, `drop`, or `exception` with its reason. */
function endingsOf(text: string): string[] {
  const { graph, diagnostics } = parseClickChain(text, "x.click");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.status);
  return found.classes.map(({ ending, writes }) => {
    if (ending.kind === "exception") return `exception ${ending.reason}`;
    const written = Object.keys(writes).sort().join(" ");
    return `${ending.kind}${ending.kind === "exit" ? ` ${ending.name}` : ""}${written && ` ${written}`}`;
  });
}
const filtersOf = (text: string, at = 0): unknown => {
  const { graph, diagnostics } = parseClickChain(text, "x.click");
  expect(diagnostics).toEqual([]);
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.status);
  return found.classifiers[0]!.rules[at]!.filter;
};

/** Arguments of the classes that need some. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  SetIPAddress: "10.0.0.1",
  CheckLength: "1500",
  GetIPAddress: "16",
  IPFragmenter: "1500",
  Paint: "1",
  CheckPaint: "1",
  PaintTee: "1",
  SetIPDSCP: "46",
  SetIPTOS: "4",
  EtherEncap: "0x0800, 02:00:00:00:00:01, 02:00:00:00:00:02",
  StoreEtherAddress: "02:00:00:00:00:01, src",
  StoreIPAddress: "10.0.0.1, dst",
  EtherRewrite: "02:00:00:00:00:01, 02:00:00:00:00:02",
  ARPQuerier: "10.0.0.1, 02:00:00:00:00:01",
  Classifier: "12/0800, -",
  IPClassifier: "tcp, -",
  IPFilter: "allow tcp, drop all",
  IPRewriter: "pattern 10.0.0.1 1024-65535 - - 0 1",
  TCPRewriter: "pattern 10.0.0.1 1024-65535 - - 0 1",
  UDPRewriter: "pattern 10.0.0.1 1024-65535 - - 0 1",
};
const LOOKUP = "10.0.0.0/8 0, 0.0.0.0/0 0";
const argumentsOf = (name: string): string =>
  ARGUMENTS[name] ?? (/Lookup|LookupIPRoute/.test(name) ? LOOKUP : "");
const named = (kind: string): string[] =>
  Object.entries(ELEMENT_CLASSES).flatMap(([name, c]) => (c.kind === kind ? [name] : []));

describe("what stands in public configurations", () => {
  it.each(named("unit"))("[I8] %s is a class of packets, an exception with its name, or a cut", (name) => {
    const { graph, diagnostics } = parseClickChain(
      `FromDevice(a) -> CheckIPHeader(14) -> x :: ${name}(${argumentsOf(name)}) -> ToDevice(b);`,
      "x.click",
    );
    expect(diagnostics).toEqual([]);
    const found = synthesise(graph!);
    if (!("classes" in found)) throw new Error(found.status);
    const reasons = found.classes.flatMap((c) => (c.ending.kind === "exception" ? [c.ending.reason] : []));
    expect(reasons.every((r) => r.startsWith(name))).toBe(true);
    const isNamed = reasons.length > 0 || found.cuts.length > 0;
    expect(isNamed || found.classes.some((c) => ["exit", "drop"].includes(c.ending.kind))).toBe(true);
  });

  it.each(named("input"))("[I1] %s is an entry", (name) => {
    expect(endingsOf(`${name}(a) -> ToDevice(b);`)).toEqual(["exit click[b]"]);
  });

  it.each(named("output"))("[I1] %s is an exit", (name) => {
    expect(endingsOf(`FromDevice(a) -> ${name}(b);`)).toEqual(["exit click[b]"]);
  });

  it.each(named("both"))("[I1] %s is entry and exit, so that a way back to it is no round", (name) => {
    expect(endingsOf(`t :: ${name}(10.0.0.1/24) -> Counter -> t;`)).toEqual(["exit click[10.0.0.1/24]"]);
  });

  it.each(named("information"))("[I1] %s stands beside the packets' ways", (name) => {
    expect(endingsOf(`${name}(); FromDevice(a) -> ToDevice(b);`)).toEqual(["exit click[b]"]);
  });

  it("[I8] rates, delays and copies are named by what they do", () => {
    expect(
      endingsOf("FromDevice(a) -> IPFilter(drop udp, allow all) -> Queue -> Shaper(10) -> ToDevice(b);"),
    ).toEqual(["drop", "exception Shaper: it limits a rate"]);
    expect(endingsOf("FromDevice(a) -> Nonsense(3) -> ToDevice(b);")).toEqual([
      "exception Nonsense: this class is not synthesised",
    ]);
  });
});

describe("sources that a check refuses", () => {
  const next = (given: string) =>
    `FromDevice(a) -> Strip(14) -> c :: CheckIPHeader(${given}) -> ToDevice(b); c[1] -> ToDevice(bad);`;
  const none = [0, 0, 0xffffffff, 0xffffffff];
  const othersThan = (address: number) => [0, address - 1, address + 1, 0xffffffff];

  it.each([
    ["BADSRC 10.0.0.255", { ipSrc: [0x0a0000ff, 0x0a0000ff] }],
    [
      "10.0.0.255 10.1.0.255, 0",
      { ipSrc: [0, 0, 0x0a0000ff, 0x0a0000ff, 0x0a0100ff, 0x0a0100ff, ...none.slice(2)] },
    ],
    [
      "INTERFACES 10.0.0.1/24, CHECKSUM false",
      { ipSrc: [0, 0, 0x0a0000ff, 0x0a0000ff, ...none.slice(2)], ipDst: othersThan(0x0a000001) },
    ],
  ])("[I1] CheckIPHeader(%s) lets them out by its second output", (given, filter) => {
    expect(filtersOf(next(given))).toEqual(filter);
    expect(endingsOf(next(given))[0]).toBe("exit click[bad]");
  });

  it.each(["", "0", "VERBOSE true"])("[I1] CheckIPHeader(%s) refuses none", (given) => {
    expect(endingsOf(next(given))).toEqual(["exit click[b]"]);
  });

  it.each([
    ["Strip(14) -> CheckIPHeader(14)", 28],
    ["Strip(18) -> CheckIPHeader", 18],
    ["Strip(1) -> Align(4, 2) -> Strip(14) -> CheckIPHeader2", 15],
    ["CheckIPHeader", 0],
    ["CheckIPHeader(OFFSET 14)", null],
    ["MarkIPHeader(14) -> Strip(14) -> Unstrip(14) -> CheckIPHeader(14)", null],
    ["Strip(20) -> MarkIPHeader(2)", 22],
    ["Strip(14) -> EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2) -> Strip(14) -> CheckIPHeader", null],
  ])("[I8] %s: packets whose IP header is looked for elsewhere go to the function", (path, byte) => {
    const [ending] = endingsOf(`FromDevice(a) -> ${path} -> ToDevice(b);`);
    expect(ending).toMatch(byte === null ? "exit click[b]" : `looks for the IP header at byte ${byte} of`);
  });
});

describe("interfaces", () => {
  it("[I1] data and expressions among the arguments of a source are no name of a device", () => {
    expect(endingsOf(`s :: InfiniteSource(\\<00 11\n22>, 1) -> ToDevice("b c");`).join()).toMatch(
      /^exit click\[ToDevice@\d+\]$/,
    );
    const { graph } = parseClickChain(`s :: InfiniteSource(\\<00 11\n22>, 1) -> ToDevice(b);`, "x.click");
    expect(graph!.entries.map((e) => e.name)).toEqual(["click[s]"]);
  });
});

it("[I1] a second reader of a device is an entry of its own, with a warning: its way was the only one", () => {
  const { graph, diagnostics } = parseClickChain(
    "q0 :: FromDPDKDevice(0, 0) -> ToDevice(b); q1 :: FromDPDKDevice(0, 1) -> ToDevice(c);",
    "x.click",
  );
  expect(diagnostics.map((d) => d.code)).toEqual(["click-device-twice"]);
  expect(graph!.entries.map((e) => e.name)).toEqual(["click[0]", "click[q1]"]);
});

describe("names of addresses", () => {
  const info = "AddressInfo(lan 10.1.0.1 10.1.0.0/16 02:00:00:00:00:0a, wan 192.0.2.1/24 02:00:00:00:00:0b);";

  it.each([
    ["dst host lan", { ipDst: [0x0a010001, 0x0a010001] }],
    ["src net lan", { ipSrc: [0x0a010000, 0x0a01ffff] }],
    ["src net wan", { ipSrc: [0xc0000200, 0xc00002ff] }],
    ["dst host wan:ip", { ipDst: [0xc0000201, 0xc0000201] }],
  ])("[I2] %s", (pattern, filter) => {
    expect(filtersOf(`${info} FromDevice(a) -> IPFilter(allow ${pattern}) -> ToDevice(b);`)).toEqual(filter);
  });

  it("[I2] rewriters, their patterns and frames take them", () => {
    const nat = `${info} IPRewriterPatterns(out wan 50000-65535 - -); FromDevice(a) -> CheckIPHeader(14) ->
      rw :: IPRewriter(pattern out 0 1, drop) -> EtherEncap(0x0800, wan, lan:eth) -> ToDevice(b); rw[1] -> Discard;`;
    expect(endingsOf(nat)).toContain("exit click[b] ethDst ethSrc ethType ipSrc srcPort");
    expect(endingsOf(`${info} FromDevice(a) -> ARPQuerier(wan) -> ToDevice(b);`)).toEqual([
      "exit click[b] ethDst ethSrc ethType",
    ]);
  });

  it("[I8] an address that the machine gives its device is an exception; a name of nothing is an error", () => {
    const filter = (name: string) => `FromDevice(eth0) -> IPFilter(allow dst host ${name}) -> ToDevice(b);`;
    expect(endingsOf(filter("eth0"))).toEqual([
      expect.stringMatching(/^exception IPFilter .*eth0.* is not an IPv4 address/),
    ]);
    expect(parseClickChain(filter("eth7"), "x.click").graph).toBeNull();
  });
});

describe("Click's shorter forms", () => {
  it.each([
    ["define($dev b); FromDevice(a) -> ToDevice($dev);", ["exit click[b]"]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Click writes a variable with a default so
    ["FromDevice(a) -> ToDevice(${dev-b});", ["exit click[b]"]],
    ["FromDevice(a) -> { input -> Counter -> output } -> ToDevice(b);", ["exit click[b]"]],
    [
      "FromDevice(a) -> x :: { $t | [0] -> SetIPTOS($t) -> [0] } (4) -> ToDevice(b);",
      ["exit click[b] ipTos"],
    ],
    [
      "elementclass T { DSCP $d, __REST__ $r | input -> SetIPDSCP($d) -> output } FromDevice(a) -> T(1, DSCP 2) -> ToDevice(b);",
      ["exit click[b] ipTos"],
    ],
    [
      "FromDevice(a) -> c :: IPClassifier(tcp, udp, -) => SetIPTOS(1), SetIPTOS(2), Counter -> ToDevice(b);",
      ["exit click[b] ipTos", "exit click[b] ipTos", "exit click[b]"],
    ],
    [
      "q :: Null -> ToDevice(b); FromDevice(a) -> c :: IPClassifier(tcp, udp, -); c[0,2] -> q; c[1] -> Discard;",
      ["exit click[b]", "drop"],
    ],
    ["x :: Counter -> ToDevice(b); FromDevice(a) -> x; x -> ToDevice(b);", ["exit click[b]"]],
  ])("[I1] %s", (text, expected) => {
    const endings = endingsOf(text);
    expect(new Set(endings)).toEqual(new Set(expected));
  });

  it.each([
    [
      "FromDevice(a) -> c :: IPClassifier(tcp, udp, -); c[0-2] => Counter, Counter -> ToDevice(b);",
      "click-syntax",
    ],
    ["FromDevice(a) -> x :: { $t -> SetIPTOS($t) } -> ToDevice(b);", "click-syntax"],
    ["define(dev b); FromDevice(a) -> ToDevice(b);", "click-syntax"],
    ["FromDevice(a) -> c :: Null[0-9999] -> ToDevice(b);", "click-syntax"],
  ])("[I1] %s is refused", (text, code) => {
    expect(parseClickChain(text, "x.click").diagnostics.map((d) => d.code)).toContain(code);
  });
});
