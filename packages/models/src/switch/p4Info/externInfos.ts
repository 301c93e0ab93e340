import type { Annotation } from "../../p4/index.ts";
import type { ExternInstance } from "../../run/index.ts";
import { annotationsOf, type Objects } from "./objects.ts";

/** Where the type of an index is among the type arguments; v1model's classic externs have none. */
const INDEX_TYPE: Readonly<Record<string, number>> = { Counter: 1, Meter: 0, Register: 1 };

/** Counters, meters, registers and action profiles. */
export function externInfos(objects: Objects) {
  const { types } = objects;
  const preamble = (each: ExternInstance) => objects.preambleOf(each);
  const tableIds = (each: ExternInstance) =>
    objects.usersOf(each).map(({ name }) => objects.idOf("table", name));
  const array = (each: ExternInstance) => ({ preamble: preamble(each), ...indexTypeName(each, objects) });
  const direct = (each: ExternInstance) => ({
    preamble: preamble(each),
    directTableId: tableIds(each)[0] ?? 0,
  });
  return {
    actionProfiles: objects.externsOf("actionProfile").map((each) => ({
      preamble: preamble(each),
      tableIds: tableIds(each),
      size: BigInt(Number(each.values.size ?? 0)),
      ...selectorInfo(each, annotationsOfProfile(each, objects)),
    })),
    counters: objects
      .externsOf("counter")
      .map((each) => ({ ...array(each), spec: { unit: counterUnit(each) }, size: sizeOf(each) })),
    directCounters: objects
      .externsOf("directCounter")
      .map((each) => ({ ...direct(each), spec: { unit: counterUnit(each) } })),
    meters: objects
      .externsOf("meter")
      .map((each) => ({ ...array(each), spec: { unit: meterUnit(each) }, size: sizeOf(each) })),
    directMeters: objects
      .externsOf("directMeter")
      .map((each) => ({ ...direct(each), spec: { unit: meterUnit(each) } })),
    registers: objects.externsOf("register").map((each) => ({
      ...array(each),
      typeSpec: each.types[0] ? types.of(each.types[0]) : {},
      size: Number(sizeOf(each)),
    })),
  };
}

function indexTypeName({ type, types }: ExternInstance, objects: Objects) {
  const index = types[INDEX_TYPE[type] ?? types.length];
  const name = index && objects.sdn(index, 0).typeName;
  return name ? { indexTypeName: name } : {};
}

/** A profile that is made in the property of its table has the annotations of that. */
function annotationsOfProfile(each: ExternInstance, objects: Objects): readonly Annotation[] {
  if (each.declaration) return annotationsOf(each.declaration);
  const properties = objects.usersOf(each).flatMap(({ declaration }) => declaration?.properties ?? []);
  return properties.flatMap((property) =>
    property.kind === "valueProperty" && /implementation$/.test(property.name.text)
      ? property.annotations
      : [],
  );
}

/** How sizes of groups are counted, which only a selector has. */
function selectorInfo({ type }: ExternInstance, annotations: readonly Annotation[]) {
  const withSelector = /selector/i.test(type);
  if (!withSelector) return { withSelector };
  const given = (name: string): string | undefined =>
    annotations.find((each) => each.name.text === name)?.tokens[0];
  const semantics = given("selector_size_semantics")?.replace(/^"|"$/g, "").toLowerCase();
  const sums = {
    sum_of_weights: { kind: "sumOfWeights" as const, value: {} },
    sum_of_members: {
      kind: "sumOfMembers" as const,
      value: { maxMemberWeight: Number(given("max_member_weight") ?? 0) },
    },
  };
  return {
    withSelector,
    maxGroupSize: Number(given("max_group_size") ?? 0),
    selectorSizeSemantics: sums[semantics as keyof typeof sums] ?? null,
  };
}

const sizeOf = ({ values }: ExternInstance): bigint =>
  BigInt(Number(values.size ?? values.n_counters ?? values.n_meters ?? 0));

function counterUnit({ values }: ExternInstance): "BYTES" | "PACKETS" | "BOTH" {
  const word = String(values.type).toLowerCase();
  return word === "packets" ? "PACKETS" : word === "bytes" ? "BYTES" : "BOTH";
}

const meterUnit = ({ values }: ExternInstance): "BYTES" | "PACKETS" =>
  String(values.type).toLowerCase() === "packets" ? "PACKETS" : "BYTES";
