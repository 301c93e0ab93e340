import type { Span } from "../../core/index.ts";
import type { Expression } from "../tree/index.ts";
import type { CheckContext } from "./context.ts";

/** Division of what travels with a packet: p4c makes a shift of it, and refuses it where it cannot. */
export function reportDivision(
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
  const message = `'${operator}' needs a constant power of two on its right: devices divide by shifting`;
  c.reporter.error("p4-operator", message, span);
}
