import type { Random } from "../../src/core/index.ts";
import type { RandomChain } from "./chains.ts";

const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)]!;
const START = "Strip(14) -> CheckIPHeader";
const OUTSIDE = "11.0.0.1";
const INSIDE = "10.0.0.0/8";

const encap = (random: Random): string =>
  `EtherEncap(0x0800, 02:00:00:00:05:${random.integer(90) + 10}, 02:00:00:00:06:${random.integer(90) + 10})`;
const leave = (random: Random): string =>
  `${random.next() < 0.8 ? "DecIPTTL -> " : ""}IPFragmenter(${pick(random, [1500, 576])}) -> ${encap(random)}`;
const rewriter = (random: Random): string => pick(random, ["IPRewriter", "IPRewriter", "TCPRewriter"]);
const range = (random: Random): string =>
  pick(random, ["1024-65535", "2000-2999", "2000-2999#", "3000-4999?"]);

/**
 * The NAPT of the work's own configurations: each input has its pattern, all leave by one output, and a lookup of the
 * destination as it is then tells new flows, replies and packets for the gateway itself apart.
 */
const napt = (random: Random): string =>
  `rw :: ${rewriter(random)}(pattern ${OUTSIDE} ${range(random)} - - 0 0, pattern - - 10.0.0.1 - 0 0);
   r :: RadixIPLookup(10.0.0.1 0, ${OUTSIDE}/32 0, 10.0.0.255/32 0, ${INSIDE} 1, 11.0.0.0/24 2, 0.0.0.0/0 ${pick(random, ["", "11.0.0.2 "])}2);
   FromDevice(in) -> ${START} -> rw; FromDevice(back) -> ${START} -> [1]rw; rw[0] -> GetIPAddress(16) -> r;
   r[0] -> Discard; r[1] -> ${leave(random)} -> ToDevice(home); r[2] -> ${leave(random)} -> ToDevice(out);`;

/** Flows from inside; their replies are told by where they go, as gateways do that have several nets inside. */
const zones = (random: Random): string =>
  `rw :: ${rewriter(random)}(pattern ${OUTSIDE} ${range(random)} - - 0 1, ${pick(random, ["drop", "pass 2"])});
   c :: IPClassifier(${pick(random, ["dst net 10.1.0.0/16", "dst port < 1024", "dst host 10.1.2.3", "tcp and dst port 80"])}, -);
   FromDevice(in) -> ${START} -> rw; FromDevice(back) -> ${START} -> [1]rw;
   rw[0] -> ${leave(random)} -> ToDevice(out); rw[1] -> c; c[0] -> ${leave(random)} -> ToDevice(home);
   c[1] -> ${pick(random, ["", "IPFilter(deny ip ttl < 3, allow all) -> "])}${leave(random)} -> ToDevice(dmz); rw[2] -> Discard;`;

/** Servers behind a balancer; a filter behind it asks which server was chosen. */
const balanced = (random: Random): string =>
  `m :: RoundRobinIPMapper(- - 10.1.0.11 - 0 1, - - 10.1.0.12 - 0 1); rw :: ${rewriter(random)}(m, pattern ${OUTSIDE} ${range(random)} - - 1 0);
   FromDevice(in) -> ${START} -> rw; FromDevice(back) -> ${START} -> [1]rw;
   c :: IPClassifier(dst host 10.1.0.11, ${pick(random, ["dst host 10.1.0.12", "dst net 10.1.0.0/24", "src port > 1023"])}, -);
   rw[0] -> c; c[0] -> ${leave(random)} -> ToDevice(home); c[1] -> ${leave(random)} -> ToDevice(dmz); c[2] -> Discard;
   rw[1] -> ${leave(random)} -> ToDevice(out);`;

const firewall = (random: Random): string =>
  `FromDevice(in) -> ${START} -> IPFilter(${pick(random, ["deny dst port 23", "deny icmp", "deny ip ttl < 2"])}, allow ${pick(random, ["all", "tcp or udp"])}) -> ${encap(random)} -> ToDevice(out);`;

/** A gateway that reads what its rewriter chose, alone or behind a firewall. */
export function gatewayChain(random: Random): RandomChain {
  const own = pick(random, [napt, napt, zones, balanced])(random);
  const isGuarded = random.next() < 0.4;
  const exits = ["out", "home", "dmz"].filter((d) => own.includes(`ToDevice(${d})`)).map((d) => `nat[${d}]`);
  return {
    functions: { ...(isGuarded ? { wall: firewall(random) } : {}), nat: own },
    links: isGuarded ? [["wall[out]", "nat[in]"]] : [],
    entries: [isGuarded ? "wall[in]" : "nat[in]", "nat[back]"],
    exits,
  };
}
