import type { UnitRule } from "../graph/unit.ts";
import { ANY } from "../header/filter.ts";
import { framePattern } from "../input/click/framePattern.ts";
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

/** `Classifier(12/0800, 12/0806, -)`: bytes at an offset of the frame, under a mask, or not these. */
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
