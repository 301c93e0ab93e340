import {
  type ActionDeclaration,
  type CheckedProgram,
  type ControlDeclaration,
  controlPlanePath,
  type Expression,
  type NamedDeclaration,
  nameIn,
  type ResolvedCall,
  type TableDeclaration,
  type Type,
  walk,
} from "../../p4/index.ts";
import { Bodies } from "../tooManyBodies.ts";
import { keyName } from "./keyName.ts";
import { type OwnDemand, ownDemands } from "./ownDemands.ts";
import { fieldIds, idGiven, keyIds } from "./runtimeIds.ts";
import type { EntryAction, EntryParameter, EntryTable } from "./tableEntry.ts";

/** A table of one instance of a control; its name is its identity. */
export type ProgramTable = Omit<EntryTable, "actions"> & {
  /** the end of that name that no other table has, "rules" or "acl.rules": what people read */
  shown: string;
  /** the actions that it can run, with what the program calls them */
  actions: readonly (EntryAction & { called: string })[];
  /** entries that it is declared for; null when it does not say */
  size: number | null;
  /** what the entries demand that the program gives, in its order */
  own: readonly OwnDemand[];
  /** whether those are all that there are */
  isConst: boolean;
  line: number;
};

type Found = Omit<ProgramTable, "shown">;

/**
 * The tables of the controls that `main` holds, those of each instance for themselves; of all controls without a
 * `main`. Throws `TooManyBodies` when instances in instances are more than can be written out.
 */
export function programTables(checked: CheckedProgram): ProgramTable[] {
  const bound = checked.architecture?.bindings.map(({ declaration }) => declaration);
  const blocks = [...new Set(bound ?? checked.program.declarations)];
  const instances = new Instances(checked);
  const found = blocks.flatMap((block) =>
    block?.kind === "control" ? instances.tablesOf(block, controlPlanePath("", block)) : [],
  );
  const shown = shownNames(found.map(({ name }) => name));
  return found.map((table) => ({ ...table, shown: shown.get(table.name) ?? table.name }));
}

/** By full name: the shortest end of it, in whole parts, that no other of `names` has. */
export function shownNames(names: readonly string[]): Map<string, string> {
  const different = [...new Set(names)].map((name) => ({ name, ends: name.split(".").reverse() }));
  // names with the longest common end are neighbours
  different.sort((a, b) => comparePart(a.ends, b.ends, commonLength(a.ends, b.ends)));
  return new Map(
    different.map(({ name, ends }, index) => {
      const shared = [different[index - 1], different[index + 1]].map((other) =>
        other ? commonLength(ends, other.ends) : 0,
      );
      return [
        name,
        ends
          .slice(0, Math.max(...shared) + 1)
          .reverse()
          .join("."),
      ];
    }),
  );
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((part, index) => part !== b[index]);
  return differs === -1 ? a.length : differs;
}

function comparePart(a: readonly string[], b: readonly string[], at: number): number {
  const [one = "", other = ""] = [a[at], b[at]];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Instances inside one another, each followed as often as there are ways to it. */
class Instances {
  private readonly checked: CheckedProgram;
  private readonly held = new Map<ControlDeclaration, ReadonlyMap<NamedDeclaration, ControlDeclaration>>();
  private readonly bodies = new Bodies();
  /** actions outside of controls */
  private readonly shared: ReadonlyMap<string, ActionDeclaration>;
  /** whether a control is applied by its type somewhere: seldom */
  private readonly appliesTypes: boolean;

  constructor(checked: CheckedProgram) {
    this.checked = checked;
    this.appliesTypes = [...checked.calls.values()].some((call) => controlApplied(call) !== null);
    this.shared = actionsIn(checked.program.declarations);
  }

  tablesOf(control: ControlDeclaration, path: string): Found[] {
    this.bodies.enter();
    const own = actionsIn(control.locals);
    const actionOf = (called: string): ProgramTable["actions"][number] => {
      const action = own.get(called);
      const declaration = action ?? this.shared.get(called);
      return {
        ...{ name: action ? controlPlanePath(path, action) : called, called },
        id: declaration ? idGiven(declaration.annotations) : null,
        parameters: declaration ? parametersOf(declaration, this.checked) : [],
      };
    };
    const held = this.heldBy(control);
    return [...new Set<NamedDeclaration>([...control.locals, ...held.keys()])].flatMap((each): Found[] => {
      if (each.kind === "table") return [tableOf(each, path, actionOf, this.checked)];
      const inner = held.get(each);
      return inner ? this.bodies.inside(() => this.tablesOf(inner, controlPlanePath(path, each))) : [];
    });
  }

  /** The controls of its instances, and those that it applies by their type, by the declaration that names them. */
  private heldBy(control: ControlDeclaration): ReadonlyMap<NamedDeclaration, ControlDeclaration> {
    const known = this.held.get(control);
    if (known) return known;
    const { instances, calls } = this.checked;
    const found = new Map<NamedDeclaration, ControlDeclaration>();
    for (const local of control.locals) {
      const declaration = local.kind === "instantiation" ? instances.get(local)?.declaration : undefined;
      if (declaration?.kind === "control") found.set(local, declaration);
    }
    if (this.appliesTypes)
      walk(control, (node) => {
        const call = node.kind === "call" ? calls.get(node) : undefined;
        const applied = call ? controlApplied(call) : null;
        if (applied) found.set(applied, applied);
      });
    this.held.set(control, found);
    return found;
  }
}

/** The control that is applied by its type. */
const controlApplied = (call: ResolvedCall): ControlDeclaration | null =>
  call.kind === "blockApply" && call.instance === null && call.declaration.kind === "control"
    ? call.declaration
    : null;

const actionsIn = (
  declarations: CheckedProgram["program"]["declarations"] | ControlDeclaration["locals"],
): Map<string, ActionDeclaration> =>
  new Map(declarations.flatMap((each) => (each.kind === "action" ? [[each.name.text, each]] : [])));

function tableOf(
  table: TableDeclaration,
  path: string,
  actionOf: (called: string) => ProgramTable["actions"][number],
  checked: CheckedProgram,
): Found {
  const { properties, span } = table;
  const ids = keyIds(table);
  const forEntries = new Set(entryActions(table));
  const elements = properties.flatMap((each) => (each.kind === "keyProperty" ? each.elements : []));
  const given = properties.find((each) => each.kind === "entriesProperty");
  const keys = elements.map((element, index) => ({
    ...{ name: keyName(checked, element), kind: element.matchKind.text, id: ids[index]! },
    width: bitsOf(checked.types.get(element.expression)),
  }));
  const size = properties.find((each) => each.kind === "valueProperty" && each.name.text === "size");
  const declared = size?.kind === "valueProperty" ? checked.constants.get(size.value) : undefined;
  return {
    name: controlPlanePath(path, table),
    id: idGiven(table.annotations),
    actions: actionNames(table).map((called) => ({
      ...actionOf(called),
      isOnlyDefault: !forEntries.has(called),
    })),
    keys,
    size: typeof declared === "bigint" ? Number(declared) : null,
    own: given?.kind === "entriesProperty" ? ownDemands(checked, table, given.entries, keys) : [],
    isConst: given?.kind === "entriesProperty" && given.isConst,
    line: span.line,
  };
}

/** What the control plane gives to an action. */
function parametersOf(action: ActionDeclaration, checked: CheckedProgram): EntryParameter[] {
  const given = action.parameters.filter(({ direction }) => direction === "none");
  const ids = fieldIds(given.map(({ annotations }) => annotations));
  return given.map((parameter, index) => ({
    ...{ name: nameIn(parameter.annotations) ?? parameter.name.text, id: ids[index]! },
    width: bitsOf(checked.declarationTypes.get(parameter)),
  }));
}

/** Null: none that is known. */
function bitsOf(type: Type | undefined | null): number | null {
  switch (type?.kind) {
    case "bits":
      return type.width;
    case "bool":
      return 1;
    case "newtype":
      return bitsOf(type.base);
    case "enum":
      return bitsOf(type.underlying);
    default:
      return null;
  }
}

/** What the program calls the actions that entries of a table may run. */
export const entryActions = (table: TableDeclaration): string[] =>
  table.properties.flatMap((property) =>
    property.kind === "actionsProperty"
      ? property.actions.flatMap(({ action, annotations }) =>
          annotations.some(({ name }) => name.text === "defaultonly") ? [] : [nameOf(action)],
        )
      : [],
  );

/** `NoAction` is the default action of a table that names none. */
function actionNames(table: TableDeclaration): string[] {
  const listed = table.properties.flatMap((property) =>
    property.kind === "actionsProperty" ? property.actions.map((each) => nameOf(each.action)) : [],
  );
  return listed.includes("NoAction") ? listed : [...listed, "NoAction"];
}

function nameOf(expression: Expression): string {
  const named = expression.kind === "call" ? expression.callee : expression;
  return named.kind === "nameExpression" ? named.name.text : "";
}
