import type { Diagnostic } from "../core/index.ts";
import type { CheckedProgram, Expression, TableDeclaration } from "../p4/index.ts";
import { lastPart, type TableEntries } from "./entries.ts";

/** What is wrong with table entries for a program: tables and actions that it does not have. `tables`: their actions. */
export function entryProblems(
  entries: TableEntries,
  tables: ReadonlyMap<string, readonly string[]>,
): Diagnostic[] {
  const messages = new Set<string>();
  for (const entry of entries.table_entries) {
    const actions = tables.get(lastPart(entry.table));
    if (!actions) {
      const known = [...tables.keys()].join(", ") || "no tables";
      messages.add(`the entries name table ${entry.table}; the program has ${known}`);
    } else if (!actions.includes(lastPart(entry.action_name))) {
      messages.add(
        `the entries run ${entry.action_name} in table ${entry.table}; its actions are ${actions.join(", ")}`,
      );
    }
  }
  return [...messages].map((message) => ({
    severity: "error",
    code: "program-entries",
    message,
    span: null,
  }));
}

/** The tables of a program and the actions that each can run; tables of the same name are taken together. */
export function tableActions(checked: CheckedProgram): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const control of checked.program.declarations) {
    for (const local of control.kind === "control" ? control.locals : []) {
      if (local.kind !== "table") continue;
      tables.set(local.name.text, [...(tables.get(local.name.text) ?? []), ...actionNames(local)]);
    }
  }
  return tables;
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
