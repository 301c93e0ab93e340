import type { Draft, Entity, FieldMatch, MatchField, Update, ValueSetEntry } from "../p4runtime/index.ts";
import { exhausted, exists, invalid } from "./errors.ts";
import { fieldsOf, matchesOf, matchText } from "./matches.ts";
import type { Pipeline } from "./pipeline.ts";
import { found, idOf } from "./preambles.ts";

const keysOf = (fields: readonly MatchField[]) =>
  fields.map(({ name, bitwidth, match }) => ({
    name,
    kind: (match?.kind === "matchType" ? match.value.toLowerCase() : "exact") as "exact",
    width: bitwidth,
    shape: { kind: "bits" as const, width: bitwidth, isSigned: false },
  }));

const fieldsOfSet = ({ info }: Pipeline, id: number): MatchField[] =>
  info.valueSets.find(({ preamble }) => idOf(preamble) === id)?.match ?? [];

/** Replaces all members of a value set. */
export function writeValueSet(
  pipeline: Pipeline,
  type: Update["type"],
  { valueSetId, members }: ValueSetEntry,
): void {
  if (type !== "MODIFY") throw invalid("a value set can only be changed (MODIFY)");
  const set = found(pipeline.valueSets, valueSetId, "value set");
  if (members.length > set.size)
    throw exhausted(`the value set holds ${set.size} members, not ${members.length}`);
  const fields = fieldsOfSet(pipeline, valueSetId);
  const all = members.map(({ match }) => matchesOf(fields, keysOf(fields), match));
  if (new Set(all.map(matchText)).size < all.length) throw exists("a member is given twice");
  set.members = all;
}

export function* readValueSets(pipeline: Pipeline, { valueSetId }: ValueSetEntry): Generator<Draft<Entity>> {
  const sets = pipeline.valueSets;
  for (const [id, set] of valueSetId === 0
    ? sets
    : [[valueSetId, found(sets, valueSetId, "value set")] as const]) {
    const fields = fieldsOfSet(pipeline, id);
    const members = set.members.map((matches): { match: Draft<FieldMatch>[] } => ({
      match: fieldsOf(fields, keysOf(fields), matches),
    }));
    yield { entity: { kind: "valueSetEntry", value: { valueSetId: id, members } } };
  }
}
