import type { Annotation, BlockStatement, Expression, Statement } from "../tree/index.ts";
import type { Cursor } from "./cursor.ts";

/**
 * The areas that call each other in circles: types hold expressions and expressions hold types, loops hold statements.
 * The lower area reaches the higher one through `p.grammar`, so that imports point one way.
 */
export type Grammar = {
  expression(p: Cursor, what?: string): Expression;
  unary(p: Cursor, what: string): Expression;
  typeWidth(p: Cursor): Expression;
  block(p: Cursor, what: string, annotations?: Annotation[]): BlockStatement;
  branch(p: Cursor, word: string): Statement;
};
