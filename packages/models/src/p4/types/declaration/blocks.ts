import type {
  ControlDeclaration,
  ParserDeclaration,
  StateDeclaration,
  ValueSetDeclaration,
} from "../../tree/index.ts";
import { checkParameters, reportConcreteBlocks, reportOptional } from "../call/parameters.ts";
import { type CheckContext, mismatch, withPlace } from "../context.ts";
import { checkKeyset } from "../table/keysets.ts";
import { checkTable } from "../table/tables.ts";
import { describeType } from "../type/describeType.ts";
import { isPlaceholder } from "../type/placeholders.ts";
import type { Type } from "../type/type.ts";
import { size, typeOf } from "../type/typeNodes.ts";
import { checkAction, checkConstant, checkInstantiation, checkVariable } from "./localDeclarations.ts";
import { checkEnds } from "./parserEnds.ts";
import { checkStatements } from "./statements.ts";
import { checkTransitions } from "./transitions.ts";

export function checkControl(c: CheckContext, d: ControlDeclaration): void {
  checkParameters(c, d.parameters, "run");
  checkParameters(c, d.constructorParameters, "construction");
  reportConcreteBlocks(c, d.constructorParameters);
  reportOptional(c, d.constructorParameters, d.kind);
  withPlace(c, { kind: "control", returns: null, inLoop: false }, () => {
    for (const local of d.locals) {
      if (local.kind === "action") checkAction(c, local);
      else if (local.kind === "table") checkTable(c, local);
      else if (local.kind === "variable") checkVariable(c, local);
      else if (local.kind === "constant") checkConstant(c, local);
      else checkInstantiation(c, local);
    }
    checkStatements(c, d.apply.statements);
  });
}

export function checkParser(c: CheckContext, d: ParserDeclaration): void {
  checkParameters(c, d.parameters, "run");
  checkParameters(c, d.constructorParameters, "construction");
  reportConcreteBlocks(c, d.constructorParameters);
  reportOptional(c, d.constructorParameters, d.kind);
  const names = new Set(d.states.map((state) => state.name.text));
  // who declares the built-in states has been told so, and will look at the names again
  const hasReserved = names.has("accept") || names.has("reject");
  if (!names.has("start") && !hasReserved) {
    c.reporter.error(
      "p4-no-start-state",
      `parser '${d.name.text}' has no state 'start', where every packet begins; add one`,
      d.name.span,
    );
  } else checkEnds(c, d);
  withPlace(c, { kind: "parser", returns: null, inLoop: false }, () => {
    for (const local of d.locals) {
      if (local.kind === "variable") checkVariable(c, local);
      else if (local.kind === "constant") checkConstant(c, local);
      else if (local.kind === "instantiation") checkInstantiation(c, local);
      else {
        checkValueSet(c, local);
        size(c, local.size, "the size of a value set", 0);
      }
    }
    for (const state of d.states) checkState(c, state);
  });
  checkTransitions(c, d);
}

const NO_VALUE_SET = new Set<Type["kind"]>([
  "block",
  "extern",
  "integer",
  "package",
  "stack",
  "string",
  "void",
]);

function checkValueSet(c: CheckContext, d: ValueSetDeclaration): void {
  const type = typeOf(c, d.elementType);
  if (!NO_VALUE_SET.has(type.kind)) return;
  const message = `a value set cannot hold ${describeType(type)}; give it bit<>, int<>, bool, an enum, a tuple or a struct`;
  c.reporter.error("p4-declaration-type", message, d.elementType.span);
}

function checkState(c: CheckContext, state: StateDeclaration): void {
  checkStatements(c, state.statements);
  const { transition } = state;
  if (transition?.kind !== "selectTransition") return;
  const types = transition.arguments.map((argument) => {
    const type = c.rules.expression(c, argument);
    if (isPlaceholder(c, argument, "'select'")) return type;
    if (
      type.kind === "integer" ||
      type.kind === "varbits" ||
      type.kind === "struct" ||
      type.kind === "stack"
    ) {
      mismatch(c, "'select'", "values of a fixed width", type, argument.span);
    }
    return type;
  });
  for (const { keyset } of transition.cases)
    checkKeyset(c, keyset, types, "p4-select", "what is selected on");
}
