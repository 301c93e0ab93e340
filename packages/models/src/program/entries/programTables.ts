import type { CheckedProgram, Expression, TableDeclaration } from "../../p4/index.ts";

/** A table and the actions it can run, with their controls in front, as the control plane names them. */
export type ProgramTable = { name: string; actions: string[] };

/** The tables of a program's controls. */
export const programTables = ({ program }: CheckedProgram): ProgramTable[] =>
  program.declarations.flatMap((control) => {
    if (control.kind !== "control") return [];
    const own = new Set(control.locals.flatMap((each) => (each.kind === "action" ? [each.name.text] : [])));
    const named = (name: string): string => (own.has(name) ? `${control.name.text}.${name}` : name);
    return control.locals.flatMap((local) =>
      local.kind === "table"
        ? [{ name: `${control.name.text}.${local.name.text}`, actions: actionNames(local).map(named) }]
        : [],
    );
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
