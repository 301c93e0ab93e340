/** Words of the language of IPFilter and IPClassifier (Click's manual), with what its name tables hold besides. */

/** Bits of a header: of IP, or of the transport protocol with this number. */
export type Bits = { of: number | null; offset: number; length: number };

/** Stands for TCP or UDP, and for any protocol, where the number of one is asked for. */
export const TCP_OR_UDP = 256;
export const ANY_TRANSPORT = 257;

const ofIp = (offset: number, length: number): Bits => ({ of: null, offset, length });
export const FIELDS: Readonly<Record<string, Bits>> = {
  vers: ofIp(0, 4),
  hl: ofIp(4, 4),
  tos: ofIp(8, 8),
  dscp: ofIp(8, 6),
  len: ofIp(16, 16),
  id: ofIp(32, 16),
  ttl: ofIp(64, 8),
  win: { of: 6, offset: 112, length: 16 },
  type: { of: 1, offset: 0, length: 8 },
};
export const SIMPLE_TYPES = ["host", "net", "port", "proto", "opt", "ect", "ce", "frag", "unfrag"] as const;
export const RELATIONS = ["<", "<=", ">", ">=", "==", "=", "!="] as const;

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
  pptp: 1723,
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
export const NAMED_PROTOCOLS: Readonly<Record<string, number>> = {
  icmp: 1,
  igmp: 2,
  ipip: 4,
  tcp: 6,
  udp: 17,
  dccp: 33,
  gre: 47,
  sctp: 132,
  tcpudp: TCP_OR_UDP,
  transp: ANY_TRANSPORT,
};

/** A number as Click reads it: decimal, 0x and hexadecimal, 0 and octal. */
export function clickNumber(text: string): number | null {
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return /^(0|[1-9]\d*|0x[0-9a-fA-F]+)$/.test(text) ? Number(text) : null;
}
