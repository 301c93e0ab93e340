import type {
  CallExpression,
  ControlDeclaration,
  Expression,
  NamedDeclaration,
  Parameter,
  ParserDeclaration,
  ResolvedCall,
} from "../../p4/index.ts";
import { walk } from "../../p4/index.ts";
import { type CodeWriter, withCode } from "../code/writer.ts";
import { EXIT } from "../machine.ts";
import type { Node, Value } from "../values/node.ts";
import { bindingOfDeclaration, directInstance } from "./instances.ts";
import { compileParser } from "./parsers.ts";
import { finishWith, passing, withPassedCode } from "./passing.ts";
import { compilePlace } from "./places.ts";
import {
  type BlockInstance,
  type Compilation,
  declaredShape,
  type Exec,
  newVariable,
  type Scope,
  signals,
  typeOf,
  UnsupportedError,
} from "./scope.ts";
import { compileStatements, compileVariable } from "./statements.ts";

/** A block ready to run, with the nodes of its parameters. */
export function compileBlockBody(scope: Scope, block: BlockInstance): Exec {
  const { declaration } = block;
  const begin = declaration.locals.flatMap((local) =>
    local.kind === "variable" ? [compileVariable(scope, local, local.initializer)] : [],
  );
  const body =
    declaration.kind === "parser"
      ? compileParser(scope, declaration)
      : compileStatements(scope, declaration.apply.statements);
  makeUnused(scope, declaration);
  return withCode(
    () => {
      for (const each of begin) each();
      body();
      return signals.next;
    },
    "statement",
    (to) => `${begin.map((each) => to.statement(each)).join("")}${to.body(body)}();`,
  );
}

/** Controllers know counters, meters, registers and profiles that a block declares, whether it uses them or not. */
function makeUnused(scope: Scope, { locals }: ParserDeclaration | ControlDeclaration): void {
  for (const local of locals) {
    if (local.kind !== "instantiation" || scope.c.checked.instances.get(local)?.declaration.kind !== "extern")
      continue;
    try {
      bindingOfDeclaration(scope, local);
    } catch (error) {
      // what nothing uses need not run
      if (!(error instanceof UnsupportedError)) throw error;
    }
  }
}

export const blockScope = (c: Compilation, block: BlockInstance): Scope => ({
  c,
  block,
  bindings: new Map(),
  parent: null,
  types: block.types,
  actions: new Map(),
  result: { value: undefined, shape: null },
});

/**
 * `instance.apply(…)`. Where nothing else in the call reaches the argument, the callee works on it directly, which is
 * then as good as the copies that P4 makes.
 */
export function compileBlockApply(
  scope: Scope,
  e: CallExpression,
  call: Extract<ResolvedCall, { kind: "blockApply" }>,
): () => Value | undefined {
  const block = instanceOf(scope, e, call);
  const inner = blockScope(scope.c, block);
  const { parameters } = block.declaration;
  const passed = parameters.flatMap((parameter, index) => {
    const argument = call.bindings[index]?.argument?.value ?? parameter.defaultValue;
    const type = scope.c.checked.declarationTypes.get(parameter);
    if (type?.kind === "extern") {
      bindExtern(scope, inner, parameter, argument);
      return [];
    }
    const direct = argument && directNode(scope, parameter, argument, call);
    if (direct) {
      inner.bindings.set(parameter, { kind: "node", node: direct });
      if (parameter.direction !== "out") return [];
      return [
        {
          enter: () => ({ begin: () => direct.clear(), end: null }),
          back: null,
          code: (to: CodeWriter) => ({ enter: "", begin: `${to.ref(direct)}.clear();`, end: "" }),
        },
      ];
    }
    const binding = newVariable(declaredShape(inner, parameter));
    inner.bindings.set(parameter, binding);
    return [passing(scope, parameter, argument, binding)];
  });
  const run = compileBlockBody(inner, block);
  const apply = (): undefined => {
    const entering = passed.map(({ enter }) => enter());
    for (const { begin } of entering) begin();
    finishWith(run, () => {
      for (const { end } of entering) end?.();
    });
    return undefined;
  };
  return withPassedCode(apply, passed, run, () => "");
}

function bindExtern(scope: Scope, inner: Scope, parameter: Parameter, argument: Expression | null): void {
  if (argument?.kind !== "nameExpression") return;
  const declaration = scope.c.checked.references.get(argument.name);
  const binding = declaration && bindingOfDeclaration(scope, declaration);
  if (binding) inner.bindings.set(parameter, binding);
}

function instanceOf(
  scope: Scope,
  e: CallExpression,
  { declaration, instance }: Extract<ResolvedCall, { kind: "blockApply" }>,
): BlockInstance {
  if (instance) {
    const binding = bindingOfDeclaration(scope, instance);
    if (binding?.kind === "object" && binding.object.kind === "block") return binding.object;
  } else if (declaration.kind !== "blockType") {
    return directInstance(scope, declaration, directTypes(scope, e));
  }
  throw new UnsupportedError(`${declaration.name.text} is not a parser or control that can run`, e.span);
}

function directTypes(scope: Scope, e: CallExpression) {
  const object = e.callee.kind === "member" ? typeOf(scope, e.callee.object) : null;
  const type = object?.kind === "typeName" ? object.type : object;
  return type?.kind === "block" ? type.arguments : [];
}

/**
 * The node that `argument` is, when the callee may work on it: no other argument has the same root, and it is no
 * union's.
 */
function directNode(
  scope: Scope,
  parameter: Parameter,
  argument: Expression,
  { bindings }: Extract<ResolvedCall, { kind: "blockApply" }>,
): Node | null {
  const place = compilePlace(scope, argument);
  if (place?.kind !== "node" || place.ref.fixed === null) return null;
  if (parameter.direction === "none" || place.ref.fixed.isMember) return null;
  const root = rootOf(scope, argument);
  const isShared = bindings.some(
    (other) => other.parameter !== parameter && other.argument && mentions(scope, other.argument.value, root),
  );
  return isShared ? null : place.ref.fixed;
}

function rootOf(scope: Scope, e: Expression): NamedDeclaration | null {
  if (e.kind === "nameExpression") return scope.c.checked.references.get(e.name) ?? null;
  return e.kind === "member" || e.kind === "index" ? rootOf(scope, e.object) : null;
}

function mentions(scope: Scope, e: Expression, root: NamedDeclaration | null): boolean {
  let found = false;
  walk(e, (node) => {
    if (node.kind === "nameExpression" && scope.c.checked.references.get(node.name) === root) found = true;
  });
  return found;
}

/** Runs a block of the architecture: `exit` ends it. */
export function runBlock(run: Exec): void {
  try {
    run();
  } catch (error) {
    if (error !== EXIT) throw error;
  }
}
