import { type PACKET_LAYOUT, PROTOCOL } from "../../header/layout.ts";

/** Words of the language of IPFilter and IPClassifier (Click's manual). */
export const TYPES = [
  "host",
  "net",
  "port",
  "proto",
  "opt",
  "ttl",
  "tos",
  "dscp",
  "vers",
  "hl",
  "frag",
  "unfrag",
  "type",
];
/** Fields that Click reads and packets of the model do not have. */
export const UNREADABLE = ["id", "win", "ect", "ce", "len", "sum"];
export const CONNECTIVES = ["&&", "||", "and", "or", ")", "?", ":"];
export const COMPARISONS = ["<", "<=", ">", ">=", "==", "=", "!="];

/** Names of ports. */
export const SERVICES: Readonly<Record<string, number>> = {
  echo: 7,
  discard: 9,
  daytime: 13,
  chargen: 19,
  "ftp-data": 20,
  ftp: 21,
  ssh: 22,
  telnet: 23,
  smtp: 25,
  dns: 53,
  domain: 53,
  bootps: 67,
  bootpc: 68,
  tftp: 69,
  finger: 79,
  www: 80,
  http: 80,
  pop3: 110,
  sunrpc: 111,
  auth: 113,
  nntp: 119,
  ntp: 123,
  "netbios-ns": 137,
  "netbios-dgm": 138,
  "netbios-ssn": 139,
  imap: 143,
  snmp: 161,
  "snmp-trap": 162,
  irc: 194,
  imap3: 220,
  https: 443,
  rip: 520,
  route: 520,
  imaps: 993,
  pop3s: 995,
};
export const TCP_OPTIONS: Readonly<Record<string, number>> = {
  fin: 1,
  syn: 2,
  rst: 4,
  psh: 8,
  ack: 16,
  urg: 32,
};
export const ICMP_TYPES: Readonly<Record<string, number>> = {
  "echo-reply": 0,
  unreachable: 3,
  sourcequench: 4,
  redirect: 5,
  echo: 8,
  routeradvert: 9,
  routersolicit: 10,
  timeexceeded: 11,
  parameterproblem: 12,
  timestamp: 13,
  "timestamp-reply": 14,
  inforeq: 15,
  "inforeq-reply": 16,
  maskreq: 17,
  "maskreq-reply": 18,
};
export const NAMED_PROTOCOLS: Readonly<Record<string, number>> = { ...PROTOCOL, igmp: 2, ipip: 4 };

/** Bytes of a header that are a field of the model. */
export const BYTES: Readonly<Record<string, keyof typeof PACKET_LAYOUT>> = {
  "ip 1": "ipTos",
  "ip 8": "ipTtl",
  "ip 9": "ipProto",
  "tcp 13": "tcpFlags",
  "tcp 0:2": "srcPort",
  "tcp 2:2": "dstPort",
  "udp 0:2": "srcPort",
  "udp 2:2": "dstPort",
  "icmp 0": "icmpType",
  "transp 0:2": "srcPort",
  "transp 2:2": "dstPort",
};
