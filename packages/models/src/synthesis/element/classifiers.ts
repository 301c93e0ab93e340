import type { UnitRule } from "../graph/unit.ts";
import { type FieldSet, fullSet, isSameSet, prefixSet, subtractSets, valuesOf } from "../header/fieldSet.ts";
import { ANY, type Filter, filterOf, intersect } from "../header/filter.ts";
import { PACKET_LAYOUT, type PacketField, PROTOCOL } from "../header/layout.ts";
import { TRANSPORT } from "../header/transport.ts";
import { parseIpExpression } from "../input/click/ipExpression.ts";
import { always, type CompiledElement, type ElementContext, refused, rule } from "./definition.ts";

/** `IPClassifier(PATTERN, ...)`: the first pattern that matches tells the port; others are dropped. */
export function compileIpClassifier({ arguments: patterns }: ElementContext): CompiledElement {
  if (patterns.length === 0) return refused("it needs at least one pattern");
  return fromPatterns(patterns.map((pattern, port) => ({ pattern, port })));
}

/** `IPFilter(ACTION PATTERN, ...)`: allow (port 0), deny or drop, or the number of a port; others are dropped. */
export function compileIpFilter({ arguments: given }: ElementContext): CompiledElement {
  if (given.length === 0) return refused("it needs at least one rule, such as allow all");
  const actions: { pattern: string; port: number | null }[] = [];
  for (const each of given) {
    const [, action, pattern] = /^(\S+)\s*([\s\S]*)$/.exec(each) ?? [];
    const port = action === "allow" ? 0 : action === "drop" || action === "deny" ? null : Number(action);
    if (port !== null && !/^\d+$/.test(String(port)))
      return refused(`rule "${each}" begins with allow, drop, deny or the number of a port`);
    actions.push({ pattern: pattern?.trim() || "all", port });
  }
  return fromPatterns(actions);
}

function fromPatterns(patterns: readonly { pattern: string; port: number | null }[]): CompiledElement {
  const rules: UnitRule[] = [];
  for (const { pattern, port } of patterns) {
    const parsed = parseIpExpression(pattern);
    if (!parsed.ok) return refused(`pattern "${pattern}": ${parsed.error}`);
    for (const filter of parsed.filters) rules.push(rule(filter, port));
  }
  return always(rules);
}

/** Bytes of an Ethernet frame with an IPv4 packet of 20 bytes of header, as fields; `of`: of these protocols alone. */
const FRAME: readonly { field: PacketField; offset: number; bytes: number; of?: FieldSet }[] = [
  { field: "ethDst", offset: 0, bytes: 6 },
  { field: "ethSrc", offset: 6, bytes: 6 },
  { field: "ethType", offset: 12, bytes: 2 },
  { field: "ipTos", offset: 15, bytes: 1 },
  { field: "ipTtl", offset: 22, bytes: 1 },
  { field: "ipProto", offset: 23, bytes: 1 },
  { field: "ipSrc", offset: 26, bytes: 4 },
  { field: "ipDst", offset: 30, bytes: 4 },
  { field: "srcPort", offset: 34, bytes: 2, of: TRANSPORT },
  { field: "icmpType", offset: 34, bytes: 1, of: valuesOf(PROTOCOL.icmp) },
  { field: "dstPort", offset: 36, bytes: 2, of: TRANSPORT },
];
/** Where what follows the IP header begins. */
const BEHIND_IP = 34;
/** Protocols that have other fields there, apart. */
const BEHIND: readonly FieldSet[] = [
  TRANSPORT,
  valuesOf(PROTOCOL.icmp),
  subtractSets(fullSet(PACKET_LAYOUT.ipProto), valuesOf(PROTOCOL.icmp, PROTOCOL.tcp, PROTOCOL.udp)),
];

/** `Classifier(12/0800, 12/0806, -)`: bytes at an offset of the frame, whole fields or their leading digits. */
export function compileClassifier({ arguments: patterns }: ElementContext): CompiledElement {
  if (patterns.length === 0) return refused("it needs at least one pattern, such as 12/0800");
  const rules: UnitRule[] = [];
  for (const [port, pattern] of patterns.entries()) {
    const parts = pattern === "-" ? [{ filter: ANY, unread: null }] : framePattern(pattern);
    if (typeof parts === "string") return refused(parts);
    for (const { filter, unread } of parts) {
      // packets that may match by what is no field are left to the element itself
      if (unread === null) rules.push(rule(filter, port));
      else
        rules.push({ ...rule(filter, null), exception: `Classifier: ${unread} is not a field of a packet` });
    }
  }
  return always(rules);
}

type Clause = { text: string; offset: number; digits: string };
type FramePart = { filter: Filter; unread: string | null };

/**
 * The packets of the clauses that are fields, for protocols that have the same fields there, and the first clause that
 * is none for them; a text says what is no pattern.
 */
function framePattern(pattern: string): FramePart[] | string {
  const clauses: Clause[] = [];
  for (const text of pattern.split(/\s+/)) {
    if (!/^!?\d+\/[0-9a-fA-F?]+(%[0-9a-fA-F?]+)?$/.test(text))
      return `pattern "${text}" must be OFFSET/DIGITS, such as 12/0800`;
    const [, offset = "", digits = ""] = /^(\d+)\/([0-9a-fA-F?]+)$/.exec(text) ?? [];
    clauses.push({ text, offset: offset === "" ? -1 : Number(offset), digits });
  }
  if (clauses.every((c) => c.offset < BEHIND_IP)) return framePart(clauses, null);
  return BEHIND.flatMap((protocols) => framePart(clauses, protocols));
}

function framePart(clauses: readonly Clause[], protocols: FieldSet | null): FramePart[] {
  let filter: Filter | null = protocols ? filterOf({ ipProto: protocols }, PACKET_LAYOUT) : ANY;
  let unread: string | null = null;
  for (const { text, offset, digits } of clauses) {
    const known = digits.replace(/\?+$/, "");
    const place = FRAME.find(
      (f) =>
        f.offset === offset && digits.length <= 2 * f.bytes && (!f.of || isSameSet(f.of, protocols ?? [])),
    );
    if (!place || known.includes("?")) {
      unread ??= text;
      continue;
    }
    const bits = PACKET_LAYOUT[place.field];
    const value = Number.parseInt(known.padEnd(2 * place.bytes, "0") || "0", 16);
    const test = filterOf({ [place.field]: prefixSet(value, 4 * known.length, bits) }, PACKET_LAYOUT);
    filter = filter && test && intersect(filter, test);
  }
  return filter ? [{ filter, unread }] : [];
}
