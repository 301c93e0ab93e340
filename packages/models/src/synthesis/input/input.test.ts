import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { walkPacket } from "../../../testing/synthesis/walkPacket.ts";
import { createRandom } from "../../core/index.ts";
import { synthesise } from "../classes/synthesise.ts";
import { matches } from "../header/filter.ts";
import type { Packet } from "../header/layout.ts";
import { generateAcl } from "./acl/generateAcl.ts";
import { parseAcl } from "./acl/parseAcl.ts";
import { parseIpExpression } from "./click/ipExpression.ts";
import { parseClick } from "./click/parseClick.ts";
import { parseAclChain, parseClickChain, parseServiceChain } from "./parseServiceChain.ts";

const codes = (text: string) =>
  parseClickChain(text, "x.click").diagnostics.map((d) => [d.code, d.span?.line]);
const ip = (a: number, b: number, c: number, d: number): number => ((a * 256 + b) * 256 + c) * 256 + d;
const packet: Packet = {
  ethType: 0x0800,
  ipSrc: ip(10, 0, 0, 1),
  ipDst: ip(192, 0, 2, 7),
  ipProto: 6,
  srcPort: 5000,
  dstPort: 80,
  ipTtl: 64,
  tcpFlags: 2,
  ipTos: 40,
};
const exitOf = (text: string, p: Packet = packet): string | null => {
  const { graph, diagnostics } = parseClickChain(text, "x.click");
  expect(diagnostics).toEqual([]);
  const { ending } = walkPacket(graph!, graph!.entries[0]!.target, p, () => 0);
  return ending.kind === "exit" ? ending.name : null;
};

describe("Click configurations", () => {
  it("[I1] reads declarations, ports, anonymous elements, comments and element classes", () => {
    const { graph, diagnostics } = parseClick(
      `// a router
       require(package "x");
       elementclass Gate { $net | input -> f :: IPFilter(allow src net $net, 1 all) -> [0]output; f[1] -> [1] output; }
       a, b :: Counter; /* two
       counters */
       FromDevice(eth0) -> a -> g :: Gate(10.0.0.0/8) -> b -> ToDevice(eth1);
       g [1] -> [0] Discard;`,
      "x.click",
    );
    expect(diagnostics).toEqual([]);
    expect(graph.elements.map((e) => [e.name, e.class])).toEqual([
      ["a", "Counter"],
      ["b", "Counter"],
      ["FromDevice@3", "FromDevice"],
      ["g/f", "IPFilter"],
      ["ToDevice@5", "ToDevice"],
      ["Discard@6", "Discard"],
    ]);
    expect(graph.elements[3]!.arguments).toEqual(["allow src net 10.0.0.0/8", "1 all"]);
    expect(graph.connections.map((c) => `${c.from}[${c.fromPort}] ${c.to}`).sort()).toEqual([
      "FromDevice@3[0] a",
      "a[0] g/f",
      "b[0] ToDevice@5",
      "g/f[0] b",
      "g/f[1] Discard@6",
    ]);
  });

  it("[I1] groups in parentheses, overloads, extensions and synonyms are what click-flatten makes of them", () => {
    const { graph, diagnostics } = parseClick(
      `Idle -> (-> a :: Counter -> Null ->) -> Discard;
       c :: Classifier(12/0800, -);
       Idle -> c => ([0] -> b :: Counter -> [0]; [1] -> Paint(7) -> [1]) => ( input[0] -> n :: Null -> output; input[1] -> x :: Counter -> output ) -> Discard;
       elementclass Ov { $a | input -> Paint($a) -> output || $a, $b | input -> Paint($a) -> Paint($b) -> output
         || input[0] -> q1 :: Null -> [0]output; input[1] -> q2 :: Null -> [1]output }
       Idle -> Ov(3) -> Ov(4, 5) -> Discard;
       o :: Ov; Idle -> o; Idle -> [1] o; o -> Discard; o[1] -> Discard;
       elementclass Counter { input -> Counter -> Null -> output }
       Idle -> w :: Counter -> Discard;
       elementclass Paint { $a, $b | input -> Paint($a) -> Paint($b) -> output || ... }
       Idle -> p1 :: Paint(1) -> p2 :: Paint(1, 2) -> Discard;
       elementclass Nothing Null;
       Idle -> m :: Nothing -> Discard;
       Idle -> ( -> ( -> i :: Null -> ) -> j :: Null -> ) -> k :: Discard`,
      "x.click",
    );
    expect(diagnostics).toEqual([]);
    const shown = new Map(graph.elements.map((e) => [e.name, `${e.class} ${e.arguments.join(",")}`.trim()]));
    const ways = graph.connections.map((c) => `${shown.get(c.from)}[${c.fromPort}] ${shown.get(c.to)}`);
    // click-flatten of Click 2.1 prints these, with its own numbers of elements without names
    expect(ways.sort()).toEqual(
      `Classifier 12/0800,-[0] Counter\nClassifier 12/0800,-[1] Paint 7\nCounter[0] Null\nCounter[0] Null\nCounter[0] Null
Counter[0] Discard\nIdle[0] Classifier 12/0800,-\nIdle[0] Counter\nIdle[0] Counter\nIdle[0] Null\nIdle[0] Null\nIdle[0] Null
Idle[0] Null\nIdle[0] Paint 1\nIdle[0] Paint 3\nNull[0] Discard\nNull[0] Discard\nNull[0] Discard\nNull[0] Discard
Null[0] Discard\nNull[0] Discard\nNull[0] Discard\nNull[0] Null\nPaint 1[0] Paint 1\nPaint 1[0] Paint 2\nPaint 2[0] Discard
Paint 3[0] Paint 4\nPaint 4[0] Paint 5\nPaint 5[0] Discard\nPaint 7[0] Counter`
        .split("\n")
        .sort(),
    );
  });

  it("[I1] a class without an overload for its arguments, a nameless extension and a library are named", () => {
    expect(
      codes("elementclass A { $a | input -> output || $a, $b | input -> output } Idle -> A -> Discard;"),
    ).toEqual([["click-arguments", 1]]);
    expect(codes("Idle -> { input -> output || ... } -> Discard;")[0]).toEqual(["click-syntax", 1]);
    expect(codes('require(library "lib.click", package "x"); FromDevice(a) -> ToDevice(b);')).toEqual([
      ["click-library", 1],
    ]);
  });

  it("[I8] packets of a queue that several take from go to the function: who asks first is not known", () => {
    const text = "FromDevice(a) -> q :: Queue; q -> ToDevice(b); q -> ToDevice(c);";
    const { graph, diagnostics } = parseClickChain(text, "x.click");
    expect(diagnostics).toEqual([]);
    // one of FastClick's, which is not known here
    expect(codes(text.replace("Queue", "PathSpinlock"))).toEqual([["click-unknown-class", 1]]);
    expect(codes(text.replace("Queue", "Counter"))).toEqual([["click-connected-twice", 1]]);
    const { ending } = walkPacket(graph!, graph!.entries[0]!.target, packet, () => 0);
    expect(ending).toEqual({ kind: "exception", unit: expect.stringMatching(/\/q$/) });
    const unit = ending.kind === "exception" ? graph!.units.get(ending.unit) : null;
    expect(JSON.stringify(unit)).toContain("several take from it");
  });

  it("[I1] a text for m4 is named as such, at its first macro", () => {
    const { diagnostics } = parseClick("a :: Idle;\n  ifdef(`GATEWAY', -> b);\n", "x.click");
    expect(diagnostics).toMatchObject([
      {
        code: "click-m4",
        span: { line: 2, column: 3, endColumn: 10 },
        message: expect.stringMatching(/run m4/),
      },
    ]);
    expect(codes("define($x 1); Idle -> Discard;")).not.toContain("click-m4");
  });

  it("[I1] quotes keep commas and slashes, comments are passed over", () => {
    const { graph, diagnostics } = parseClick(
      `a :: Print("x, // y", 'it''s') ; b :: Counter(1 /* , 2 */, 3 // don't
    , "4);`,
      "x.click",
    );
    expect(graph.elements[0]!.arguments).toEqual(["x, // y", "its"]);
    expect(diagnostics.map((d) => d.code)).toEqual(["click-open-parenthesis"]);
    const closed = parseClick(`b :: Counter(1 /* , 2 */, 3 // don't\n , "4");`, "x.click");
    expect(closed.graph.elements[0]!.arguments).toEqual(["1", "3", "4"]);
  });

  it("[I1] arguments are what Click's elements read: quotes, escapes and variables in them, commas in brackets", () => {
    const text = String.raw`define($N 5, $S "a b");
      elementclass P { $x, KEY $k | input -> m :: Print("p $x and \$x") -> Print($k) -> output }
      a :: Print("v $N \$N '$N' $S \${N}x \${Q-9} ) \" //"); b :: Print('$N'); p :: P("in $N out", KEY \<00, 11>); c :: Print(x[1, 2]);`;
    const { graph, diagnostics } = parseClick(text.replaceAll("\\${", "${"), "x.click");
    expect(diagnostics).toEqual([]);
    // as the handlers of the elements say in Click 2.1
    expect(Object.fromEntries(graph.elements.map((e) => [e.name, e.arguments]))).toMatchObject({
      a: [`v 5 $N '5' "a b" 5x 9 ) " //`],
      b: ["$N"],
      "p/m": [`p "in 5 out" and $x`],
      "p/Print@2": ["\\<00, 11>"],
      c: ["x[1", "2]"],
    });
  });

  it("[I1] an element class takes as many arguments as it has parameters; one without a name is called by its number", () => {
    const { diagnostics } = parseClick(
      "elementclass P { $x, KEY $k | input -> output } a :: P; b :: P(1, 2);",
      "x",
    );
    expect(diagnostics.map((d) => d.message)).toEqual([
      "a has 0 arguments; its element class takes $x, KEY $k",
      "b has 2 arguments; its element class takes $x, KEY $k",
    ]);
    const { graph } = parseClick("Idle -> { input -> Null -> output } -> Discard;", "x");
    expect(graph.elements.map((e) => e.name)).toEqual(["Idle@1", "@2/Null@1", "Discard@3"]);
  });

  it("[I2] patterns in quotes are patterns", () => {
    const text = (filter: string) => `FromDevice(in) -> ${filter} -> ToDevice(out);`;
    for (const filter of [
      'IPClassifier("dst port 80")',
      `IPFilter("allow" dst port 80)`,
      `IPFilter('allow dst port 80')`,
    ])
      expect(exitOf(text(`Strip(14) -> CheckIPHeader -> ${filter}`))).not.toBeNull();
  });

  it.each([
    ["FromDevice(a) -> IPFiler(allow all) -> ToDevice(b);", "click-unknown-class"],
    ["FromDevice(a) -> x -> ToDevice(b);", "click-unknown-element"],
    ["FromDevice(a) -> IPFilter(allow src sth) -> ToDevice(b);", "click-arguments"],
    ["FromDevice(a) -> RadixIPLookup(10.0.0.0 1.2.3.4) -> ToDevice(b);", "click-arguments"],
    ["FromDevice(a) -> IPRewriter(pattern 1.2.3.4) -> ToDevice(b);", "click-arguments"],
    ["FromDevice(a -> ToDevice(b);", "click-open-parenthesis"],
    ["FromDevice(a) - > ToDevice(b);", "click-syntax"],
    ["FromDevice(a) -> ( input -> ] ) -> ToDevice(b);", "click-syntax"],
    ["c :: Counter; c :: Counter; FromDevice(a) -> c -> ToDevice(b);", "click-syntax"],
    ["c :: Counter; FromDevice(a) -> c -> ToDevice(b); c -> Discard;", "click-connected-twice"],
    ["FromDevice(a);", "click-unconnected-input"],
    ["Idle :: Counter; Idle -> ToDevice(b);", "chain-no-entry"],
    ["elementclass X { input -> X -> output; } FromDevice(a) -> X -> ToDevice(b);", "click-recursive-class"],
  ])("[I1] %s is refused with its place", (text, code) => {
    expect(codes(text)).toContainEqual([code, 1]);
  });

  it("[I8] packets that come round to an element they have crossed go to the function, the others do not", () => {
    const { graph, diagnostics } = parseClickChain(
      "a :: Counter; FromDevice(x) -> a; a -> c :: IPClassifier(tcp, -); c[0] -> DecIPTTL -> a; c[1] -> ToDevice(y);",
      "a.click",
    );
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: "click-loop",
        severity: "warning",
        message: expect.stringMatching(
          /^packets can loop: click\/a -> click\/c -> click\/DecIPTTL@\d+ -> click\/a;/,
        ),
      }),
    ]);
    const found = synthesise(graph!);
    if (!("classes" in found)) throw new Error(found.status);
    const [classifier] = found.classifiers;
    const endings = classifier!.rules.map((r) => found.classes[r.class]!.ending.kind);
    expect(endings).toContain("exception");
    expect(endings).toContain("exit");
  });

  it("[I3] the longest prefix of the destination annotation wins, the first of equal ones", () => {
    const text = (routes: string) =>
      `FromDevice(a) -> Strip(14) -> CheckIPHeader -> r :: StaticIPLookup(${routes}); r[0] -> ToDevice(zero); r[1] -> ToDevice(one); r[2] -> ToDevice(two);`;
    expect(exitOf(text("0.0.0.0/0 0, 192.0.2.0/24 1, 192.0.0.0/16 2"))).toBe("click[one]");
    expect(exitOf(text("192.0.2.0/24 10.0.0.9 0, 192.0.2.0/24 2"))).toBe("click[zero]");
    expect(exitOf(text("10.0.0.0/8 0"))).toBeNull();
    expect(exitOf(text("0/0 0, 192/8 1, 192.0.2/24 2"))).toBe("click[two]");
  });

  it("[I8] copies for who only watches are left out, with a word, and the rest is synthesised", () => {
    const text = (copy: string) =>
      `FromDevice(a) -> t :: Tee -> Strip(14) -> CheckIPHeader -> EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2) -> Queue -> p :: PullTee -> ToDevice(b); p[1] -> ToHostSniffers(b); t[1] -> ${copy};`;
    const watched = parseClickChain(text("ToHostSniffers"), "x.click");
    expect(watched.diagnostics).toMatchObject([
      {
        code: "click-tap",
        message: expect.stringMatching(/^Tee t: its copies for ToHostSniffers are not made/),
      },
      { code: "click-tap", message: expect.stringMatching(/^PullTee p:/) },
    ]);
    expect(watched.graph!.exits).toEqual(["click[b]"]);
    const end = ({ graph }: ReturnType<typeof parseClickChain>) =>
      walkPacket(graph!, graph!.entries[0]!.target, packet, () => 0).ending;
    expect(end(watched)).toEqual({ kind: "exit", name: "click[b]" });
    // a copy that somebody sends on is another packet
    expect(end(parseClickChain(text("ToDevice(c)"), "x.click"))).toMatchObject({ kind: "exception" });
  });

  it("[I1] a rewriter in a compound finds its mapper there, or around it", () => {
    const text = (inside: string, outside: string) =>
      `${outside} elementclass Balancer { ${inside} rw :: IPRewriter(m, drop); input -> Strip(14) -> CheckIPHeader -> rw; Idle -> [1]rw; rw[0] -> output; rw[1] -> Discard; }
       FromDevice(a) -> Balancer -> EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2) -> ToDevice(b);`;
    const mapper = "m :: RoundRobinIPMapper(- - 192.0.2.21 - 0 1, - - 192.0.2.22 - 0 1);";
    for (const found of [text(mapper, ""), text("", mapper)]) {
      const { graph, diagnostics } = parseClickChain(found, "x.click");
      expect(diagnostics).toEqual([]);
      expect([...graph!.rewriters.values()].map((r) => r.mappers.m)).toEqual([
        expect.arrayContaining(["- - 192.0.2.22 - 0 1"]),
      ]);
    }
    expect(codes(text("", ""))).toContainEqual(["click-arguments", 1]);
  });

  it("[I3] a lookup behind MarkIPHeader alone reads an annotation that nobody set, as in Click, and that is said", () => {
    const text = (mark: string) =>
      `FromDevice(a) -> Strip(14) -> ${mark} -> r :: StaticIPLookup(192.0.2.0/24 1, 0.0.0.0/0 0); r[0] -> ToDevice(zero); r[1] -> ToDevice(one);`;
    const parsed = parseClickChain(text("MarkIPHeader"), "a.click");
    expect(parsed.diagnostics).toEqual([
      expect.objectContaining({ severity: "warning", code: "click-no-annotation" }),
    ]);
    expect(parsed.graph).not.toBeNull();
    expect(exitOf(text("MarkIPHeader -> GetIPAddress(16)"))).toBe("click[one]");
    expect(exitOf(text("CheckIPHeader"))).toBe("click[one]");
  });

  it("[I8] what a configuration has beyond classes of packets becomes an exception with its name", () => {
    // a router as in Click's conf/, without a semicolon before `rt`
    const text = `FromDevice(eth0) -> c :: Classifier(12/0806 20/0001, 12/0806 20/0002, 12/0800, -); c[0] -> ARPResponder(eth0 10.0.0.1) -> q :: Queue -> ToDevice(eth0); c[1] -> Discard; c[3] -> Discard;
      c[2] -> Paint(1) -> Strip(14) -> CheckIPHeader -> rt :: StaticIPLookup(10.0.0.0/8 0, 0.0.0.0/0 1)
      rt[1] -> ToHost; rt[0] -> DropBroadcasts -> cp :: PaintTee(2) -> IPGWOptions(10.0.0.1) -> FixIPSrc(10.0.0.1) -> Discard;
      cp[1] -> ICMPError(10.0.0.1, redirect) -> rt;`;
    const { graph, diagnostics } = parseClickChain(text, "router.click");
    expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
    const found = synthesise(graph!);
    if (!("classes" in found)) throw new Error(found.status);
    const reasons = found.classes.flatMap((c) => (c.ending.kind === "exception" ? [c.ending.reason] : []));
    // it only changes what ICMPError made
    expect(reasons.some((r) => r.startsWith("FixIPSrc"))).toBe(false);
    expect(reasons.some((r) => r.startsWith("Classifier: 20/0001"))).toBe(true);
    expect(found.status).toBe("whole");
    expect(
      found.classes.some((c) => c.ending.kind === "exit" && c.ending.name.startsWith("click[ToHost")),
    ).toBe(true);
  });

  it("[I8] bytes behind the IP header are ports, a type of ICMP, or nothing that a class can say", () => {
    const text = (pattern: string) =>
      `FromDevice(in) -> c :: Classifier(${pattern}, -); c[0] -> ToDevice(hit); c[1] -> ToDevice(other);`;
    const end = (pattern: string, of: Packet) => {
      const { graph } = parseClickChain(text(pattern), "x.click");
      const walked = walkPacket(
        graph!,
        graph!.entries[0]!.target,
        { ...packet, icmpType: 0, ...of },
        () => 0,
      );
      return walked.ending.kind === "exit" ? walked.ending.name : walked.ending.kind;
    };
    const ping = { ipProto: 1, srcPort: 0, dstPort: 0, tcpFlags: 0, icmpType: 8 };
    expect(end("12/0800 23/01 34/08", ping)).toBe("click[hit]");
    expect(end("12/0800 23/01 34/08", { ...ping, icmpType: 0 })).toBe("click[other]");
    expect(end("34/08", ping)).toBe("click[hit]");
    // the type and the code, the checksum, a tunnel: the element itself must look
    expect(end("34/0800", ping)).toBe("exception");
    expect(end("36/0050", ping)).toBe("exception");
    expect(end("36/0050", { ...ping, ipProto: 47 })).toBe("exception");
    expect(end("36/0050", { ipProto: 17, dstPort: 80 })).toBe("click[hit]");
    expect(end("36/0050", { ipProto: 17, dstPort: 81 })).toBe("click[other]");
  });

  it("[I2] a word that means nothing after a protocol ends the reading", () => {
    expect(parseIpExpression("udp echo-reply")).toMatchObject({ ok: false });
  });

  it("[I2] types of ICMP by number, name and relation", () => {
    const takes = (text: string) => {
      const read = parseIpExpression(text);
      if (!read.ok) throw new Error(read.error);
      const of = (ipProto: number, icmpType: number): Packet => ({
        ...packet,
        ipProto,
        icmpType,
        dstPort: 7,
      });
      const sent = [of(1, 0), of(1, 3), of(1, 8), of(6, 0)];
      return sent.map((p) => (read.filters.some((f) => matches(f, p)) ? "1" : "0")).join("");
    };
    expect(
      [
        "icmp type 8",
        "icmp type echo or echo-reply",
        "icmp echo",
        "timeexceeded or icmp type 3",
        "icmp type != 8",
        "not icmp type 8",
        "icmp type >= 3 and icmp type < 8",
        "icmp[0] == 0",
        "dst tcp port echo",
        "type 3 or 8",
      ].map(takes),
    ).toEqual(["0010", "1010", "0010", "0100", "1100", "1101", "0100", "1000", "0001", "0110"]);
  });

  it.each([
    ["tcp", true],
    ["udp || dst port http", true],
    ["src net 10.0.0.0 mask 255.0.0.0 && !dst host 192.0.2.8", true],
    ["src port > 4999 and src port != 5001", true],
    ["not (tcp or udp)", false],
    ["src or dst port 80", true],
    ["src and dst port 80", false],
    ["dst port 22 or 80", true],
    // Click's documented form keeps its direction; a packet from 5000 to 80
    ["dst tcp port 80", true],
    ["src tcp port 80", false],
    ["dst udp port 80", false],
    // without a direction a negated relation asks both ports
    ["port < 5001", true],
    ["port < 5000", false],
    ["port != 80", false],
    ["port != 81", true],
    ["src and dst port != 80", true],
    ["port > 4999", true],
    ["syn", true],
    ["tcp[13] & 2 != 0", true],
    ["src host != 10.1.2.3", true],
    ["host 192.0.2.7", true],
    ["ip ttl >= 65", false],
    ["ip dscp 10", true],
    ["ip proto 6-16", true],
    ["tcp opt syn", true],
    ["tcp opt ack", false],
    ["10.0.0.0/8 tcp", true],
    ["none", false],
    ["-", true],
  ])("[I2] pattern %s", (text, expected) => {
    const parsed = parseIpExpression(text);
    if (!parsed.ok) throw new Error(parsed.error);
    expect(parsed.filters.some((f) => matches(f, packet))).toBe(expected);
    const opposite = parseIpExpression(`!(${text})`);
    expect(opposite.ok && opposite.filters.some((f) => matches(f, packet))).toBe(!expected);
  });

  it.each([
    "",
    "src",
    "(tcp",
    "tcp)",
    "port 70000",
    "host 1.2.3.400",
    "tcp type 3",
    "echo",
    "ip len 3",
    "tcp opt foo",
    "blue",
  ])("[I2] pattern %j is refused with words", (text) => {
    expect(parseIpExpression(text)).toMatchObject({ ok: false, error: expect.stringMatching(/\w{3}/) });
  });
});

describe("ACL files", () => {
  it("[I4] reads what it generates: as many rules, the last one for everything", () => {
    const { rules, diagnostics } = parseAcl(generateAcl(createRandom(3), 500), "x.acl");
    expect(diagnostics).toEqual([]);
    expect(rules).toHaveLength(500);
    expect(rules.at(-1)).toEqual({ filter: {}, action: "deny", unread: null });
    expect(generateAcl(createRandom(3), 500)).toBe(generateAcl(createRandom(3), 500));
  });

  it("[I4] the first match counts, ports need TCP or UDP", () => {
    const text =
      "# comment\n@10.0.0.0/8 0.0.0.0/0 0 : 65535 80 : 80 0x06/0xFF 0x0000/0x0000 deny\n@10.0.0.0/8 0.0.0.0/0 0 : 65535 0 : 65535 0x00/0x00\n@0.0.0.0/0 0.0.0.0/0 1 : 2 0 : 65535 0x01/0xFF\n";
    const { graph } = parseAclChain(text, "x.acl");
    const end = (p: Packet) => walkPacket(graph!, graph!.entries[0]!.target, p, () => 0).ending.kind;
    expect([packet, { ...packet, dstPort: 81 }, { ...packet, ipSrc: 1 }].map(end)).toEqual([
      "drop",
      "exit",
      "drop",
    ]);
    expect(parseAcl(text, "x").rules[2]!.filter).toBeNull();
  });

  it("[I4] bits of a rule are TCP's flags or a type of ICMP, as the seeds of ClassBench have them", () => {
    const rule = (protocol: string, bits: string) =>
      `@0.0.0.0/0 0.0.0.0/0 0 : 65535 0 : 65535 ${protocol} ${bits} allow\n`;
    const [any, icmp, tcp, udp] = ["0x00/0x00", "0x01/0xFF", "0x06/0xFF", "0x11/0xFF"] as const;
    const takes = (bits: string, protocol: string = tcp) => {
      const [read] = parseAcl(rule(protocol, bits), "fw1").rules;
      return (of: Packet) => matches(read!.filter!, { ...packet, tcpFlags: 0, icmpType: 0, ...of });
    };
    // a first packet, an answer to it, a reset, nothing
    const flags = (bits: string, protocol?: string) =>
      [0x02, 0x12, 0x04, 0x00].map((tcpFlags) => takes(bits, protocol)({ ipProto: 6, tcpFlags }));
    expect(flags("0x0200/0x1200")).toEqual([true, false, false, false]);
    expect(flags("0x1000/0x1000")).toEqual([false, true, false, false]);
    expect(flags("0x0000/0x0200")).toEqual([false, false, true, true]);
    expect(flags("0x0002/0x0012")).toEqual([true, false, false, false]);
    expect(flags("0x0004/0x0004", any)).toEqual([false, false, true, false]);
    expect(flags("0x0000/0x0000")).toEqual([true, true, true, true]);
    expect(takes("0x0002/0x0002", any)({ ipProto: 17 })).toBe(false);
    expect([8, 0, 11].map((icmpType) => takes("0x0800/0xff00", icmp)({ ipProto: 1, icmpType }))).toEqual([
      true,
      false,
      false,
    ]);
    // a code of ICMP, both bytes for TCP, and bits of UDP: nothing is left out, software has them
    const text = [rule(icmp, "0x0303/0xffff"), rule(tcp, "0x0202/0x0202"), rule(udp, "0x0100/0x0100")].join(
      "",
    );
    const { diagnostics } = parseAcl(text, "fw1");
    expect(diagnostics).toMatchObject([
      { severity: "warning", message: expect.stringMatching(/^3 of 3 rules .*0x0303\/0xffff.*in software/) },
    ]);
    const { graph } = parseAclChain(text, "fw1.acl");
    const end = (p: Packet) =>
      walkPacket(graph!, graph!.entries[0]!.target, { ...packet, icmpType: 0, ...p }, () => 0).ending.kind;
    const sent: Packet[] = [{ ipProto: 1, icmpType: 3 }, { ipProto: 6 }, { ipProto: 17 }];
    expect(sent.map(end)).toEqual(["exception", "exception", "exception"]);
    expect(end({ ipProto: 1, icmpType: 4 })).toBe("drop");
  });

  it("[I4] a set without action words allows, and says so unless the chain file says it", () => {
    const set =
      "@10.0.0.0/8 0.0.0.0/0 0 : 65535 80 : 80 0x06/0xFF\n@10.0.0.0/8 0.0.0.0/0 0 : 65535 0 : 65535 0x00/0x00 deny\n";
    const warning = {
      severity: "warning",
      code: "acl-action",
      message: expect.stringMatching(/^1 of 2 rules name no action, so they allow/),
    };
    expect(parseAclChain(set, "x.acl").diagnostics).toMatchObject([warning]);
    const chain = (action: string) =>
      parseServiceChain(
        `{"version": 1, "entries": ["[in]fw"], "functions": [{"id": "fw", "acl": {"rules": {"file": "a"}${action}}}]}`,
        "c.json",
        (file) => ({ file, text: set }),
      ).diagnostics;
    expect(chain("")).toMatchObject([warning]);
    expect(chain(', "action": "deny"')).toEqual([]);
  });

  it.each([
    "@10.0.0.0/40 0.0.0.0/0 0 : 1 0 : 1 0x06/0xFF",
    "@a 0.0.0.0/0 0 : 1 0 : 1 0x06/0xFF",
    "@0.0.0.0/0 0.0.0.0/0 9 : 1 0 : 1 0x06/0xFF",
    "@0.0.0.0/0 0.0.0.0/0 0 : 1 0 : 1 0x06/0x0F",
    "allow all",
  ])("[I4] %s is refused with its line", (line) => {
    expect(parseAclChain(`# head\n${line}`, "x.acl").diagnostics).toMatchObject([
      { code: "acl-rule", span: { line: 2 } },
    ]);
  });
});

describe("chain files", () => {
  const chain = (rest: string) => `version: 1
functions:
  - id: a
    click: { text: "FromDevice(in) -> Counter -> ToDevice(out);" }
  - id: b
    graph:
      elements: [{ name: in, class: FromDevice }, { name: f, class: IPFilter, arguments: [allow tcp, drop all] }, { name: out, class: ToDevice }]
      connections: [{ from: in, to: f }, { from: f, to: out }]
${rest}`;
  const parse = (text: string) => parseServiceChain(text, "chain.yaml", () => null);

  it("[I5] joins functions; what no link names is an exit", () => {
    const { graph, diagnostics } = parse(chain('links: ["a[out] -> [in]b"]\nentries: ["[in]a"]'));
    expect(diagnostics).toEqual([]);
    expect(graph!.exits).toEqual(["b[out]"]);
    expect([...graph!.units.keys()]).toEqual(["a/Counter@2", "b/f"]);
    expect(walkPacket(graph!, graph!.entries[0]!.target, packet, () => 0).ending).toEqual({
      kind: "exit",
      name: "b[out]",
    });
  });

  it.each([
    ['links: ["a[up] -> [in]b"]\nentries: ["[in]a"]', "chain-unknown-interface"],
    ['links: ["a[out] -> [in]c"]\nentries: ["[in]a"]', "chain-unknown-function"],
    ['links: ["a[out] -> [in]b", "a[out] -> [in]b"]\nentries: ["[in]a"]', "chain-linked-twice"],
    ['links: ["a[out] -> [in]a"]\nentries: ["[in]a"]', "graph-cycle"],
    ['links: ["a[out] -> [in]b", "b[out] -> [in]a"]\nentries: ["[in]a"]', "graph-cycle"],
    ['links: ["a -> b"]\nentries: ["[in]a"]', "chain-link"],
    ['entries: ["a"]', "chain-entry"],
    ["entries: []", "bad-value"],
    ['entry: ["[in]a"]', "unknown-key"],
    ['functions: []\nentries: ["[in]a"]', "bad-syntax"],
  ])("[I5] %s is refused", (rest, code) => {
    const { graph, diagnostics } = parse(chain(rest));
    expect(graph).toBeNull();
    expect(diagnostics.map((d) => d.code)).toContain(code);
    expect(diagnostics.every((d) => d.span !== null)).toBe(true);
  });

  it("[I6] no text makes a parser throw", () => {
    const pieces = [
      "FromDevice(a)",
      "->",
      "[1]",
      "x",
      "::",
      "Counter",
      ";",
      "elementclass",
      "{",
      "}",
      "|",
      "(",
      ")",
      "IPFilter(allow tcp)",
      "$p",
      "@1.2.3.4/8",
      "0 : 1",
      "\n",
      "entries:",
      "- ",
      '"',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) => {
        const text = parts.join(" ");
        for (const each of [parseClickChain, parseAclChain, parseServiceChain]) {
          const { graph, diagnostics } = each(text, "x", () => null);
          expect(graph !== null || diagnostics.length > 0).toBe(true);
          for (const { span } of diagnostics)
            expect(span === null || span.end <= text.length || span.file !== "x").toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
