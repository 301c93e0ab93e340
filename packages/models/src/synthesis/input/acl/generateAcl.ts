import { assert, type Random } from "../../../core/index.ts";
import { formatIp } from "../../header/address.ts";

/** Shape of a generated ACL: our choice, in the manner of ClassBench's access-control seeds. */
const POOL_SHARE = 0.15;
const PREFIX_LENGTHS = [8, 16, 20, 24, 24, 24, 28, 32, 32, 32];
const SERVICES = [22, 25, 53, 80, 110, 123, 143, 161, 389, 443, 514, 993, 1433, 1521, 3306, 3389, 5060, 8080];

/**
 * A seeded ACL of `count` rules in ClassBench format: destinations and sources from a pool of nested prefixes
 * (what compression lives on), exact, wildcard and ranged ports, TCP, UDP, ICMP and any. Specific rules stand
 * first. The data is ours: the thesis' ISP rules come from ClassBench's generator and are not public as
 * files.
 */
export function generateAcl(random: Random, count: number): string {
  assert(count > 0, "an ACL has rules");
  const pool = Array.from({ length: Math.max(4, Math.ceil(count * POOL_SHARE)) }, () => randomPrefix(random));
  const rules = Array.from({ length: count - 1 }, () => {
    const source = random.next() < 0.45 ? ANYWHERE : pick(random, pool);
    const destination = random.next() < 0.1 ? ANYWHERE : pick(random, pool);
    const protocol = pick(random, [6, 6, 6, 17, 17, 1, 0]);
    const hasPorts = protocol === 6 || protocol === 17;
    const ports = hasPorts ? portPair(random) : ["0 : 65535", "0 : 65535"];
    const specificity = source.length + destination.length + (hasPorts ? 8 : 0) + random.next();
    const action = random.next() < 0.6 ? "allow" : "deny";
    const text = `@${show(source)}\t${show(destination)}\t${ports.join("\t")}\t${protocolText(protocol)}\t${action}`;
    return { text, specificity };
  });
  rules.sort((a, b) => b.specificity - a.specificity);
  const last = `@0.0.0.0/0\t0.0.0.0/0\t0 : 65535\t0 : 65535\t0x00/0x00\tdeny`;
  return `${[...rules.map((r) => r.text), last].join("\n")}\n`;
}

type Prefix = { value: number; length: number };
const ANYWHERE: Prefix = { value: 0, length: 0 };

const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)]!;
const show = ({ value, length }: Prefix): string => `${formatIp(value)}/${length}`;
const protocolText = (protocol: number): string =>
  protocol === 0 ? "0x00/0x00" : `0x${protocol.toString(16).padStart(2, "0")}/0xFF`;

function randomPrefix(random: Random): Prefix {
  const length = pick(random, PREFIX_LENGTHS);
  // a few large networks, so that prefixes nest
  const network = 10 + random.integer(12);
  const value = network * 2 ** 24 + random.integer(2 ** 24);
  const size = 2 ** (32 - length);
  return { value: Math.floor(value / size) * size, length };
}

function portPair(random: Random): [string, string] {
  const source = random.next() < 0.85 ? "0 : 65535" : "1024 : 65535";
  const kind = random.next();
  if (kind < 0.2) return [source, "0 : 65535"];
  if (kind < 0.85) {
    const port = pick(random, SERVICES);
    return [source, `${port} : ${port}`];
  }
  if (kind < 0.93) return [source, "1024 : 65535"];
  const low = random.integer(60_000);
  return [source, `${low} : ${low + random.integer(5000)}`];
}
