import type { Random } from "../../src/core/index.ts";

/** Functions as Click texts, links `a[out]` to `b[in]`, entries and exits by the names of interfaces. */
export type RandomChain = {
  functions: Record<string, string>;
  /** access lists that the synthesis reads in place of a function's text */
  acls?: Record<string, string>;
  links: [string, string][];
  entries: string[];
  exits: string[];
};

const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)]!;
const NETS = ["10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "192.0.2.0/24", "203.0.113.0/24", "0.0.0.0/0"];
const PRIMITIVES = [
  "tcp",
  "udp",
  "icmp",
  "icmp type echo",
  "icmp type != 3",
  "icmp type >= 8",
  "not tcp",
  "src port 80",
  "dst tcp port 80",
  "dst port > 1023",
  "src port < 1024",
  "port != 53",
  "port 53",
  "port < 2000",
  "src or dst port >= 5000",
  "src and dst port != 80",
  "tcp opt syn",
  "syn",
  "tcp opt ack && tcp",
  "ip ttl > 10",
  "ip ttl <= 5",
  "ip tos 0",
  "ip tos != 4",
  "ip dscp 46",
  "ip proto 17",
  "dst udp port 53 or 123",
  "ip proto != 6",
  "src host != 10.1.2.3",
  "host 10.1.2.3",
  "port 80 or 443",
];

const primitive = (random: Random, nets: readonly string[]): string =>
  random.next() < 0.35
    ? `${pick(random, ["src", "dst", "src or dst"])} net ${pick(random, nets)}`
    : pick(random, PRIMITIVES);

function expression(random: Random, nets: readonly string[], depth = 0): string {
  const kind = random.next();
  if (depth > 1 || kind < 0.45) return primitive(random, nets);
  if (kind < 0.55) return `!(${expression(random, nets, depth + 1)})`;
  return `(${expression(random, nets, depth + 1)}) ${pick(random, ["&&", "||", "and", "or"])} (${expression(random, nets, depth + 1)})`;
}

const start = "Strip(14) -> CheckIPHeader";
const encap = (random: Random): string =>
  `EtherEncap(0x0800, 02:00:00:00:01:${random.integer(90) + 10}, 02:00:00:00:02:${random.integer(90) + 10})`;
const end = (random: Random): string =>
  `${random.next() < 0.8 ? "DecIPTTL -> " : ""}IPFragmenter(${pick(random, [1500, 576])}) -> ${encap(random)}`;

const firewall = (random: Random, nets: readonly string[]): string => {
  const rules = Array.from(
    { length: 1 + random.integer(8) },
    () => `${pick(random, ["allow", "deny", "drop"])} ${expression(random, nets)}`,
  );
  return `FromDevice(in) -> ${start} -> IPFilter(${[...rules, pick(random, ["allow all", "drop all"])].join(", ")}) -> ${end(random)} -> ToDevice(out);`;
};

const classifier = (random: Random, nets: readonly string[]): string => {
  const count = 1 + random.integer(3);
  const patterns = Array.from({ length: count }, () => expression(random, nets));
  const ways = patterns.map((_, i) => `c[${i}] -> ${end(random)} -> to;`);
  return `to :: Null; FromDevice(in) -> ${start} -> c :: IPClassifier(${[...patterns, "-"].join(", ")}); ${ways.join(" ")} c[${count}] -> ${end(random)} -> to; to -> ToDevice(out);`;
};

const router = (random: Random, nets: readonly string[]): string => {
  const routes = Array.from(
    { length: 1 + random.integer(5) },
    () => `${pick(random, nets)} ${random.next() < 0.3 ? "192.0.2.1 " : ""}${random.integer(2)}`,
  );
  const lookup = pick(random, ["StaticIPLookup", "LinearIPLookup", "RadixIPLookup"]);
  return `to :: Null; FromDevice(in) -> ${start} -> r :: ${lookup}(${[...new Map(routes.map((r) => [r.split(" ")[0], r])).values()].join(", ")}, 0.0.0.0/0 0, 1.2.3.4/32 1); r[0] -> ${end(random)} -> to; r[1] -> ${end(random)} -> to; to -> ToDevice(out);`;
};

const PATTERNS = [
  "203.0.113.1 1024-2047# - -",
  "- - 192.0.2.11 -",
  "203.0.113.9 5000-5999# 192.0.2.12 -",
  "- - 192.0.2.13 8080",
];
const nat = (random: Random): string => {
  const spec = random.next() < 0.15 ? "keep 0 1" : `pattern ${pick(random, PATTERNS)} 0 1`;
  const hasReplies = random.next() < 0.7;
  const reply =
    random.next() < 0.5
      ? `DecIPTTL -> ${encap(random)}`
      : `IPFilter(deny ip ttl < 3, allow all) -> DecIPTTL -> ${encap(random)}`;
  const fromBack = hasReplies ? `FromDevice(back) -> ${start} -> [1]rw;` : "";
  return `rw :: IPRewriter(${spec}${hasReplies ? ", drop" : ""}); FromDevice(in) -> ${start} -> rw; ${fromBack} rw[0] -> ${end(random)} -> ToDevice(out); rw[1] -> ${reply} -> ToDevice(home);`;
};

const balancer = (random: Random): string =>
  `m :: RoundRobinIPMapper(- - 192.0.2.21 - 0 1, - - 192.0.2.22 - 0 1); rw :: IPRewriter(m, drop); FromDevice(in) -> ${start} -> c :: IPClassifier(tcp or udp, -); c[0] -> rw; c[1] -> Discard; FromDevice(back) -> ${start} -> [1]rw; rw[0] -> ${end(random)} -> ToDevice(out); rw[1] -> ${encap(random)} -> ToDevice(home);`;

/**
 * A chain of one to three random functions; rewriters have their replies where the random says so. `nets`: prefixes
 * that its filters and routes take.
 */
export function randomChain(random: Random, nets: readonly string[] = NETS): RandomChain {
  const kinds = [firewall, firewall, classifier, router, nat, nat, balancer];
  const count = 1 + random.integer(3);
  const ids = Array.from({ length: count }, (_, i) => `f${i}`);
  const functions = Object.fromEntries(ids.map((id) => [id, pick(random, kinds)(random, nets)]));
  const links = ids.slice(1).map((id, i): [string, string] => [`${ids[i]}[out]`, `${id}[in]`]);
  const texts = Object.entries(functions);
  const backs = texts.flatMap(([id, t]) => (t.includes("FromDevice(back)") ? [id] : []));
  // replies of an inner rewriter come home through the one before it
  for (let i = backs.length - 1; i > 0; i--) links.push([`${backs[i]}[home]`, `${backs[i - 1]}[back]`]);
  const entries = [`${ids[0]}[in]`, ...(backs.length > 0 ? [`${backs.at(-1)}[back]`] : [])];
  const linked = new Set(links.map(([from]) => from));
  const exits = texts
    .flatMap(([id, t]) =>
      ["out", "home"].filter((d) => t.includes(`ToDevice(${d})`)).map((d) => `${id}[${d}]`),
    )
    .filter((e) => !linked.has(e));
  return { functions, links, entries, exits };
}
