import type { ClassRule, Synthesis, TrafficClass } from "../classes/synthesis.ts";
import { formatValue } from "../element/synthesizer.ts";
import { formatIp } from "../header/address.ts";
import { type FieldSet, intervalsOf, overlaps, prefixesOf } from "../header/fieldSet.ts";
import type { Filter } from "../header/filter.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
import type { Writes } from "../header/writes.ts";
import { cannot, numberPorts, type Output, type PortNumbers } from "./targets.ts";

/** Bits of the metadata for the ranges of one port field: 32 for the source, 32 for the destination. */
const RANGE_BITS = 32;
/** OpenFlow's priorities have 16 bits. */
const MAX_RULES = 65_535;
/** Our choice: flows that one rule may become. */
const MAX_FLOWS_A_RULE = 4096;
/** First byte of the locally administered MAC that names a class to the server (Metron's tag, thesis Sec. 8.1.2). */
const TAG_PREFIX = "02:00:00:00";

type Ranges = { field: "srcPort" | "dstPort"; sets: FieldSet[]; shift: number };

/**
 * Rules for `ovs-ofctl add-flows` (OpenFlow 1.3 with OVS' TTL match). OpenFlow matches single ports, so table
 * 0 turns the source port into metadata, table 1 the destination port, and table 2 holds the classes (thesis
 * Sec. 7.5.4.2): entries are the sum of the ranges and the rules, not their product. Decreasing priorities
 * keep the first match. What a switch cannot do goes to the server, tagged.
 */
export function toOpenFlow(synthesis: Synthesis, given?: PortNumbers): Output {
  const ports = given ?? numberPorts(synthesis);
  const { classes, classifiers } = synthesis;
  const rules = classifiers.flatMap((c) => c.rules.map((r) => ({ ...r, entry: c.entry })));
  if (rules.length > MAX_RULES)
    return cannot("openflow", `${rules.length} rules, and OpenFlow has ${MAX_RULES} priorities`);
  const ranges = (["srcPort", "dstPort"] as const).map(
    (field, i): Ranges => ({ field, sets: distinctSets(rules, field), shift: i * RANGE_BITS }),
  );
  for (const { field, sets } of ranges)
    if (sets.length > RANGE_BITS)
      return cannot(
        "openflow",
        `${sets.length} different ranges of ${field}, and metadata has ${RANGE_BITS} bits for them; see --to p4`,
      );
  const lines = ["# Made by p4twin synthesise: ovs-ofctl -O OpenFlow13 add-flows SWITCH FILE"];
  ranges.forEach((r, table) => {
    lines.push(...rangeFlows(r, table));
  });
  for (const [i, rule] of rules.entries()) {
    const matches = classMatches(rule, ranges);
    if ("field" in matches)
      return cannot(
        "openflow",
        `a class reads ${matches.field}, which OpenFlow cannot match in a few flows; see --to p4`,
      );
    const actions = actionsOf(classes[rule.class]!, ports);
    for (const match of matches.texts)
      lines.push(
        `table=2,priority=${rules.length - i},in_port=${ports.ports[rule.entry]}${match},actions=${actions}`,
      );
  }
  return { text: `${lines.join("\n")}\n`, diagnostics: [] };
}

function distinctSets(rules: readonly ClassRule[], field: string): FieldSet[] {
  const sets = new Map<string, FieldSet>();
  for (const { filter } of rules) if (filter[field]) sets.set(filter[field].join(), filter[field]);
  return [...sets.values()];
}

/** One flow for each masked port that has a set of ranges of its own; packets without ports pass with no bit set. */
function rangeFlows({ field, sets, shift }: Ranges, table: number): string[] {
  const next = `goto_table:${table + 1}`;
  const cuts = [...new Set([0, ...sets.flatMap((s) => s.map((v, i) => (i % 2 === 0 ? v : v + 1)))])]
    .filter((c) => c <= 65_535)
    .sort((a, b) => a - b);
  const name = field === "srcPort" ? "tp_src" : "tp_dst";
  const flows = cuts.flatMap((low, i) => {
    const high = (cuts[i + 1] ?? 65_536) - 1;
    const bits = sets.reduce(
      (sum, s, n) => (overlaps(s, [low, high]) ? sum + 2n ** BigInt(n + shift) : sum),
      0n,
    );
    if (bits === 0n) return [];
    const mask = (2n ** BigInt(RANGE_BITS) - 1n) << BigInt(shift);
    return prefixesOf(low, high, 16).flatMap(({ value, length }) => {
      const port = `${name}=0x${value.toString(16)}/0x${(65_536 - 2 ** (16 - length)).toString(16)}`;
      return ["tcp", "udp"].map(
        (protocol) =>
          `table=${table},priority=1,${protocol},${port},actions=write_metadata:0x${bits.toString(16)}/0x${mask.toString(16)},${next}`,
      );
    });
  });
  return [...flows, `table=${table},priority=0,actions=${next}`];
}

/** Match texts of a rule: the product of its alternatives; ports are bits of the metadata. */
function classMatches(
  { filter }: { filter: Filter },
  ranges: readonly Ranges[],
): { texts: string[] } | { field: string } {
  let bits = 0n;
  const alternatives: string[][] = [];
  for (const [field, set] of Object.entries(filter)) {
    const range = ranges.find((r) => r.field === field);
    if (range) {
      bits |= 2n ** BigInt(range.sets.findIndex((s) => s.join() === set.join()) + range.shift);
      continue;
    }
    const texts = fieldMatches(field, set);
    if (texts === null) return { field };
    alternatives.push(texts);
  }
  const largest = Object.keys(filter).find(
    (_, i) => alternatives.slice(0, i + 1).reduce((n, a) => n * a.length, 1) > MAX_FLOWS_A_RULE,
  );
  if (largest !== undefined) return { field: largest };
  if (bits > 0n) alternatives.push([`metadata=0x${bits.toString(16)}/0x${bits.toString(16)}`]);
  const isIp = Object.keys(filter).some((f) => f.startsWith("ip"));
  const start = [isIp && filter.ethType === undefined ? ",ip" : ""];
  return {
    texts: alternatives.reduce((all, texts) => all.flatMap((a) => texts.map((t) => `${a},${t}`)), start),
  };
}

const OXM: Readonly<Record<string, string>> = {
  ipSrc: "nw_src",
  ipDst: "nw_dst",
  ipProto: "nw_proto",
  ipTos: "nw_tos",
  ipTtl: "nw_ttl",
  ethType: "dl_type",
};

function fieldMatches(field: string, set: FieldSet): string[] | null {
  const name = OXM[field];
  if (name === undefined) return null;
  return intervalsOf(set).flatMap(([low, high]) => {
    if (field === "ipSrc" || field === "ipDst")
      return prefixesOf(low, high, PACKET_LAYOUT[field]).map(
        (p) => `${name}=${formatIp(p.value)}/${p.length}`,
      );
    return Array.from({ length: high - low + 1 }, (_, i) => `${name}=${low + i}`);
  });
}

function actionsOf(c: TrafficClass, { ports, serverPort }: PortNumbers): string {
  if (c.ending.kind === "drop") return "drop";
  const tag = `${TAG_PREFIX}:${Math.floor(c.id / 256)
    .toString(16)
    .padStart(2, "0")}:${(c.id % 256).toString(16).padStart(2, "0")}`;
  const written = c.ending.kind === "exit" ? writeActions(c.writes) : null;
  if (written === null || c.ending.kind !== "exit") return `set_field:${tag}->eth_dst,output:${serverPort}`;
  return [...written, `output:${ports[c.ending.name]}`].join(",");
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
    } else if (write.kind === "const" && SET_FIELD[field]) {
      out.push(`set_field:${formatValue(field, write.value)}->${SET_FIELD[field]}`);
    } else return null;
  }
  return out;
}
