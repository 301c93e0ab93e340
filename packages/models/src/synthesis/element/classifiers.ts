import type { UnitRule } from "../graph/unit.ts";
import { prefixSet } from "../header/fieldSet.ts";
import { ANY, type Filter, filterOf, intersect } from "../header/filter.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
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

/** Bytes of an Ethernet frame with an IPv4 packet of 20 bytes of header, as fields. */
const FRAME: readonly { field: keyof typeof PACKET_LAYOUT; offset: number; bytes: number }[] = [
  { field: "ethDst", offset: 0, bytes: 6 },
  { field: "ethSrc", offset: 6, bytes: 6 },
  { field: "ethType", offset: 12, bytes: 2 },
  { field: "ipTos", offset: 15, bytes: 1 },
  { field: "ipTtl", offset: 22, bytes: 1 },
  { field: "ipProto", offset: 23, bytes: 1 },
  { field: "ipSrc", offset: 26, bytes: 4 },
  { field: "ipDst", offset: 30, bytes: 4 },
  { field: "srcPort", offset: 34, bytes: 2 },
  { field: "dstPort", offset: 36, bytes: 2 },
];

/** `Classifier(12/0800, 12/0806, -)`: bytes at an offset of the frame, whole fields or their leading digits. */
export function compileClassifier({ arguments: patterns }: ElementContext): CompiledElement {
  if (patterns.length === 0) return refused("it needs at least one pattern, such as 12/0800");
  const rules: UnitRule[] = [];
  for (const [port, pattern] of patterns.entries()) {
    const filter = pattern === "-" ? ANY : framePattern(pattern);
    if (typeof filter === "string") return refused(filter);
    if (filter) rules.push(rule(filter, port));
  }
  return always(rules);
}

function framePattern(pattern: string): Filter | null | string {
  let filter: Filter | null = ANY;
  for (const clause of pattern.split(/\s+/)) {
    const [, offset, digits] = /^(\d+)\/([0-9a-fA-F?]+)$/.exec(clause) ?? [];
    const place = FRAME.find((f) => f.offset === Number(offset));
    const known = digits?.replace(/\?+$/, "") ?? "";
    if (!place || !digits || digits.length > 2 * place.bytes || known.includes("?"))
      return `pattern "${clause}" is not supported; it compares the first digits of a field (offsets ${FRAME.map((f) => f.offset).join(", ")})`;
    const bits = PACKET_LAYOUT[place.field];
    const value = Number.parseInt(known.padEnd(2 * place.bytes, "0") || "0", 16);
    const test = filterOf({ [place.field]: prefixSet(value, 4 * known.length, bits) }, PACKET_LAYOUT);
    filter = filter && test && intersect(filter, test);
  }
  return filter;
}
