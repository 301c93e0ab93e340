import type { Annotation } from "../../p4/index.ts";
import type { ActionInfo, Draft, Table } from "../../p4runtime/index.ts";
import { fieldIds } from "../../program/index.ts";
import type { TableAction, TableState } from "../../run/index.ts";
import { bytesOf } from "../byteStrings.ts";
import { annotationsOf, type Objects } from "./objects.ts";
import { NO_ACTION } from "./visibleActions.ts";

/** Entries of a table whose `size` the program leaves out, as in p4c. */
const DEFAULT_SIZE = 1024n;

export function tableInfo(objects: Objects, table: TableState): Draft<Table> {
  const { checked } = objects;
  const properties = table.declaration?.properties ?? [];
  const property = (name: string) =>
    properties.find((each) => each.kind === "valueProperty" && each.name.text === name);
  const constant = (name: string) => {
    const found = property(name);
    return found?.kind === "valueProperty" ? checked.constants.get(found.value) : undefined;
  };
  const fallback = property("default_action");
  const profile = objects.profileOf(table);
  const first = table.firstDefault;
  const initial = first ? table.actions[first.action]! : null;
  const initialId = initial ? objects.idOf("action", initial.name) : objects.noAction;
  const entries = properties.find((each) => each.kind === "entriesProperty");
  const size = constant("size");
  return {
    preamble: objects.preamble("table", table.name),
    matchFields: matchFields(objects, table),
    actionRefs: actionRefs(objects, table),
    constDefaultActionId: fallback && "isConst" in fallback && fallback.isConst ? initialId : 0,
    initialDefaultAction: {
      actionId: initialId,
      arguments: (initial?.parameters ?? []).map((parameter, index) => ({
        paramId: parameterIds(initial!)[index]!,
        value: bytesOf(first!.values[index], parameter.shape),
      })),
    },
    implementationId: profile ? objects.preambleOf(profile).id : 0,
    directResourceIds: objects.directOf(table).map((each) => objects.preambleOf(each).id),
    size: typeof size === "bigint" ? size : DEFAULT_SIZE,
    idleTimeoutBehavior: hasIdleTimeout(constant) ? "NOTIFY_CONTROL" : "NO_TIMEOUT",
    isConstTable: table.isConst,
    hasInitialEntries: entries?.kind === "entriesProperty" && entries.entries.length > 0,
  };
}

/** Keys with the ids that they have among all, those of a selector included. */
function matchFields(objects: Objects, { declaration, keys }: TableState) {
  const elements = (declaration?.properties ?? []).flatMap((each) =>
    each.kind === "keyProperty" ? each.elements : [],
  );
  const ids = fieldIds(keys.map((_, index) => elements[index]?.annotations ?? []));
  return keys.flatMap((key, index) => {
    const element = elements[index];
    if (key.kind === "selector") return [];
    return [
      {
        id: ids[index]!,
        name: key.name.replace(/\.isValid\(\)$/, ".$valid$"),
        ...objects.sdn(element && objects.checked.types.get(element.expression), key.width),
        match: { kind: "matchType" as const, value: key.kind.toUpperCase() as "EXACT" },
      },
    ];
  });
}

function actionRefs(objects: Objects, table: TableState) {
  const listed = (table.declaration?.properties ?? []).flatMap((each) =>
    each.kind === "actionsProperty" ? each.actions : [],
  );
  return withNoAction(table).map((action, index) => {
    const annotations: readonly Annotation[] = listed[index]?.annotations ?? [];
    const has = (name: string) => annotations.some((each) => each.name.text === name);
    const onlyDefault = has("defaultonly") || index >= listed.length;
    const scope = has("tableonly") ? "TABLE_ONLY" : onlyDefault ? "DEFAULT_ONLY" : "TABLE_AND_DEFAULT";
    return { id: objects.idOf("action", action.name), scope } as const;
  });
}

/** The actions of a table, and NoAction behind them where it is only the default. */
const withNoAction = ({ actions, firstDefault }: TableState) =>
  firstDefault !== null || actions.some(({ name }) => name === NO_ACTION)
    ? actions
    : [...actions, { name: NO_ACTION }];

/** v1model: `support_timeout = true`; PSA and PNA: an enum. */
function hasIdleTimeout(constant: (name: string) => unknown): boolean {
  return (
    constant("support_timeout") === true ||
    ["psa_idle_timeout", "pna_idle_timeout"].some((name) => constant(name) === "NOTIFY_CONTROL")
  );
}

const parameterIds = ({ parameters }: TableAction): number[] =>
  fieldIds(parameters.map(({ declaration }) => annotationsOf(declaration)));

export function actionInfo(objects: Objects, action: TableAction): Draft<ActionInfo> {
  const ids = parameterIds(action);
  return {
    preamble: objects.preamble("action", action.name),
    params: action.parameters.map(({ name, shape, declaration }, index) => ({
      id: ids[index]!,
      name,
      ...objects.sdn(
        declaration && objects.checked.declarationTypes.get(declaration),
        shape.kind === "bits" || shape.kind === "varbit" ? shape.width : 1,
      ),
    })),
  };
}
