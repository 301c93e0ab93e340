import type { Diagnostic } from "../../core/index.ts";
import { ANY } from "../header/filter.ts";
import { NO_WRITES } from "../header/writes.ts";
import { loopsOf } from "./loops.ts";
import type { NfGraph } from "./nfGraph.ts";
import type { Unit } from "./unit.ts";

/**
 * Cuts the connections of a function by which packets come back to an element that they have crossed: these packets
 * are an exception, and the function itself processes them. One warning for each such connection.
 */
export function breakLoops(nf: NfGraph): Diagnostic[] {
  const found: Diagnostic[] = [];
  const units = new Map(nf.units.map((u) => [u.id, u]));
  for (const { round, from, port } of loopsOf(units.keys(), nf.edges)) {
    const unit = loopUnit(nf.id, units.get(round[0]!)!, round, found.length);
    nf.units.push(unit);
    nf.edges.get(from)![port] = { kind: "unit", id: unit.id };
    found.push({
      severity: "warning",
      code: "click-loop",
      message: `${unit.rules[0]!.exception}; the function itself processes what comes round`,
      span: unit.span,
    });
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
