import type { CheckedProgram, Expression, TableDeclaration } from "../../p4/index.ts";

/** A table as it is declared. */
export type ProgramTable = {
  /** with its control in front, as the control plane names it */
  name: string;
  /** the actions that it can run, likewise */
  actions: string[];
  /** match kinds of its keys */
  keys: string[];
  /** entries that it is declared for; null when it does not say */
  size: number | null;
  /** entries that the program fixes */
  entries: number;
  line: number;
};

/** The tables of a program's controls. */
export const programTables = ({ program, constants }: CheckedProgram): ProgramTable[] =>
  program.declarations.flatMap((control) => {
    if (control.kind !== "control") return [];
    const own = new Set(control.locals.flatMap((each) => (each.kind === "action" ? [each.name.text] : [])));
    const named = (name: string): string => (own.has(name) ? `${control.name.text}.${name}` : name);
    return control.locals.flatMap((local): ProgramTable[] => {
      if (local.kind !== "table") return [];
      const { properties, name, span } = local;
      const size = properties.find((each) => each.kind === "valueProperty" && each.name.text === "size");
      const declared = size?.kind === "valueProperty" ? constants.get(size.value) : undefined;
      return [
        {
          name: `${control.name.text}.${name.text}`,
          actions: actionNames(local).map(named),
          keys: properties.flatMap((each) =>
            each.kind === "keyProperty" ? each.elements.map((element) => element.matchKind.text) : [],
          ),
          size: typeof declared === "bigint" ? Number(declared) : null,
          entries: properties.reduce(
            (sum, each) => sum + (each.kind === "entriesProperty" ? each.entries.length : 0),
            0,
          ),
          line: span.line,
        },
      ];
    });
  });

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
