import { makeTable } from "../tables/makeTable.ts";
import { compileCall } from "./calls.ts";
import { compileExpression } from "./expressions.ts";
import type { CompilationRules } from "./scope.ts";
import { compileBlock, compileStatements } from "./statements.ts";

/** The areas of the language that need each other in a circle. */
export const RULES: CompilationRules = {
  expression: compileExpression,
  call: compileCall,
  statements: compileStatements,
  block: compileBlock,
  table: makeTable,
};
