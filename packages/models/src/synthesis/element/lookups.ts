import type { UnitRule } from "../graph/unit.ts";
import { parsePrefix } from "../header/address.ts";
import { sizeOf } from "../header/fieldSet.ts";
import { filterOf } from "../header/filter.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
import { always, type CompiledElement, type ElementContext, refused, rule } from "./definition.ts";

/**
 * `RadixIPLookup(ADDRESS/LENGTH [GATEWAY] PORT, ...)`: the longest prefix of the destination wins, the later
 * of equal ones. The gateway is an annotation for ARP, which is no field of the packet.
 */
export function compileLookup({ arguments: routes }: ElementContext): CompiledElement {
  if (routes.length === 0) return refused("it needs at least one route, such as 0.0.0.0/0 0");
  const parsed: { rule: UnitRule; size: number }[] = [];
  for (const route of routes) {
    const words = route.split(/\s+/);
    const set = parsePrefix(words[0] === "default" ? "0.0.0.0/0" : (words[0] ?? ""));
    const port = words.at(-1) ?? "";
    if (set === null || words.length < 2 || words.length > 3 || !/^\d+$/.test(port))
      return refused(`route "${route}" must be ADDRESS/LENGTH [GATEWAY] PORT`);
    const filter = filterOf({ ipDst: set }, PACKET_LAYOUT);
    if (filter) parsed.push({ rule: rule(filter, Number(port)), size: sizeOf(set) });
  }
  // the sort is stable: of equal prefixes the last one given must come first
  const longestFirst = parsed.reverse().sort((a, b) => a.size - b.size);
  return always(longestFirst.map((p) => p.rule));
}
