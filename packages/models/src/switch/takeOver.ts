import { Entity, type Update } from "../p4runtime/index.ts";
import { type Running, readEntity, writeEntity } from "./entities.ts";
import { invalid, SwitchError } from "./errors.ts";

type Content = NonNullable<Entity["entity"]>;
const wildcard = (kind: string, value: object = {}): Content =>
  Entity.of({ entity: { kind, value } } as never).entity!;

/** Kinds in the order in which one may name another, before table entries. */
const BEFORE_ENTRIES: readonly [kind: Update["type"], wanted: Content][] = [
  ["INSERT", wildcard("actionProfileMember")],
  ["INSERT", wildcard("actionProfileGroup")],
  ["INSERT", wildcard("packetReplicationEngineEntry", { type: { kind: "multicastGroupEntry", value: {} } })],
  ["INSERT", wildcard("packetReplicationEngineEntry", { type: { kind: "cloneSessionEntry", value: {} } })],
  ["MODIFY", wildcard("valueSetEntry")],
  ["INSERT", wildcard("digestEntry")],
  ["MODIFY", wildcard("meterEntry")],
];
/** What the program itself counts and keeps goes over where it still has a place. */
const KEPT_WHERE_IT_FITS = [wildcard("counterEntry"), wildcard("registerEntry")];

/**
 * Writes what controllers wrote to one pipeline into another, which nobody has written to. Throws INVALID_ARGUMENT
 * when some of it has no place there, and names it.
 */
export function takeOver(from: Running, to: Running): void {
  const move = (type: Update["type"], content: Content): void => {
    try {
      writeEntity(to, { type, entity: { entity: content } });
    } catch (error) {
      if (!(error instanceof SwitchError)) throw error;
      throw invalid(`what is written now has no place in the new program: ${error.message}`);
    }
  };
  const all = (wanted: Content): Content[] =>
    [...readEntity(from, wanted)].flatMap((each) => Entity.of(each).entity ?? []);
  for (const [type, wanted] of BEFORE_ENTRIES)
    for (const content of all(wanted)) if (!isEmpty(content)) move(type, content);
  for (const table of to.pipeline.tables.values()) table.clear();
  for (const table of from.pipeline.tables.values())
    for (const { type, message } of table.rewritable()) move(type, { kind: "tableEntry", value: message });
  for (const wanted of KEPT_WHERE_IT_FITS)
    for (const content of all(wanted)) if (fits(to, content)) move("MODIFY", content);
}

/** As every pipeline begins. */
const isEmpty = (content: Content): boolean =>
  (content.kind === "meterEntry" && content.value.config === null) ||
  (content.kind === "valueSetEntry" && content.value.members.length === 0);

function fits({ pipeline }: Running, content: Content): boolean {
  if (content.kind === "counterEntry") {
    const { counterId, index } = content.value;
    return (index?.index ?? 0n) < BigInt(pipeline.counters.get(counterId)?.size ?? 0);
  }
  if (content.kind !== "registerEntry") return false;
  const { registerId, index } = content.value;
  return (index?.index ?? 0n) < BigInt(pipeline.registers.get(registerId)?.size ?? 0);
}
