import type { Span } from "../../../core/index.ts";
import type { ArchitectureDefinition } from "../../architectures/architectureModel.ts";
import type { Expression } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";

/** Notes a division of what travels with a packet that is no shift: most devices cannot do it. */
export function noteDivision(
  c: CheckContext,
  operator: string,
  left: Expression,
  right: Expression,
  span: Span,
): void {
  const divisor = c.constants.get(right);
  const dividend = c.constants.get(left);
  if (dividend === 0n || (dividend !== undefined && divisor !== undefined)) return;
  if (typeof divisor === "bigint" && divisor > 0n && (divisor & (divisor - 1n)) === 0n) return;
  c.divisions.push({ operator, span });
}

/**
 * Reports the divisions of a program whose architecture is not known to divide at run time: an error where
 * the device is known, as its compiler refuses them; a warning for other packages, as P4 itself allows them.
 */
export function reportDivisions(c: CheckContext, architecture: ArchitectureDefinition | null): void {
  if (architecture?.dividesAtRunTime) return;
  for (const { operator, span } of c.divisions) {
    if (architecture === null) {
      const message = `most devices refuse this '${operator}': they divide only by a constant power of two, by shifting`;
      c.reporter.warning("p4-operator", message, span);
      continue;
    }
    const message = `'${operator}' needs a constant power of two on its right: ${architecture.id} devices divide by shifting`;
    c.reporter.error("p4-operator", message, span);
  }
}
