import { ARCHITECTURES } from "./architectures/definitions.ts";
import { BrokenLines } from "./brokenLines.ts";
import type { ParsedProgram, ParseOptions, SourceText } from "./checkedProgram.ts";
import { Cursor } from "./parse/cursor.ts";
import { parseProgram } from "./parse/declarations.ts";
import { parseExpression, parseTypeWidth, parseUnary } from "./parse/expressions.ts";
import type { Grammar } from "./parse/grammar.ts";
import { parseBlock, parseBranch } from "./parse/statements.ts";
import { preprocess } from "./preprocess/preprocess.ts";

const GRAMMAR: Grammar = {
  expression: parseExpression,
  unary: parseUnary,
  typeWidth: parseTypeWidth,
  block: parseBlock,
  branch: parseBranch,
};

/**
 * Preprocesses and parses a P4_16 program with the files it includes. Never throws: what is wrong is in `diagnostics`,
 * and the tree is whole, with missing nodes where text is missing.
 */
export function parseP4(source: SourceText, options: ParseOptions = {}): ParsedProgram {
  const wanted = ARCHITECTURES.find(({ id }) => id === options.architecture);
  const defines = { ...wanted?.defines, ...options.defines };
  const { tokens, diagnostics, files, preprocessor } = preprocess(source, { ...options, defines });
  const cursor = new Cursor(tokens, GRAMMAR);
  const program = parseProgram(cursor);
  const broken = new BrokenLines();
  broken.add(diagnostics);
  const parseErrors = cursor.diagnostics.filter(({ span }) => !broken.has(span));
  return { program, diagnostics: [...diagnostics, ...parseErrors], files, preprocessor };
}
