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
    const read = pattern === "-" ? { filter: ANY, unread: null } : framePattern(pattern);
    if (typeof read === "string") return refused(read);
    const { filter, unread } = read;
    if (!filter) continue;
    // packets that may match by what is no field are left to the element itself
    if (unread === null) rules.push(rule(filter, port));
    else rules.push({ ...rule(filter, null), exception: `Classifier: ${unread} is not a field of a packet` });
  }
  return always(rules);
}

/** The packets of the clauses that are fields, and the first clause that is none; a text says what is no pattern. */
function framePattern(pattern: string): { filter: Filter | null; unread: string | null } | string {
  let filter: Filter | null = ANY;
  let unread: string | null = null;
  for (const clause of pattern.split(/\s+/)) {
    const [, offset, digits] = /^(\d+)\/([0-9a-fA-F?]+)$/.exec(clause) ?? [];
    if (offset === undefined || digits === undefined) {
      if (!/^!?\d+\/[0-9a-fA-F?]+(%[0-9a-fA-F?]+)?$/.test(clause))
        return `pattern "${clause}" must be OFFSET/DIGITS, such as 12/0800`;
      unread ??= clause;
      continue;
    }
    const place = FRAME.find((f) => f.offset === Number(offset));
    const known = digits?.replace(/\?+$/, "") ?? "";
    if (!place || digits.length > 2 * place.bytes || known.includes("?")) {
      unread ??= clause;
      continue;
    }
    const bits = PACKET_LAYOUT[place.field];
    const value = Number.parseInt(known.padEnd(2 * place.bytes, "0") || "0", 16);
    const test = filterOf({ [place.field]: prefixSet(value, 4 * known.length, bits) }, PACKET_LAYOUT);
    filter = filter && test && intersect(filter, test);
  }
  return { filter, unread };
}
