import {
  type Annotation,
  type CheckedProgram,
  type NamedDeclaration,
  nameIn,
  type TableDeclaration,
  type Type,
} from "../p4/index.ts";
import { type Draft, P4Info, type Table } from "../p4runtime/index.ts";
import { idGiven } from "../program/index.ts";
import type { ExternInstance, TableState, Target } from "../run/index.ts";
import { bytesOf } from "./byteStrings.ts";
import { digestTypesOf } from "./digestTypes.ts";
import { aliasesOf, type IdKind, idsOf, type Named } from "./ids.ts";
import { sdnWidth, TypeSpecs } from "./typeSpecs.ts";

/** Entries of a table whose `size` the program leaves out, as in p4c. */
const DEFAULT_SIZE = 1024n;

const NO_ANNOTATIONS: readonly Annotation[] = [];
const annotationsOf = (declaration: NamedDeclaration | TableDeclaration | null | undefined) =>
  declaration && "annotations" in declaration ? declaration.annotations : NO_ANNOTATIONS;
const isAnnotated = (declaration: NamedDeclaration | null | undefined, name: string): boolean =>
  annotationsOf(declaration).some((each) => each.name.text === name);

const NO_ACTION = "NoAction";
const EXTERN_KIND: Readonly<Record<string, IdKind>> = {
  counter: "counter",
  direct_counter: "directCounter",
  meter: "meter",
  direct_meter: "directMeter",
  register: "register",
  action_profile: "actionProfile",
  action_selector: "actionProfile",
  Counter: "counter",
  DirectCounter: "directCounter",
  Meter: "meter",
  DirectMeter: "directMeter",
  Register: "register",
  ActionProfile: "actionProfile",
  ActionSelector: "actionProfile",
};

/**
 * What controllers know of a program: its P4Info as p4c makes it, without annotations. `target`: a switch that runs the
 * program; what its blocks do not apply is not in it.
 */
export function p4InfoOf(checked: CheckedProgram, target: Target): P4Info {
  const { machine } = target;
  const types = new TypeSpecs(checked);
  const tables = machine.tables.filter(({ declaration }) => !isAnnotated(declaration, "hidden"));
  const actions = new Map(
    [...machine.actions].filter(([, { declaration }]) => !isAnnotated(declaration, "hidden")),
  );
  // p4c gives a table without a default action NoAction
  if (tables.some(({ firstDefault }) => firstDefault === null) && !actions.has(NO_ACTION))
    actions.set(NO_ACTION, { name: NO_ACTION, label: NO_ACTION, parameters: [] });
  const named = (name: string, declaration: NamedDeclaration | null | undefined): Named => ({
    name,
    annotations: annotationsOf(declaration),
  });
  const preambles = (kind: IdKind, all: readonly Named[]) => {
    const ids = idsOf(kind, all);
    const aliases = aliasesOf(all.map(({ name }) => name));
    return (name: string) => ({ id: ids.get(name)!, name, alias: aliases.get(name)! });
  };
  const tablePreamble = preambles(
    "table",
    tables.map((table) => named(table.name, table.declaration)),
  );
  const actionPreamble = preambles(
    "action",
    [...actions.values()].map((action) => named(action.name, action.declaration)),
  );
  const externsOf = (kind: IdKind): ExternInstance[] =>
    machine.externs.filter(
      (each) => EXTERN_KIND[each.type] === kind && !isAnnotated(each.declaration, "hidden"),
    );
  const externPreambles = new Map<IdKind, (name: string) => { id: number; name: string; alias: string }>(
    (["counter", "directCounter", "meter", "directMeter", "register", "actionProfile"] as const).map(
      (kind) => [
        kind,
        preambles(
          kind,
          externsOf(kind).map((each) => named(each.path, each.declaration)),
        ),
      ],
    ),
  );
  const preambleOf = (kind: IdKind, instance: ExternInstance) => externPreambles.get(kind)!(instance.path);
  const users = (object: object) =>
    tables.filter((table) => table.implementation === object || table.direct.includes(object as never));
  /** id of the table that a direct resource belongs to */
  const directTable = ({ object }: ExternInstance): number => {
    const [table] = users(object);
    return table ? tablePreamble(table.name).id : 0;
  };
  const widthOf = (type: Type | undefined, width: number) => {
    const { bitwidth, typeName } = sdnWidth(type, width, types);
    return { bitwidth, ...(typeName === null ? {} : { typeName: { name: typeName } }) };
  };

  const tableInfo = (table: TableState): Draft<Table> => {
    const { declaration } = table;
    const properties = declaration?.properties ?? [];
    const value = (name: string) => {
      const found = properties.find((each) => each.kind === "valueProperty" && each.name.text === name);
      return found?.kind === "valueProperty" ? found : null;
    };
    const constant = (name: string) => {
      const property = value(name);
      return property ? checked.constants.get(property.value) : undefined;
    };
    const keys = properties.flatMap((each) => (each.kind === "keyProperty" ? each.elements : []));
    const listed = properties.flatMap((each) => (each.kind === "actionsProperty" ? each.actions : []));
    const fallback = value("default_action");
    const profile = machine.externs.find(({ object }) => object === table.implementation);
    const first = table.firstDefault;
    const initial = first ? table.actions[first.action]! : null;
    const initialId = actionPreamble(initial?.name ?? NO_ACTION).id;
    const isV1 = checked.architecture?.definition.id === "v1model";
    const entries = properties.find((each) => each.kind === "entriesProperty");
    const size = constant("size");
    return {
      preamble: tablePreamble(table.name),
      matchFields: table.keys.flatMap((key, index) => {
        const element = keys[index];
        if (key.kind === "selector") return [];
        return [
          {
            id: idGiven(element?.annotations ?? []) ?? keysBefore(table, index) + 1,
            name: key.name.replace(/\.isValid\(\)$/, ".$valid$"),
            ...widthOf(element && checked.types.get(element.expression), key.width),
            match: { kind: "matchType" as const, value: key.kind.toUpperCase() as "EXACT" },
          },
        ];
      }),
      actionRefs: withNoAction(table).map((action, index) => {
        const annotations = listed[index]?.annotations ?? NO_ANNOTATIONS;
        const has = (name: string) => annotations.some((each) => each.name.text === name);
        const onlyDefault = has("defaultonly") || (listed[index] === undefined && index >= listed.length);
        const scope = has("tableonly") ? "TABLE_ONLY" : onlyDefault ? "DEFAULT_ONLY" : "TABLE_AND_DEFAULT";
        return { id: actionPreamble(action.name).id, scope } as const;
      }),
      constDefaultActionId:
        profile && fallback === null && isV1
          ? initialId
          : fallback && isConstProperty(fallback)
            ? initialId
            : 0,
      initialDefaultAction: {
        actionId: initialId,
        arguments: (initial?.parameters ?? []).map((parameter, index) => ({
          paramId: idGiven(annotationsOf(parameterOf(initial!.declaration, parameter.name))) ?? index + 1,
          value: bytesOf(first!.values[index], parameter.shape),
        })),
      },
      implementationId: profile ? preambleOf("actionProfile", profile).id : 0,
      directResourceIds: machine.externs
        .filter(({ object }) => table.direct.includes(object as never))
        .map((each) => preambleOf(EXTERN_KIND[each.type]!, each).id),
      size: typeof size === "bigint" ? size : DEFAULT_SIZE,
      idleTimeoutBehavior: hasIdleTimeout(constant, value) ? "NOTIFY_CONTROL" : "NO_TIMEOUT",
      isConstTable: table.isConst,
      hasInitialEntries: entries?.kind === "entriesProperty" && entries.entries.length > 0,
    };
  };

  const controllerHeaders = checked.program.declarations.flatMap((declaration) => {
    if (!("annotations" in declaration)) return [];
    const found = declaration.annotations.find((each) => each.name.text === "controller_header");
    const name = found?.tokens[0]?.replace(/^"|"$/g, "");
    return name !== undefined && "fields" in declaration ? [{ name, declaration }] : [];
  });
  const headerPreamble = preambles(
    "controllerHeader",
    controllerHeaders.map(({ name, declaration }) => named(name, declaration as NamedDeclaration)),
  );
  const digests = digestTypesOf(checked, machine.externs);
  const digestPreamble = preambles("digest", digests);
  const valueSetPreamble = preambles(
    "valueSet",
    machine.valueSets.map(({ name }) => ({ name, annotations: NO_ANNOTATIONS })),
  );

  return P4Info.of({
    pkgInfo: { arch: checked.architecture?.definition.id ?? "" },
    tables: tables.map(tableInfo),
    actions: [...actions.values()].map((action) => ({
      preamble: actionPreamble(action.name),
      params: action.parameters.map(({ name, shape }, index) => {
        const parameter = parameterOf(action.declaration, name);
        return {
          id: idGiven(annotationsOf(parameter)) ?? index + 1,
          name: nameIn(annotationsOf(parameter)) ?? name,
          ...widthOf(
            parameter && checked.declarationTypes.get(parameter),
            shape.kind === "bits" || shape.kind === "varbit" ? shape.width : 1,
          ),
        };
      }),
    })),
    actionProfiles: externsOf("actionProfile").map((each) => ({
      preamble: preambleOf("actionProfile", each),
      tableIds: users(each.object).map(({ name }) => tablePreamble(name).id),
      withSelector: /selector/i.test(each.type),
      size: BigInt(Number(each.values.size ?? 0)),
      maxGroupSize: Number(
        annotationsOf(each.declaration).find(({ name }) => name.text === "max_group_size")?.tokens[0] ?? 0,
      ),
    })),
    counters: externsOf("counter").map((each) => ({
      preamble: preambleOf("counter", each),
      spec: { unit: counterUnit(each) },
      size: sizeOf(each),
    })),
    directCounters: externsOf("directCounter").map((each) => ({
      preamble: preambleOf("directCounter", each),
      spec: { unit: counterUnit(each) },
      directTableId: directTable(each),
    })),
    meters: externsOf("meter").map((each) => ({
      preamble: preambleOf("meter", each),
      spec: { unit: meterUnit(each) },
      size: sizeOf(each),
    })),
    directMeters: externsOf("directMeter").map((each) => ({
      preamble: preambleOf("directMeter", each),
      spec: { unit: meterUnit(each) },
      directTableId: directTable(each),
    })),
    controllerPacketMetadata: controllerHeaders.map(({ name, declaration }) => ({
      preamble: headerPreamble(name),
      metadata: (declaration.fields as readonly NamedDeclaration[]).map((field, index) => {
        const type = checked.declarationTypes.get(field);
        return {
          id: idGiven(annotationsOf(field)) ?? index + 1,
          name: field.name.text,
          ...widthOf(type, plainWidth(type)),
        };
      }),
    })),
    valueSets: machine.valueSets.map((set) => ({
      preamble: valueSetPreamble(set.name),
      match: set.widths.map((bitwidth, index) => ({
        id: index + 1,
        ...(set.names[index] === undefined ? {} : { name: set.names[index] }),
        bitwidth,
        match: { kind: "matchType" as const, value: "EXACT" as const },
      })),
      size: set.size,
    })),
    registers: externsOf("register").map((each) => ({
      preamble: preambleOf("register", each),
      typeSpec: each.types[0] ? types.of(each.types[0]) : {},
      size: Number(sizeOf(each)),
    })),
    digests: digests.map(({ name, type }) => ({ preamble: digestPreamble(name), typeSpec: types.of(type) })),
    typeInfo: types.info(checked),
  });
}

/** The actions of a table, and NoAction behind them where it is only the default. */
const withNoAction = ({ actions, firstDefault }: TableState) =>
  firstDefault !== null || actions.some(({ name }) => name === NO_ACTION)
    ? actions
    : [...actions, { name: NO_ACTION, label: NO_ACTION, parameters: [] }];

const isConstProperty = (property: object): boolean => "isConst" in property && property.isConst === true;

/** Keys that controllers see before the one at `index`. */
const keysBefore = ({ keys }: TableState, index: number): number =>
  keys.slice(0, index).filter(({ kind }) => kind !== "selector").length;

const parameterOf = (
  declaration: { parameters: readonly NamedDeclaration[] } | undefined,
  name: string,
): NamedDeclaration | undefined => declaration?.parameters.find((each) => each.name.text === name);

const sizeOf = ({ values }: ExternInstance): bigint =>
  BigInt(Number(values.size ?? values.n_counters ?? values.n_meters ?? 0));

function counterUnit({ values }: ExternInstance): "BYTES" | "PACKETS" | "BOTH" {
  const word = String(values.type).toLowerCase();
  return word === "packets" ? "PACKETS" : word === "bytes" ? "BYTES" : "BOTH";
}

const meterUnit = ({ values }: ExternInstance): "BYTES" | "PACKETS" =>
  String(values.type).toLowerCase() === "packets" ? "PACKETS" : "BYTES";

function hasIdleTimeout(constant: (name: string) => unknown, value: (name: string) => unknown): boolean {
  return constant("support_timeout") === true || value("psa_idle_timeout") !== null;
}

function plainWidth(type: Type | undefined): number {
  if (type?.kind === "newtype") return plainWidth(type.base);
  if (type?.kind === "enum" && type.underlying) return plainWidth(type.underlying);
  if (type?.kind === "bits" || type?.kind === "varbits") return type.width;
  return type?.kind === "bool" ? 1 : 0;
}
