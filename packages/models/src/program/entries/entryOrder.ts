import type { CheckedProgram, Expression, TableDeclaration, TableEntry } from "../../p4/index.ts";

/** Match kinds that rank entries by priority (BMv2); a prefix beside them ranks nothing. */
const RANKED = new Set(["ternary", "range", "optional"]);

/** A property such as `size`; null when the table does not have it. */
const propertyOf = (table: TableDeclaration, name: string): Expression | null => {
  const property = table.properties.find((each) => each.kind === "valueProperty" && each.name.text === name);
  return property?.kind === "valueProperty" ? property.value : null;
};

/** Smallest first. Written ones count as `largest_priority_wins` says; the others go on by `priority_delta`. */
export function entryPriorities(
  { constants }: Pick<CheckedProgram, "constants">,
  table: TableDeclaration,
  entries: readonly TableEntry[],
): number[] {
  const constant = (e: Expression | null | undefined) => (e ? constants.get(e) : undefined);
  // an older form, which p4c reads still: `@priority(1)` behind an entry, the smallest wins
  if (entries.every(({ priority }) => priority === null))
    return entries.map(({ annotations }, index) => {
      const written = annotations.find(({ name }) => name.text === "priority")?.tokens[0];
      return written === undefined ? index + 1 : Number(written);
    });
  const largestWins = constant(propertyOf(table, "largest_priority_wins")) !== false;
  const delta = Number(constant(propertyOf(table, "priority_delta")) ?? 1n);
  let last: number | null = null;
  return entries.map(({ priority }) => {
    const written = constant(priority);
    const next: number =
      typeof written === "bigint"
        ? Number(written)
        : last === null
          ? largestWins
            ? 1 + (entries.length - 1) * delta
            : 1
          : last + (largestWins ? -delta : delta);
    last = next;
    return largestWins ? -next : next;
  });
}

/** The entries so that the first one that matches wins; null where a prefix is not known at compile time. */
export function inOrderOfMatch(
  checked: Pick<CheckedProgram, "constants">,
  table: TableDeclaration,
  entries: readonly TableEntry[],
): TableEntry[] | null {
  const kinds = table.properties.flatMap((property) =>
    property.kind === "keyProperty" ? property.elements.map(({ matchKind }) => matchKind.text) : [],
  );
  const sorted = (ranks: readonly number[]): TableEntry[] =>
    entries
      .map((entry, index) => ({ entry, rank: ranks[index]! }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ entry }) => entry);
  if (kinds.some((kind) => RANKED.has(kind))) return sorted(entryPriorities(checked, table, entries));
  const prefix = kinds.indexOf("lpm");
  if (prefix < 0) return [...entries];
  if (kinds.lastIndexOf("lpm") !== prefix) return null;
  const lengths = entries.map((entry) => prefixLength(checked, partOf(entry, prefix, kinds.length)));
  return lengths.includes(null) ? null : sorted(lengths.map((length) => -length!));
}

/** What an entry demands of one of `count` keys. */
export function partOf({ keyset }: TableEntry, index: number, count: number): Expression {
  const isTuple = keyset.kind === "keysetTuple" || (keyset.kind === "list" && count > 1);
  // a `default` or `_` that stands alone is for all keys
  return isTuple ? keyset.elements[index]! : keyset;
}

/** Bits that a keyset of an lpm key looks at; a plain value looks at all. */
function prefixLength({ constants }: Pick<CheckedProgram, "constants">, keyset: Expression): number | null {
  if (keyset.kind === "default" || keyset.kind === "dontCare") return 0;
  if (keyset.kind !== "mask") return Number.MAX_SAFE_INTEGER;
  const mask = constants.get(keyset.mask);
  return typeof mask === "bigint" && mask >= 0n ? mask.toString(2).replaceAll("0", "").length : null;
}
