import { bytesOfNumber, type Draft, type FieldMatch, type MatchField } from "../p4runtime/index.ts";
import type { Match, TableKey } from "../run/index.ts";
import { numberWithin } from "./byteStrings.ts";
import { invalid } from "./errors.ts";

/**
 * What an entry demands of each key of its table, those of a selector among them. Left-out fields match all; throws
 * INVALID_ARGUMENT for what is not canonical.
 */
export function matchesOf(
  fields: readonly MatchField[],
  keys: readonly TableKey[],
  given: readonly FieldMatch[],
): Match[] {
  const byId = new Map<number, FieldMatch>();
  for (const match of given) {
    if (byId.has(match.fieldId)) throw invalid(`the field ${match.fieldId} is given twice`);
    if (!fields.some(({ id }) => id === match.fieldId))
      throw invalid(`there is no key with the id ${match.fieldId}`);
    byId.set(match.fieldId, match);
  }
  let at = 0;
  return keys.map((key) => {
    if (key.kind === "selector") return { kind: "any" };
    const field = fields[at++]!;
    const match = byId.get(field.id);
    if (match) return matchOf(key, match);
    if (key.kind === "exact") throw invalid(`key ${key.name} is exact and must be given`);
    return { kind: "any" };
  });
}

/** What one field demands of a key. */
function matchOf(
  key: Pick<TableKey, "name" | "kind" | "width">,
  { fieldMatchType: type }: FieldMatch,
): Match {
  const { name, width } = key;
  const number = (bytes: Uint8Array): bigint => numberWithin(bytes, width, `key ${name}`);
  if (type?.kind !== key.kind)
    throw invalid(`key ${name} is ${key.kind}, not ${type?.kind ?? "without a match"}`);
  switch (type.kind) {
    case "exact":
    case "optional":
      return { kind: "exact", value: number(type.value.value) };
    case "lpm": {
      const { prefixLen } = type.value;
      const value = number(type.value.value);
      if (prefixLen <= 0 || prefixLen > width)
        throw invalid(
          `a prefix of ${name} has 1 to ${width} bits, not ${prefixLen}; leave the field out for 0`,
        );
      if (BigInt.asUintN(width - prefixLen, value) !== 0n)
        throw invalid(`bits of ${name} behind its prefix of ${prefixLen} must be 0`);
      return { kind: "lpm", value, prefix: prefixLen };
    }
    case "ternary": {
      const [value, mask] = [number(type.value.value), number(type.value.mask)];
      if (mask === 0n) throw invalid(`a mask of 0 matches all; leave ${name} out`);
      if ((value & mask) !== value) throw invalid(`bits of ${name} that its mask leaves out must be 0`);
      return { kind: "ternary", value, mask };
    }
    case "range": {
      const [low, high] = [number(type.value.low), number(type.value.high)];
      if (low > high) throw invalid(`the range of ${name} ends before it begins`);
      if (low === 0n && high === (1n << BigInt(width)) - 1n)
        throw invalid(`the whole range matches all; leave ${name} out`);
      return { kind: "range", low, high };
    }
    default:
      throw invalid(`key ${name} has a kind of match that is not known here`);
  }
}

/** The fields of an entry as a message, in the order of the keys. */
export function fieldsOf(
  fields: readonly MatchField[],
  keys: readonly TableKey[],
  matches: readonly Match[],
): Draft<FieldMatch>[] {
  let at = 0;
  return keys.flatMap((key, index) => {
    if (key.kind === "selector") return [];
    const fieldId = fields[at++]!.id;
    const fieldMatchType = typeOf(key, matches[index]!);
    return fieldMatchType ? [{ fieldId, fieldMatchType }] : [];
  });
}

function typeOf(key: TableKey, match: Match): Draft<FieldMatch>["fieldMatchType"] {
  const ones = (1n << BigInt(key.width)) - 1n;
  switch (match.kind) {
    case "any":
      return null;
    case "exact": {
      const number = typeof match.value === "bigint" ? match.value : 0n;
      const value = bytesOfNumber(number);
      if (key.kind === "ternary") return { kind: "ternary", value: { value, mask: bytesOfNumber(ones) } };
      if (key.kind === "range") return { kind: "range", value: { low: value, high: value } };
      return key.kind === "optional"
        ? { kind: "optional", value: { value } }
        : { kind: "exact", value: { value } };
    }
    case "lpm":
      return match.prefix === 0
        ? null
        : { kind: "lpm", value: { value: bytesOfNumber(match.value), prefixLen: match.prefix } };
    case "ternary": {
      if (match.mask === 0n) return null;
      const value = bytesOfNumber(match.value & match.mask);
      if (key.kind === "optional") return { kind: "optional", value: { value } };
      return { kind: "ternary", value: { value, mask: bytesOfNumber(match.mask) } };
    }
    case "range":
      return { kind: "range", value: { low: bytesOfNumber(match.low), high: bytesOfNumber(match.high) } };
  }
}

/** What is the same for two matches of one key exactly when they demand the same. */
export const matchText = (matches: readonly Match[]): string => matches.map(textOf).join(",");

function textOf(match: Match): string {
  switch (match.kind) {
    case "any":
      return "*";
    case "exact":
      return `${match.value}`;
    case "lpm":
      return `${match.value}/${match.prefix}`;
    case "ternary":
      return `${match.value}&${match.mask}`;
    case "range":
      return `${match.low}-${match.high}`;
  }
}
