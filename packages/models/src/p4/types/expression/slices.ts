import { slice } from "../../operators.ts";
import type { Expression, SliceExpression } from "../../tree/index.ts";
import { bits, type CheckContext, mismatch, UNKNOWN } from "../context.ts";
import { describeType } from "../type/describeType.ts";
import { isOpen } from "../type/sameType.ts";
import type { Type } from "../type/type.ts";
import { isTooWide } from "./limits.ts";
import { computing } from "./operators.ts";

export function sliceType(c: CheckContext, e: SliceExpression): Type {
  const type = computing(c.rules.expression(c, e.object));
  const constant = (part: Expression, what: string): bigint | null => {
    if (c.rules.expression(c, part).kind === "unknown") return null;
    const value = c.constants.get(part);
    if (typeof value === "bigint") return value;
    const hint = what === "width" ? "" : "; shift by it instead, as in (value >> n)[7:0]";
    const message = `the ${what} of a slice must be known at compile time${hint}`;
    c.reporter.error("p4-not-constant", message, part.span);
    return null;
  };
  if (e.form === "plus") {
    c.rules.expression(c, e.high);
    const width = constant(e.low, "width");
    if (width === null) return UNKNOWN;
    if (width < 1n) {
      c.reporter.error("p4-range", `the width of a slice must be at least 1, but is ${width}`, e.low.span);
      return UNKNOWN;
    }
    if (isTooWide(c, Number(width), e.low)) return UNKNOWN;
    reportOutside(c, e, type, width);
    return bits(Number(width));
  }
  const high = constant(e.high, "high bit");
  const low = constant(e.low, "low bit");
  if (isOpen(type) || high === null || low === null) return UNKNOWN;
  if (type.kind !== "bits" && type.kind !== "integer") {
    mismatch(c, "a slice", "a number", type, e.object.span);
    return UNKNOWN;
  }
  if (low < 0n || high < low) {
    c.reporter.error(
      "p4-range",
      `a slice [high:low] needs high >= low >= 0, but this is [${high}:${low}]`,
      e.high.span,
    );
    return UNKNOWN;
  }
  if (type.kind === "bits" && high >= BigInt(type.width)) {
    const message = `bit ${high} is outside ${describeType(type)}, whose bits are ${type.width - 1} to 0`;
    c.reporter.error("p4-range", message, e.high.span);
    return UNKNOWN;
  }
  const value = c.constants.get(e.object);
  const width = Number(high - low) + 1;
  if (isTooWide(c, width, e.high)) return UNKNOWN;
  if (typeof value === "bigint") c.constants.set(e, slice(value, low, width));
  return bits(width);
}

/** `[low+:width]`: what is known of it must lie inside the value. */
function reportOutside(c: CheckContext, e: SliceExpression, type: Type, width: bigint): void {
  const low = c.constants.get(e.high);
  if (typeof low !== "bigint" || type.kind !== "bits") return;
  if (low >= 0n && low + width <= BigInt(type.width)) return;
  const message = `bits ${low} to ${low + width - 1n} are outside ${describeType(type)}, whose bits are 0 to ${type.width - 1}`;
  c.reporter.error("p4-range", message, e.high.span);
}
