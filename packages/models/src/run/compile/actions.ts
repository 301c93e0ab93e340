import type { ActionDeclaration } from "../../p4/index.ts";
import { describedAction } from "../tables/makeTable.ts";
import { type CompiledBody, declare, declaredShape, type Scope } from "./scope.ts";
import { compileBlock } from "./statements.ts";

/** An action of the block around, with places for its parameters; compiled once for each application of the block. */
export function compiledAction(scope: Scope, declaration: ActionDeclaration): CompiledBody {
  const owner = blockScope(scope);
  const known = owner.actions.get(declaration);
  if (known) return known;
  const inner: Scope = {
    ...owner,
    bindings: new Map(),
    parent: owner,
    result: { value: undefined, shape: null },
  };
  const described = describedAction(owner, declaration);
  scope.c.machine.actions.set(described.name, described);
  const parameters = declaration.parameters.map((p) => declare(inner, p, declaredShape(inner, p)));
  const body: CompiledBody = {
    parameters,
    run: compileBlock(inner, declaration.body.statements),
    result: inner.result,
  };
  owner.actions.set(declaration, body);
  return body;
}

/** The scope of the block itself: an action does not see the variables of who calls it. */
function blockScope(scope: Scope): Scope {
  let at = scope;
  while (at.parent !== null) at = at.parent;
  return at;
}
