import type { Random } from "../../src/core/index.ts";
import type { RandomChain } from "./chains.ts";

const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)]!;
const START = "Strip(14) -> CheckIPHeader";
const NETS = ["10.0.0.0/8", "10.1.0.0/16", "172.16.0.0/12", "192.0.2.0/25", "192.0.2.128/25"];

const encap = (random: Random): string =>
  `EtherEncap(0x0800, 02:00:00:00:03:${random.integer(90) + 10}, 02:00:00:00:04:${random.integer(90) + 10})`;
/** A port of the network: most count the TTL down, some mark packets before. */
const leave = (random: Random): string => {
  const mark = pick(random, ["", "", `SetIPDSCP(${random.integer(64)}) -> `, ""]);
  return `${mark}${random.next() < 0.85 ? "DecIPTTL -> " : ""}${encap(random)}`;
};

const port = (random: Random): number =>
  pick(random, [22, 53, 80, 443, 1023, 1024, 8080, 65_535, random.integer(65_536)]);
function term(random: Random): string {
  const a = port(random);
  const b = port(random);
  return pick(random, [
    `dst port >= ${Math.min(a, b)} && dst port <= ${Math.max(a, b)}`,
    `src port != ${a}`,
    `not dst port ${a}`,
    `dst tcp port != ${a}`,
    `not (src port ${a} or dst port ${b})`,
    `src or dst port < ${a}`,
    `src and dst port > ${a}`,
    `udp && not src port >= ${a}`,
    `ip dscp != ${random.integer(64)}`,
    `ip dscp >= ${random.integer(64)}`,
    `ip tos < ${random.integer(256)}`,
    `not ip proto 17`,
    `not icmp`,
    `not icmp type ${random.integer(16)}`,
    `icmp type ${pick(random, ["<", ">"])} ${1 + random.integer(12)}`,
    `ip ttl != ${random.integer(4)}`,
    `ip ttl < ${1 + random.integer(8)}`,
    `src net ${pick(random, NETS)} and not dst net ${pick(random, NETS)}`,
    `not src net ${pick(random, NETS)}`,
    `dst host != 192.0.2.${random.integer(3)}`,
    `tcp opt syn && not tcp opt ack`,
    `ack`,
    `not tcp opt fin`,
    `ip unfrag`,
    `true`,
  ]);
}
const test = (random: Random): string => {
  const kind = random.next();
  if (kind < 0.5) return `(${term(random)})`;
  if (kind < 0.65) return `not (${term(random)})`;
  return `(${term(random)}) ${pick(random, ["&&", "||"])} (${term(random)})`;
};
const rules = (random: Random): string =>
  [
    ...Array.from(
      { length: 2 + random.integer(6) },
      () => `${pick(random, ["allow", "deny"])} ${test(random)}`,
    ),
    pick(random, ["allow all", "drop all"]),
  ].join(", ");

/** Two inputs whose packets are told apart by paint behind a common filter. */
const zones = (random: Random): string =>
  `f :: IPFilter(${rules(random)}); p :: PaintSwitch;
   FromDevice(in) -> ${START} -> Paint(0) -> f; FromDevice(dmz) -> ${START} -> Paint(1) -> f;
   f -> p; p[0] -> ${leave(random)} -> ToDevice(out); p[1] -> ${leave(random)} -> ToDevice(${pick(random, ["up", "dmz"])});`;

/** A router with equal and nested routes, some back to the port of entry; expired packets have a way of their own. */
const router = (random: Random): string => {
  const lookup = pick(random, ["StaticIPLookup", "LinearIPLookup"]);
  const routes = Array.from(
    { length: 2 + random.integer(5) },
    () => `${pick(random, NETS)} ${random.integer(3)}`,
  );
  return `r :: ${lookup}(${routes.join(", ")}, 0.0.0.0/0 ${random.integer(3)}, 1.2.3.4/32 0, 1.2.3.5/32 1, 1.2.3.6/32 2);
   ttl :: DecIPTTL; FromDevice(in) -> ${START} -> r; r[0] -> ttl -> ${encap(random)} -> ToDevice(out);
   ttl[1] -> IPFilter(${rules(random)}) -> ${encap(random)} -> ToDevice(expired);
   r[1] -> ${leave(random)} -> ToDevice(in); r[2] -> Discard;`;
};

/** What bytes of the frame and of the packet tell. */
const sorter = (random: Random): string =>
  `c :: Classifier(${pick(random, ["23/06", "36/0050", "26/0a", "23/11 36/0035", "22/40", "30/c000"])}, -); to :: Null;
   FromDevice(in) -> c; c[0] -> ${START} -> ${leave(random)} -> to; c[1] -> ${START} -> IPFilter(${rules(random)}) -> ${leave(random)} -> to;
   to -> ToDevice(out);`;

const firewall = (random: Random): string =>
  `FromDevice(in) -> ${START} -> IPFilter(${rules(random)}) -> ${leave(random)} -> ToDevice(out);`;

const POOLS = [
  "203.0.113.1 2000-2999# - -",
  "203.0.113.2 3000-3999# - -",
  "- - 192.0.2.31 -",
  "203.0.113.3 4000-4999# 192.0.2.32 81",
];
/** Flows in one direction, their replies filtered and counted down on the way back. */
const nat = (random: Random): string =>
  `rw :: IPRewriter(pattern ${pick(random, POOLS)} 0 1, drop);
   FromDevice(in) -> ${START} -> ${pick(random, ["IPFilter(allow tcp or udp) -> ", "", `IPFilter(${rules(random)}) -> `])}rw; FromDevice(back) -> ${START} -> [1]rw;
   rw[0] -> ${leave(random)} -> ToDevice(out); rw[1] -> ${pick(random, ["", `IPFilter(${rules(random)}) -> `])}${leave(random)} -> ToDevice(home);`;

/** Flows begin on both sides, each side with a pool of its own. */
const twoWay = (random: Random): string =>
  `rw :: IPRewriter(pattern 203.0.113.7 2000-2999# - - 0 1, pattern 203.0.113.8 3000-3999# 192.0.2.41 - 1 0);
   FromDevice(in) -> ${START} -> rw; FromDevice(back) -> ${START} -> [1]rw;
   rw[0] -> ${leave(random)} -> ToDevice(out); rw[1] -> ${leave(random)} -> ToDevice(home);`;

const SHAPES: readonly (readonly ((random: Random) => string)[])[] = [
  [router, firewall, nat],
  [firewall, nat],
  [nat, firewall],
  [nat, nat],
  [twoWay],
  [firewall, twoWay],
  [zones],
  [zones, firewall],
  [zones, router],
  [router],
  [router, router],
  [sorter, firewall],
  [sorter, nat],
  [firewall, sorter, router],
];

/**
 * Chains of other mixes than those of `randomChain`, written apart from it: several inputs, paint, equal routes, a way
 * for expired packets and one back to the port of entry, bytes of frames, marks, flows that begin on either side.
 */
export function mixedChain(random: Random): RandomChain {
  const shape = pick(random, SHAPES);
  const ids = shape.map((_, i) => `g${i}`);
  const texts = shape.map((make) => make(random));
  const has = (i: number, text: string): boolean => texts[i]!.includes(text);
  const links = ids.slice(1).map((id, i): [string, string] => [`${ids[i]}[out]`, `${id}[in]`]);
  const backs = ids.filter((_, i) => has(i, "FromDevice(back)"));
  // replies of an inner rewriter come home through the one before it
  for (let i = backs.length - 1; i > 0; i--) links.push([`${backs[i]}[home]`, `${backs[i - 1]}[back]`]);
  const last = backs.at(-1);
  const inputs = ids.filter((_, i) => has(i, "FromDevice(dmz)")).map((id) => `${id}[dmz]`);
  const entries = [`${ids[0]}[in]`, ...inputs, ...(last === undefined ? [] : [`${last}[back]`])];
  const linked = new Set(links.map(([from]) => from));
  const exits = ids.flatMap((id, i) =>
    ["out", "home", "up", "dmz", "expired", "in"]
      .filter((device) => has(i, `ToDevice(${device})`))
      .map((device) => `${id}[${device}]`)
      .filter((exit) => !linked.has(exit)),
  );
  return { functions: Object.fromEntries(ids.map((id, i) => [id, texts[i]!])), links, entries, exits };
}
