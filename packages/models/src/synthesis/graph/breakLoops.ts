import type { Diagnostic } from "../../core/index.ts";
import { ANY } from "../header/filter.ts";
import { NO_WRITES } from "../header/writes.ts";
import type { NfGraph } from "./nfGraph.ts";
import type { Unit } from "./unit.ts";

/**
 * Cuts the connections of a function by which packets come back to an element that they have crossed: these packets
 * are an exception, and the function itself processes them. One warning for each such connection.
 */
export function breakLoops(nf: NfGraph): Diagnostic[] {
  const found: Diagnostic[] = [];
  const units = new Map(nf.units.map((u) => [u.id, u]));
  const state = new Map<string, "open" | "done">();
  for (const start of units.keys()) {
    const path: { id: string; next: number }[] = [];
    const enter = (id: string): void => {
      state.set(id, "open");
      path.push({ id, next: 0 });
    };
    if (!state.has(start)) enter(start);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const targets = nf.edges.get(top.id) ?? [];
      const target = targets[top.next++];
      if (target === undefined) {
        state.set(top.id, "done");
        path.pop();
      } else if (target?.kind === "unit") {
        if (state.get(target.id) === "open") {
          const round = path.map((p) => p.id).slice(path.findIndex((p) => p.id === target.id));
          const unit = loopUnit(nf.id, units.get(target.id)!, [...round, target.id], found.length);
          nf.units.push(unit);
          targets[top.next - 1] = { kind: "unit", id: unit.id };
          found.push({
            severity: "warning",
            code: "click-loop",
            message: `${unit.rules[0]!.exception}; the function itself processes what comes round`,
            span: unit.span,
          });
        } else if (!state.has(target.id)) enter(target.id);
      }
    }
  }
  return found;
}

/** What takes the packets that come round to `back`. */
const loopUnit = (nf: string, back: Unit, round: readonly string[], number: number): Unit => ({
  ...back,
  id: `${nf}/loop@${number + 1}`,
  nf,
  rules: [
    { filter: ANY, writes: NO_WRITES, port: null, exception: `packets can loop: ${round.join(" -> ")}` },
  ],
  opaque: null,
  beyond: {},
});
