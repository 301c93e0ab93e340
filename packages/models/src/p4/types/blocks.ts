import type { ControlDeclaration, ParserDeclaration, StateDeclaration } from "../tree/index.ts";
import { type CheckContext, mismatch, withPlace } from "./context.ts";
import { checkKeyset } from "./keysets.ts";
import {
  checkAction,
  checkConstant,
  checkInstantiation,
  checkParameters,
  checkVariable,
} from "./localDeclarations.ts";
import { checkStatements } from "./statements.ts";
import { checkTable } from "./tables.ts";
import { size, typeOf } from "./typeNodes.ts";

export function checkControl(c: CheckContext, d: ControlDeclaration): void {
  checkParameters(c, d.parameters, "run");
  checkParameters(c, d.constructorParameters, "construction");
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
  if (!d.states.some((state) => state.name.text === "start")) {
    c.reporter.error("p4-no-start-state", `parser '${d.name.text}' has no state 'start'`, d.name.span);
  }
  withPlace(c, { kind: "parser", returns: null, inLoop: false }, () => {
    for (const local of d.locals) {
      if (local.kind === "variable") checkVariable(c, local);
      else if (local.kind === "constant") checkConstant(c, local);
      else if (local.kind === "instantiation") checkInstantiation(c, local);
      else {
        typeOf(c, local.elementType);
        size(c, local.size, "the size of a value set", 0);
      }
    }
    for (const state of d.states) checkState(c, state);
  });
}

function checkState(c: CheckContext, state: StateDeclaration): void {
  checkStatements(c, state.statements);
  const { transition } = state;
  if (transition?.kind !== "selectTransition") return;
  const types = transition.arguments.map((argument) => {
    const type = c.rules.expression(c, argument);
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
