import type { Unit } from "../graph/unit.ts";
import type { Cut, Ending } from "./synthesis.ts";

/** Where packets go that come in at an input for others and meet a cut. */
export const hairpinAt = (unit: Unit, { reason }: Cut): Ending => ({
  kind: "exception",
  unit: unit.id,
  reason: `a packet of a known flow arrives at an input for other packets, and ${reason}`,
});

export const cutAt = (unit: Unit, field: string | null, reason: string): Cut => ({
  nf: unit.nf,
  unit: unit.id,
  element: unit.element,
  field,
  reason,
  span: unit.span,
});

/** A cut in front of what reads a value that only the run time knows. */
export const hazardAt = (unit: Unit, field: string): Cut =>
  cutAt(
    unit,
    field,
    `${unit.element} "${unit.name}" of ${unit.nf} reads ${field}, whose value an earlier function chooses at run time`,
  );
