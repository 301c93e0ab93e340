import type { ClassRule } from "../classes/synthesis.ts";
import { hasValue, intervalsOf } from "../header/fieldSet.ts";

/**
 * A type of Ethernet frames that Click's Classifier tells apart; `value` null: all that are not named; `isUntold`: the
 * chain itself does not ask for it.
 */
export type FrameType = { pattern: string; value: number | null; isIp: boolean; isUntold: boolean };

/** Type of Ethernet frames with IPv4. */
export const IPV4 = 0x0800;

/** IPv4, the types that rules name, and all others when rules name some or `withOthers`. */
export function frameTypes(rules: readonly ClassRule[], withOthers: boolean): FrameType[] {
  const named = new Set<number>();
  for (const { filter } of rules)
    for (const [low, high] of filter.ethType ? intervalsOf(filter.ethType) : [])
      if (low === high && low !== IPV4) named.add(low);
  const isOther = rules.some((r) => r.filter.ethType !== undefined);
  return [
    { pattern: "12/0800", value: IPV4, isIp: true, isUntold: !isOther },
    ...[...named].map((value) => ({
      pattern: `12/${value.toString(16).padStart(4, "0")}`,
      value,
      isIp: false,
      isUntold: false,
    })),
    ...(isOther || withOthers ? [{ pattern: "-", value: null, isIp: false, isUntold: !isOther }] : []),
  ];
}

/** A value for "none of the named types", which no rule names alone. */
const OTHER = 0xffff;

/** The rules for frames of a type, without what they ask of it. */
export const ofFrameType = (rules: readonly ClassRule[], { value }: Pick<FrameType, "value">): ClassRule[] =>
  rules.flatMap(({ filter: { ethType, ...rest }, class: id }) =>
    ethType && !hasValue(ethType, value ?? OTHER) ? [] : [{ filter: rest, class: id }],
  );
