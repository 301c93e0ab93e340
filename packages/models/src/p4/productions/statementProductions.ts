import type { AssignmentOperator, Node } from "../tree/index.ts";
import { type Production, production } from "./production.ts";

const OPERATORS: readonly AssignmentOperator[] = [
  "=",
  "+=",
  "-=",
  "|+|=",
  "|-|=",
  "*=",
  "/=",
  "%=",
  "<<=",
  ">>=",
  "&=",
  "^=",
  "|=",
];

const inState = (_: Node, parent: Node | null): boolean => parent?.kind === "state";
const inBlock = (_: Node, parent: Node | null): boolean => parent?.kind === "block";
/** `t.apply().action_run` */
const isActionRun = (node: Node): boolean => node.kind === "member" && node.member.text === "action_run";

export const STATEMENT_PRODUCTIONS: readonly Production[] = [
  ...OPERATORS.map((operator) =>
    production(`assignment: ${operator}`, "assignment", (s) => s.operator === operator),
  ),
  production("methodCallStatement", "callStatement", ({ call }) => call.typeArguments.length === 0),
  production("methodCallStatement: type arguments", "callStatement", (s) => s.call.typeArguments.length > 0),
  production("lvalue: name", "assignment", ({ target }) => target.kind === "nameExpression"),
  production(
    "lvalue: dot name",
    "callStatement",
    ({ call: { callee: e } }) => e.kind === "nameExpression" && e.isGlobal,
  ),
  production("lvalue: member", "assignment", ({ target }) => target.kind === "member"),
  production("lvalue: index", "assignment", ({ target }) => target.kind === "index"),
  production("lvalue: slice", "assignment", ({ target }) => target.kind === "slice"),
  production(
    "lvalue: this",
    "callStatement",
    ({ call: { callee } }) => callee.kind === "member" && callee.object.kind === "thisExpression",
  ),
  production("emptyStatement", "empty"),
  production("exitStatement", "exit"),
  production("returnStatement", "return", ({ value }) => value === null),
  production("returnStatement: value", "return", ({ value }) => value !== null),
  production("conditionalStatement: if", "if", ({ whenFalse }) => whenFalse === null),
  production("conditionalStatement: if else", "if", ({ whenFalse }) => whenFalse !== null),
  production("blockStatement", "block"),
  production("blockStatement: annotated", "block", ({ annotations }) => annotations.length > 0),
  production("statementOrDeclaration: variable", "variable", inBlock),
  production("statementOrDeclaration: constant", "constant", inBlock),
  production("statementOrDeclaration: instantiation", "instantiation", inBlock),
  production("switchStatement: action_run", "switch", ({ subject }) => isActionRun(subject)),
  production("switchStatement: value", "switch", ({ subject }) => !isActionRun(subject)),
  production("switchCase: block", "switchCase", ({ body }) => body !== null),
  production("switchCase: falls through", "switchCase", ({ body }) => body === null),
  production("switchLabel: default", "switchCase", ({ label }) => label.kind === "default"),
  production("switchLabel: expression", "switchCase", ({ label }) => label.kind !== "default"),
  production("forStatement: C", "for"),
  production("forStatement: annotated", "for", ({ annotations }) => annotations.length > 0),
  production("forInitStatements: empty", "for", ({ initializers }) => initializers.length === 0),
  production("forInitStatements: several", "for", ({ initializers }) => initializers.length > 1),
  production("forInitStatements: declaration", "for", (s) =>
    s.initializers.some(({ kind }) => kind === "variable"),
  ),
  production("forInitStatements: assignment", "for", (s) =>
    s.initializers.some(({ kind }) => kind === "assignment"),
  ),
  production("forUpdateStatements: empty", "for", ({ updates }) => updates.length === 0),
  production("forUpdateStatements: several", "for", ({ updates }) => updates.length > 1),
  production("forUpdateStatements: call", "for", (s) =>
    s.updates.some(({ kind }) => kind === "callStatement"),
  ),
  production("forStatement: in", "forIn"),
  production("forStatement: annotated in", "forIn", ({ annotations }) => annotations.length > 0),
  production("forCollectionExpr: range", "forIn", ({ collection }) => collection.kind === "range"),
  production("forCollectionExpr: expression", "forIn", ({ collection }) => collection.kind !== "range"),
  production("breakStatement", "break"),
  production("continueStatement", "continue"),

  production("parserStatement: assignment", "assignment", inState),
  production("parserStatement: call", "callStatement", inState),
  production("parserStatement: empty", "empty", inState),
  production("parserStatement: variable", "variable", inState),
  production("parserStatement: constant", "constant", inState),
  production("parserStatement: block", "block", inState),
  production("parserStatement: conditional", "if", inState),
  production("transitionStatement: none", "state", ({ transition }) => transition === null),
  production("stateExpression: name", "directTransition"),
  production("stateExpression: select", "selectTransition"),
  production("selectExpression: several", "selectTransition", (t) => t.arguments.length > 1),
  production("selectCase", "selectCase"),
  production("keysetExpression: tuple", "keysetTuple", (k) => k.elements.length > 1),
  production("keysetExpression: tuple of one", "keysetTuple", (k) => k.elements.length === 1),
  production(
    "simpleKeysetExpression: expression",
    "selectCase",
    ({ keyset }) => keyset.kind === "numberLiteral",
  ),
  production("simpleKeysetExpression: mask", "mask"),
  production("simpleKeysetExpression: range", "range", (_, parent) => parent?.kind !== "forIn"),
  production("simpleKeysetExpression: default", "default", (_, parent) => parent?.kind !== "switchCase"),
  production("simpleKeysetExpression: don't care", "dontCare", (_, parent) => parent?.kind !== "argument"),
];
