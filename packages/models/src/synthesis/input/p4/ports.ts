import type { NfGraph } from "../../graph/nfGraph.ts";
import { intervalsOf } from "../../header/fieldSet.ts";

/** BMv2's port that drops. */
const DROP_PORT = 511;

/** Ports that packets can leave by, or that something asks for; the first two always. */
export function portsOf({ units }: NfGraph, ingress: string, egress: string): number[] {
  const rules = units.flatMap((unit) => unit.rules);
  const writes = rules.flatMap((rule) => Object.entries(rule.writes));
  const held = new Map<string, Set<number>>(writes.map(([field]) => [field, new Set()]));
  const count = (): number => [...held.values()].reduce((sum, { size }) => sum + size, 0);
  for (let before = -1; before < count(); ) {
    before = count();
    for (const [field, write] of writes) {
      const from = write.kind === "const" ? [0] : write.kind === "copy" ? (held.get(write.from) ?? []) : [];
      const by = write.kind === "const" ? write.value : write.kind === "copy" ? write.by : 0;
      for (const value of from) if (value + by < DROP_PORT) held.get(field)!.add(value + by);
    }
  }
  const asked = rules.flatMap(({ filter }) => intervalsOf(filter[ingress] ?? []).flat());
  const all = new Set([0, 1, ...asked, ...(held.get(egress) ?? [])]);
  return [...all].filter((port) => port < DROP_PORT).sort((a, b) => a - b);
}
