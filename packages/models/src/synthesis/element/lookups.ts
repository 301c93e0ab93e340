import type { UnitRule } from "../graph/unit.ts";
import { parseIp, parsePrefix } from "../header/address.ts";
import { sizeOf } from "../header/fieldSet.ts";
import { filterOf } from "../header/filter.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
import { NO_WRITES } from "../header/writes.ts";
import { always, type CompiledElement, type ElementContext, refused, rule } from "./definition.ts";

/**
 * `RadixIPLookup(ADDRESS/LENGTH [GATEWAY] PORT, ...)`: the longest prefix of the destination annotation wins, the
 * first of equal ones (Click, all lookups alike). A gateway becomes the annotation.
 */
export function compileLookup({ arguments: routes, annotations }: ElementContext): CompiledElement {
  if (routes.length === 0) return refused("it needs at least one route, such as 0.0.0.0/0 0");
  const field = annotations.dst ?? "ipDst";
  const layout = { ...PACKET_LAYOUT, [field]: PACKET_LAYOUT.ipDst };
  const parsed: { rule: UnitRule; size: number }[] = [];
  for (const route of routes) {
    const words = route.split(/\s+/);
    const set = parsePrefix(
      words[0] === "default" ? "0.0.0.0/0" : words[0] === "0" ? "0.0.0.0/0" : (words[0] ?? ""),
    );
    const port = words.at(-1) ?? "";
    const gateway = words.length === 3 && words[1] !== "-" ? parseIp(words[1]!) : 0;
    if (set === null || gateway === null || words.length < 2 || words.length > 3 || !/^\d+$/.test(port))
      return refused(`route "${route}" must be ADDRESS/LENGTH [GATEWAY] PORT`);
    const filter = filterOf({ [field]: set }, layout);
    const writes = gateway === 0 ? NO_WRITES : { [field]: { kind: "const", value: gateway } as const };
    if (filter) parsed.push({ rule: rule(filter, Number(port), writes), size: sizeOf(set) });
  }
  // the sort is stable: of equal prefixes the first stays first
  return always(parsed.sort((a, b) => a.size - b.size).map((p) => p.rule));
}
