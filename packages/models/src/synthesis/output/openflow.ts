import {
  type ClassRule,
  type EntryClassifier,
  needsKnownFlow,
  type Synthesis,
  type TrafficClass,
} from "../classes/synthesis.ts";
import { formatIp, formatMac, formatValue } from "../header/address.ts";
import { cubesOf, type FieldSet, intervalsOf, isSameSet, prefixesOf, sizeOf } from "../header/fieldSet.ts";
import type { Filter } from "../header/filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../header/layout.ts";
import { TRANSPORT, transportForms } from "../header/transport.ts";
import type { Writes } from "../header/writes.ts";
import { beyondClasses, switchNotes } from "./beyondClasses.ts";
import {
  atPlace,
  type FieldIds,
  fieldIds,
  isByNumber,
  NUMBERED,
  type Numbered,
  numberFlows,
} from "./fieldIds.ts";
import { otherFrames, typedRules, VLAN } from "./otherFrames.ts";
import { cannot, classCookie, numberPorts, type Output, type PortNumbers, portNotes } from "./targets.ts";
import { tosMatches } from "./tos.ts";

/** OpenFlow's priorities have 16 bits. */
const HIGHEST = 65_535;
/** Frames to several hosts: the bit of their destination. */
const GROUP = "01:00:00:00:00:00/01:00:00:00:00:00";
/** Our choice: flows that one rule may become. */
const MAX_FLOWS_A_RULE = 4096;
/** First byte of the locally administered MAC that names a class to the server (Metron's tag, thesis Sec. 8.1.2). */
const TAG_PREFIX = "02:00:00:00";

/**
 * Rules for `ovs-ofctl add-flows` (OpenFlow 1.3 with OVS' TTL match). OpenFlow has no port ranges, so table 0 turns
 * the source port into the number of its interval, table 1 the destination port (thesis Sec. 7.5.4.2), with single
 * ports as they are; the protocol and the TTL have tables of their own where rules name many values. The last table
 * holds the classes. Decreasing priorities keep the first match. What a switch cannot do, and every class that keeps
 * or asks for flows, goes to the server, tagged. Packets that it cannot tell apart are warnings and notes in the head.
 */
export function toOpenFlow(synthesis: Synthesis, given?: PortNumbers): Output {
  const ports = given ?? numberPorts(synthesis);
  const { classes, classifiers } = synthesis;
  const rules = classifiers.flatMap((c) => typedRules(synthesis, c).map((r) => ({ ...r, entry: c.entry })));
  // frames to several hosts are dropped before the rule
  const places = classes.some((c) => c.dropsBroadcasts) ? 2 : 1;
  const most = Math.floor((HIGHEST - 3) / places);
  if (rules.length > most)
    return cannot("openflow", `${rules.length} rules, and OpenFlow has priorities for ${most}`);
  const forms = rules.flatMap((r) => transportForms(r.filter));
  const ids = Object.fromEntries(NUMBERED.map((field) => [field, fieldIds(forms, field)])) as Ids;
  const numbering = NUMBERED.filter((field) => field.endsWith("Port") || ids[field].intervals.length > 0);
  const beyond = beyondClasses(synthesis);
  const notes = [...(beyond.options ? [OPTIONS_NOTE] : []), ...switchNotes(synthesis)];
  const lines = [
    "# Made by p4twin synthesise: ovs-ofctl -O OpenFlow13 add-flows SWITCH FILE",
    ...portNotes(ports).map((note) => `# ${note}`),
    `# cookie=${classCookie(0)} is class 0, ${classCookie(1)} class 1, and so on`,
    ...notes.map((note) => `# ${note}`),
    ...(beyond.fragments ? fragmentFlows(classifiers, ports) : []),
    ...taggedFlows(synthesis, ports),
    ...numbering.flatMap((field, table) => numberFlows(ids[field], table)),
  ];
  const others = new Map(classifiers.map((c) => [c.entry, otherFrames(synthesis, c)]));
  for (const [i, rule] of rules.entries()) {
    const inPort = ports.ports[rule.entry]!;
    const c = classes[rule.class]!;
    const actions = actionsOf(c, ports, inPort);
    const needsIp = others.get(rule.entry) !== "by rules" || /dec_ttl|->(?:ip_|nw_)/.test(actions);
    const matches = classMatches(rule, ids, needsIp);
    if ("field" in matches)
      return cannot(
        "openflow",
        `a class reads ${matches.field}, which OpenFlow cannot match in a few flows; see --to p4`,
      );
    const start = (before: number): string =>
      `table=${numbering.length},priority=${places * (rules.length - i) + before},cookie=${classCookie(rule.class)},in_port=${inPort}`;
    for (const match of matches.texts) {
      if (c.dropsBroadcasts) {
        if (rule.filter.ethDst)
          return cannot(
            "openflow",
            "a class asks for addresses of frames and drops those to several hosts; see --to p4",
          );
        lines.push(`${start(1)}${match},dl_dst=${GROUP},actions=drop`);
      }
      lines.push(`${start(0)}${match},actions=${actions}`);
    }
  }
  for (const [entry, fate] of others)
    if (fate === "server")
      lines.push(
        `table=${numbering.length},priority=0,in_port=${ports.ports[entry]},actions=output:${ports.serverPort}`,
      );
  return {
    text: `${lines.join("\n")}\n`,
    diagnostics: notes.map((message) => ({
      severity: "warning",
      code: "openflow-differs",
      message,
      span: null,
    })),
  };
}

/** Open vSwitch 3.1.0 reads the same flow from a packet with options as without (`ovs-ofctl parse-pcap`). */
const OPTIONS_NOTE =
  "packets with IP options fare as those without: OpenFlow does not match the length of the header; --to p4 does, offload leads all packets of such a chain to the server";

/** Pieces of packets go to the server as they came: only the first has ports. */
const fragmentFlows = (
  classifiers: readonly EntryClassifier[],
  { ports, serverPort }: PortNumbers,
): string[] => [
  `# fragments go to port ${serverPort} as they came: only the first has ports`,
  ...classifiers.map(
    ({ entry }) =>
      `table=0,priority=${HIGHEST - 1},in_port=${ports[entry]},ip,ip_frag=yes,actions=output:${serverPort}`,
  ),
];

/** Open vSwitch looks behind a VLAN's tag, the chain's functions do not. */
const taggedFlows = (synthesis: Synthesis, { ports, serverPort }: PortNumbers): string[] =>
  synthesis.classifiers.flatMap((classifier) => {
    const fate = otherFrames(synthesis, classifier, VLAN);
    if (fate === "by rules") return [];
    const action = fate === "drop" ? "drop" : `output:${serverPort}`;
    return [
      `table=0,priority=${HIGHEST},in_port=${ports[classifier.entry]},vlan_tci=0x1000/0x1000,actions=${action}`,
    ];
  });

type Ids = Readonly<Record<Numbered, FieldIds>>;

/** Match texts of a rule: the product of its alternatives. */
function classMatches(
  { filter }: ClassRule,
  ids: Ids,
  needsIp: boolean,
): { texts: string[] } | { field: string } {
  const out: string[] = [];
  for (const form of transportForms(filter)) {
    const made = formMatches(form, ids, needsIp);
    if ("field" in made) return made;
    out.push(...made.texts);
  }
  return { texts: out };
}

function formMatches(form: Filter, ids: Ids, needsIp: boolean): { texts: string[] } | { field: string } {
  const numbers = NUMBERED.filter((field) => form[field] && isByNumber(field, form[field]));
  const { srcPort, dstPort, ipProto, ...others } = form;
  const alternatives: { field: string; texts: string[] }[] = [];
  for (const [field, set] of Object.entries(others)) {
    if (numbers.some((n) => n === field)) continue;
    const texts = fieldMatches(field, set);
    if (texts === null) return { field };
    alternatives.push({ field, texts });
  }
  const isExact = [srcPort, dstPort].some((set) => set && isSingle(set));
  const protocols =
    ipProto && !numbers.includes("ipProto")
      ? protocolMatches(ipProto, isExact || (!srcPort && !dstPort))
      : null;
  if (protocols) alternatives.push({ field: "ipProto", texts: protocols });
  if (srcPort && isSingle(srcPort)) alternatives.push({ field: "srcPort", texts: [`tp_src=${srcPort[0]}`] });
  if (dstPort && isSingle(dstPort)) alternatives.push({ field: "dstPort", texts: [`tp_dst=${dstPort[0]}`] });
  const [first] = numbers;
  if (first) {
    const count = numbers.reduce((n, field) => n * ids[field].matches(form[field]!).length, 1);
    if (count > MAX_FLOWS_A_RULE) return { field: first };
    alternatives.push({ field: first, texts: metadataMatches(form, numbers, ids) });
  }
  let count = 1;
  for (const { field, texts } of alternatives) {
    count *= texts.length;
    if (count > MAX_FLOWS_A_RULE) return { field };
  }
  const isNamed = protocols?.every((t) => t === "tcp" || t === "udp") === true;
  const isIp = needsIp || [...Object.keys(form)].some((f) => !f.startsWith("eth"));
  const start = [isIp && !isNamed && form.ethType === undefined ? ",ip" : ""];
  return {
    texts: alternatives.reduce(
      (all, { texts }) => all.flatMap((a) => texts.map((t) => (t === "" ? a : `${a},${t}`))),
      start,
    ),
  };
}

const isSingle = (set: FieldSet): boolean => sizeOf(set) === 1;

/** The protocols by name where ports are compared; a number of an interval says by itself that there are ports. */
function protocolMatches(set: FieldSet, isNamed: boolean): string[] {
  if (isSameSet(set, TRANSPORT)) return isNamed ? ["tcp", "udp"] : [""];
  return intervalsOf(set).flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, i) =>
      low + i === PROTOCOL.tcp ? "tcp" : low + i === PROTOCOL.udp ? "udp" : `nw_proto=${low + i}`,
    ),
  );
}

/** The numbers of all `fields` in one match of the metadata, for each way in which they go together. */
function metadataMatches(form: Filter, fields: readonly Numbered[], ids: Ids): string[] {
  let words = [{ value: 0n, mask: 0n }];
  for (const field of fields)
    words = words.flatMap((w) =>
      ids[field].matches(form[field]!).map(({ value, mask }) => ({
        value: w.value + atPlace(field, value),
        mask: w.mask + atPlace(field, mask),
      })),
    );
  return words.map(({ value, mask }) => `metadata=0x${value.toString(16)}/0x${mask.toString(16)}`);
}

const ADDRESSES: Readonly<Record<string, string>> = { ipSrc: "nw_src", ipDst: "nw_dst" };
const MACS: Readonly<Record<string, string>> = { ethSrc: "dl_src", ethDst: "dl_dst" };
const SINGLES: Readonly<Record<string, string>> = {
  ipTtl: "nw_ttl",
  ethType: "dl_type",
  icmpType: "icmp_type",
};

function fieldMatches(field: string, set: FieldSet): string[] | null {
  const [address, mac, single] = [ADDRESSES[field], MACS[field], SINGLES[field]];
  const bits = PACKET_LAYOUT[field as keyof typeof PACKET_LAYOUT];
  if (field === "ipTos") return tosMatches(set);
  if (field === "tcpFlags") return cubesOf(set, bits).map((c) => `tcp_flags=${c.value}/${c.mask}`);
  if (single !== undefined && sizeOf(set) > MAX_FLOWS_A_RULE) return null;
  if (address === undefined && mac === undefined && single === undefined) return null;
  return intervalsOf(set).flatMap(([low, high]) => {
    if (single !== undefined) return Array.from({ length: high - low + 1 }, (_, i) => `${single}=${low + i}`);
    return prefixesOf(low, high, bits).map(({ value, length }) =>
      address !== undefined
        ? `${address}=${formatIp(value)}/${length}`
        : `${mac}=${formatMac(value)}/${formatMac(2 ** bits - 2 ** (bits - length))}`,
    );
  });
}

function actionsOf(c: TrafficClass, { ports, serverPort }: PortNumbers, inPort: number): string {
  if (c.ending.kind === "drop" && !needsKnownFlow(c)) return "drop";
  const tag = `${TAG_PREFIX}:${Math.floor(c.id / 256)
    .toString(16)
    .padStart(2, "0")}:${(c.id % 256).toString(16).padStart(2, "0")}`;
  const written = c.ending.kind === "exit" && c.flows.length === 0 ? writeActions(c.writes) : null;
  if (written === null || c.ending.kind !== "exit") return `set_field:${tag}->eth_dst,output:${serverPort}`;
  const port = ports[c.ending.name]!;
  // OVS sends nothing back to where it came from unless it is named so
  return [...written, port === inPort ? "in_port" : `output:${port}`].join(",");
}

const SET_FIELD: Readonly<Record<string, string>> = {
  ethDst: "eth_dst",
  ethSrc: "eth_src",
  ipSrc: "ip_src",
  ipDst: "ip_dst",
};

/**
 * Actions of a class; null when it needs the server: a choice at run time, sums but for the TTL, or ports of
 * an unknown protocol.
 */
function writeActions(writes: Writes): string[] | null {
  const out: string[] = [];
  for (const [field, write] of Object.entries(writes)) {
    if (field === "ipTtl" && write.kind === "add" && write.by < 0) {
      out.push(...Array.from({ length: -write.by }, () => "dec_ttl"));
    } else if (field === "ethType" && write.kind === "const" && write.value === 0x0800) {
      // IPv4 packets have it already
    } else if (field === "ipTos" && write.kind === "const") {
      out.push(`set_field:${Math.floor(write.value / 4)}->ip_dscp`, `set_field:${write.value % 4}->nw_ecn`);
    } else if (write.kind === "const" && SET_FIELD[field]) {
      out.push(`set_field:${formatValue(field, write.value)}->${SET_FIELD[field]}`);
    } else return null;
  }
  return out;
}
