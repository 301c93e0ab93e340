import type { Random } from "../../src/core/index.ts";

const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)]!;
const RELATIONS = ["", "", "", "== ", "= ", "!= ", "< ", "> ", "<= ", ">= "];
const EQUAL = ["", "", "", "== ", "!= "];
const NETS = [
  "10.0.0.0/8",
  "10.1.0.0/16",
  "10.1.2.3/24",
  "10/8",
  "192.0.2.0/24",
  "0.0.0.0/0",
  "10.0.0.0/255.0.0.0",
];
const HOSTS = ["10.1.2.3", "192.0.2.1", "0.0.0.0", "255.255.255.255", "10.0.0.0"];
const PORTS = [
  "80",
  "53",
  "0",
  "65535",
  "1024",
  "0x50",
  "010",
  "www",
  "domain",
  "dns",
  "ssh",
  "https",
  "imap3",
  "snmp-trap",
  "ftp-data",
];
const PROTOCOLS = ["tcp", "udp", "icmp", "igmp", "ipip", "6", "17", "1", "0", "255", "0x11"];
const ICMP = ["echo", "echo-reply", "unreachable", "timeexceeded", "timestamp-reply", "0", "8", "255", "3"];
const FLAGS = ["syn", "fin", "ack", "rst", "psh", "urg", "2", "18", "0"];
const MASKS = ["1", "3", "0xF0", "10", "7", "255"];

const direction = (random: Random): string =>
  pick(random, ["", "src ", "dst ", "dest ", "src or dst ", "src and dst ", "src || dst ", "src && dst "]);
const number = (random: Random, high: number): string =>
  String(
    pick(random, [0, 1, 2, 5, 6, 63, high - 1, high, random.integer(high + 1), random.integer(high + 1)]),
  );
const mask = (random: Random): string => (random.next() < 0.2 ? `& ${pick(random, MASKS)} ` : "");

/** What one term of the manual's language may be; some are what Click refuses. */
const TERMS: readonly ((random: Random) => string)[] = [
  (r) => `${direction(r)}${pick(r, ["host ", "ip host ", ""])}${pick(r, EQUAL)}${pick(r, HOSTS)}`,
  (r) => `${direction(r)}${pick(r, ["net ", ""])}${pick(r, EQUAL)}${pick(r, NETS)}`,
  (r) =>
    `${direction(r)}net ${pick(r, HOSTS)} mask ${pick(r, ["255.0.0.0", "255.255.255.0", "255.0.255.0"])}`,
  (r) =>
    `${direction(r)}host & ${pick(r, ["255.0.0.0", "0.0.0.255", "255.255.255.255"])} ${pick(r, EQUAL)}${pick(r, HOSTS)}`,
  (r) =>
    `${direction(r)}${pick(r, ["", "tcp ", "udp "])}port ${mask(r)}${pick(r, RELATIONS)}${pick(r, PORTS)}`,
  (r) => `${pick(r, ["tcp ", "udp ", ""])}${direction(r)}port ${pick(r, RELATIONS)}${number(r, 65_535)}`,
  (r) =>
    pick(r, [
      "www",
      "ssh",
      "tcp www",
      "src https",
      "udp domain",
      "syn",
      "fin ack",
      "port echo",
      "icmp echo",
      "echo",
    ]),
  (r) => `ip proto ${mask(r)}${pick(r, RELATIONS)}${pick(r, PROTOCOLS)}`,
  (r) => pick(r, ["tcp", "udp", "icmp", "igmp", "proto udp", "ip proto tcp", "ip tcp", "gre", "sctp"]),
  (r) => `ip ttl ${mask(r)}${pick(r, RELATIONS)}${number(r, 255)}`,
  (r) => `ip tos ${mask(r)}${pick(r, RELATIONS)}${number(r, 255)}`,
  (r) => `ip dscp ${mask(r)}${pick(r, RELATIONS)}${number(r, 63)}`,
  (r) => pick(r, ["ip ect", "ip ce", "ect", "ce", "ip ect 1", "ip ect 2"]),
  (r) => pick(r, ["ip frag", "ip unfrag", "frag", "unfrag", "tcp frag", "udp unfrag"]),
  (r) => `ip vers ${pick(r, RELATIONS)}${number(r, 15)}`,
  (r) => `ip hl ${mask(r)}${pick(r, RELATIONS)}${pick(r, ["4", "5", "6", number(r, 15)])}`,
  (r) => `tcp opt ${pick(r, FLAGS)}`,
  (r) => `icmp type ${mask(r)}${pick(r, RELATIONS)}${pick(r, ICMP)}`,
  (r) =>
    `ip[${pick(r, ["0", "1", "8", "9", "12:4", "16:2", "8:2", "12"])}] ${mask(r)}${pick(r, RELATIONS)}${number(r, 255)}`,
  (r) =>
    `${pick(r, ["tcp[0]", "tcp[0:2]", "tcp[2:2]", "tcp[13]", "tcp[0:4]", "udp[0:2]", "udp[1]", "icmp[0]"])} ${mask(r)}${pick(r, RELATIONS)}${number(r, 255)}`,
  (r) => pick(r, ["true", "false"]),
];
/** What no field of a packet says: the packets of such a pattern stay with the functions. */
const UNREAD: typeof TERMS = [
  (r) => `ip id ${pick(r, RELATIONS)}${number(r, 200)}`,
  (r) => `ip len ${pick(r, RELATIONS)}${number(r, 200)}`,
  (r) => `tcp win ${pick(r, RELATIONS)}${number(r, 65_535)}`,
  (r) => `ip[${pick(r, ["4:2", "6:2", "2:2", "10:2"])}] ${mask(r)}${pick(r, RELATIONS)}${number(r, 255)}`,
  (r) =>
    `${pick(r, ["transp", "tcp"])}[${pick(r, ["0", "0:2", "12", "4:4"])}] ${mask(r)}${pick(r, RELATIONS)}${number(r, 255)}`,
];
const term = (random: Random): string => pick(random, random.next() < 0.02 ? UNREAD : TERMS)(random);

const JOINTS = [" && ", " and ", " || ", " or ", " "];
/** What takes the qualifiers of the term before. */
const BARE: readonly ((random: Random) => string)[] = [
  (r) => pick(r, PORTS),
  (r) => pick(r, HOSTS),
  (r) => pick(r, NETS),
  (r) => `${pick(r, RELATIONS)}${number(r, 255)}`,
  (r) => pick(r, FLAGS),
];

/** A pattern of IPClassifier out of its whole language: connectives, `?:`, parentheses, negations, bare values. */
export function randomExpression(random: Random, depth = 0): string {
  const kind = random.next();
  const inner = (): string => randomExpression(random, depth + 1);
  if (depth > 2 || kind < 0.4) return term(random);
  if (kind < 0.5)
    return `${pick(random, ["not ", "!", "! "])}${random.next() < 0.5 ? `(${inner()})` : term(random)}`;
  if (kind < 0.6) return `(${inner()})`;
  if (kind < 0.68) return `${inner()} ? ${inner()} : ${inner()}`;
  if (kind < 0.76)
    return `${term(random)} ${pick(random, ["or", "||", "and"])} ${pick(random, BARE)(random)}`;
  return `${inner()}${pick(random, JOINTS)}${inner()}`;
}
