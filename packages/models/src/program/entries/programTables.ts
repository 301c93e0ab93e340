import {
  type CheckedProgram,
  type ControlDeclaration,
  controlPlanePath,
  type Expression,
  type TableDeclaration,
  walk,
} from "../../p4/index.ts";

/** A table of one instance of a control. */
export type ProgramTable = {
  /** its identity: the full name by which the control plane knows it, "MyIngress.acl.rules" */
  name: string;
  /** the end of that name that no other table has, "rules" or "acl.rules": what people read */
  shown: string;
  /** the actions that it can run: by their control-plane name, and as the program calls them */
  actions: { name: string; called: string }[];
  /** match kinds of its keys */
  keys: string[];
  /** entries that it is declared for; null when it does not say */
  size: number | null;
  /** entries that the program fixes */
  entries: number;
  line: number;
};

type Found = Omit<ProgramTable, "shown">;

/** The tables of the controls that `main` holds, those of each instance for themselves; of all controls without a `main`. */
export function programTables(checked: CheckedProgram): ProgramTable[] {
  const bound = checked.architecture?.bindings.map(({ declaration }) => declaration);
  const blocks = [...new Set(bound ?? checked.program.declarations)];
  const found = blocks.flatMap((block) =>
    block?.kind === "control" ? tablesOf(block, controlPlanePath("", block), checked) : [],
  );
  const shown = shownNames(found.map(({ name }) => name));
  return found.map((table) => ({ ...table, shown: shown.get(table.name) ?? table.name }));
}

/** By full name: the shortest end of it, in whole parts, that no other of `names` has. */
export function shownNames(names: readonly string[]): Map<string, string> {
  const ends = new Map<string, Set<string>>();
  for (const name of names)
    for (const end of endsOf(name)) ends.set(end, (ends.get(end) ?? new Set()).add(name));
  return new Map(names.map((name) => [name, endsOf(name).find((end) => ends.get(end)?.size === 1) ?? name]));
}

/** "t", "c.t", "I.c.t" of "I.c.t". */
function endsOf(name: string): string[] {
  const parts = name.split(".");
  return parts.map((_, index) => parts.slice(parts.length - 1 - index).join("."));
}

function tablesOf(control: ControlDeclaration, path: string, checked: CheckedProgram): Found[] {
  const { instances, calls } = checked;
  const own = new Map(
    control.locals.flatMap((each) => (each.kind === "action" ? [[each.name.text, each]] : [])),
  );
  const actionName = (called: string): string => {
    const action = own.get(called);
    return action ? controlPlanePath(path, action) : called;
  };
  const inner: Found[] = control.locals.flatMap((local): Found[] => {
    if (local.kind === "table") return [tableOf(local, path, actionName, checked)];
    const declaration = local.kind === "instantiation" ? instances.get(local)?.declaration : undefined;
    return declaration?.kind === "control"
      ? tablesOf(declaration, controlPlanePath(path, local), checked)
      : [];
  });
  const direct = new Set<ControlDeclaration>();
  walk(control, (node) => {
    const call = node.kind === "call" ? calls.get(node) : undefined;
    if (call?.kind === "blockApply" && call.instance === null && call.declaration.kind === "control")
      direct.add(call.declaration);
  });
  for (const each of direct) inner.push(...tablesOf(each, controlPlanePath(path, each), checked));
  return inner;
}

function tableOf(
  table: TableDeclaration,
  path: string,
  actionName: (called: string) => string,
  { constants }: CheckedProgram,
): Found {
  const { properties, span } = table;
  const size = properties.find((each) => each.kind === "valueProperty" && each.name.text === "size");
  const declared = size?.kind === "valueProperty" ? constants.get(size.value) : undefined;
  return {
    name: controlPlanePath(path, table),
    actions: actionNames(table).map((called) => ({ name: actionName(called), called })),
    keys: properties.flatMap((each) =>
      each.kind === "keyProperty" ? each.elements.map((element) => element.matchKind.text) : [],
    ),
    size: typeof declared === "bigint" ? Number(declared) : null,
    entries: properties.reduce(
      (sum, each) => sum + (each.kind === "entriesProperty" ? each.entries.length : 0),
      0,
    ),
    line: span.line,
  };
}

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
