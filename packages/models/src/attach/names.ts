import type { MatchField, P4Info, Table } from "../p4runtime/index.ts";

type NamedField = { name: string; bits: number; isText: boolean; kind: MatchField["match"] };
type NamedParam = { name: string; bits: number; isText: boolean };
type NamedParams = { name: string; params: ReadonlyMap<number, NamedParam> };
export type NamedTable = {
  id: number;
  name: string;
  fields: ReadonlyMap<number, NamedField>;
  size: number | null;
  isConst: boolean;
  hasConstDefault: boolean;
  /** its action profile; null: it has none */
  profile: string | null;
  /** what its direct counter counts; null: it has none */
  counts: "packets" | "bytes" | "both" | null;
};

/** Names of a P4Info by id. What it does not have is called by its number, so nothing that was read is lost. */
export type Names = {
  tables: readonly NamedTable[];
  table(id: number): NamedTable | undefined;
  action(id: number): NamedParams | undefined;
  profile(id: number): string;
};

/** The action profile of a table, by names. */
export function profilesOf(info: P4Info): (table: string) => string | null {
  const profiles = new Map(namesOf(info).tables.map(({ name, profile }) => [name, profile]));
  return (table) => profiles.get(table) ?? null;
}

/** An object without a name in the P4Info. */
export const numbered = (id: number): string => `#${id}`;

export function namesOf(info: P4Info): Names {
  const texts = new Set(
    [...(info.typeInfo?.newTypes ?? [])].flatMap(([name, { representation }]) =>
      representation?.kind === "translatedType" && representation.value.sdnType?.kind === "sdnString"
        ? [name]
        : [],
    ),
  );
  const isText = (typeName: { name: string } | null): boolean =>
    typeName !== null && texts.has(typeName.name);
  const counters = new Map(info.directCounters.map((each) => [each.directTableId, each.spec?.unit]));
  const countsOf = ({ preamble }: Table): NamedTable["counts"] => {
    const id = preamble?.id ?? 0;
    if (!counters.has(id)) return null;
    const unit = counters.get(id);
    return unit === "PACKETS" ? "packets" : unit === "BYTES" ? "bytes" : "both";
  };
  const profiles = new Map(
    info.actionProfiles.map(({ preamble }) => [preamble?.id ?? 0, preamble?.name ?? ""]),
  );
  const profile = (id: number): string => profiles.get(id) || numbered(id);
  const tables = info.tables.map((table): NamedTable => {
    const id = table.preamble?.id ?? 0;
    return {
      id,
      name: table.preamble?.name || numbered(id),
      fields: new Map(
        table.matchFields.map(({ id: field, name, bitwidth, match, typeName }) => [
          field,
          { name, bits: bitwidth, isText: isText(typeName), kind: match },
        ]),
      ),
      size: table.size > 0n ? Number(table.size) : null,
      isConst: table.isConstTable,
      profile: table.implementationId === 0 ? null : profile(table.implementationId),
      hasConstDefault: table.constDefaultActionId !== 0,
      counts: countsOf(table),
    };
  });
  const byId = new Map(tables.map((table) => [table.id, table]));
  const actions = new Map(
    info.actions.map(({ preamble, params }): [number, NamedParams] => [
      preamble?.id ?? 0,
      {
        name: preamble?.name || numbered(preamble?.id ?? 0),
        params: new Map(
          params.map(({ id, name, bitwidth: bits, typeName }) => [
            id,
            { name, bits, isText: isText(typeName) },
          ]),
        ),
      },
    ]),
  );
  return {
    tables,
    table: (id) => byId.get(id),
    action: (id) => actions.get(id),
    profile,
  };
}
