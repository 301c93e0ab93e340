import {
  type Annotation,
  type BoundArgument,
  type CallExpression,
  type ControlDeclaration,
  controlPlanePath,
  type Expression,
  type InstantiationDeclaration,
  type NamedDeclaration,
  nameIn,
  type ParserDeclaration,
  type ResolvedCall,
  type Type,
  walk,
} from "../../p4/index.ts";
import { ValueSetState } from "../tables/valueSet.ts";
import type { Value } from "../values/node.ts";
import { shapeOf } from "../values/shape.ts";
import {
  type Binding,
  type BlockInstance,
  type Compilation,
  declaredShape,
  type ExternInstance,
  findBinding,
  type RunObject,
  type Scope,
  shapeIn,
  typeOf,
  UnsupportedError,
} from "./scope.ts";

type Construction = Extract<ResolvedCall, { kind: "construct" }>;

/** What a name stands for here; null when it is no variable, constant or instance. */
export function bindingOf(scope: Scope, e: Extract<Expression, { kind: "nameExpression" }>): Binding | null {
  const declaration = scope.c.checked.references.get(e.name);
  return declaration ? bindingOfDeclaration(scope, declaration) : null;
}

export function bindingOfDeclaration(scope: Scope, declaration: NamedDeclaration): Binding | null {
  const bound = findBinding(scope, declaration) ?? scope.block?.given.get(declaration);
  if (bound) return bound;
  switch (declaration.kind) {
    case "constant":
      return constantBinding(scope, declaration);
    case "instantiation":
    case "table":
    case "valueSet": {
      const object = partOf(scope, declaration);
      return object && { kind: "object", object };
    }
    default:
      return null;
  }
}

function constantBinding(
  scope: Scope,
  declaration: Extract<NamedDeclaration, { kind: "constant" }>,
): Binding {
  const { constants } = scope.c;
  const known = constants.get(declaration);
  if (known) return known;
  const shape = declaredShape(scope, declaration);
  const value = scope.c.rules.expression(scope, declaration.value, shape)();
  const binding: Binding = { kind: "value", value, shape };
  constants.set(declaration, binding);
  return binding;
}

/** A table, value set, extern or block of the block around, made when it is first met. */
function partOf(
  scope: Scope,
  declaration: Extract<NamedDeclaration, { kind: "instantiation" | "table" | "valueSet" }>,
): RunObject | null {
  const { block, c } = scope;
  const isLocal = block !== null && isInside(declaration, block.declaration);
  const parts = isLocal ? block.parts : c.globals;
  const known = parts.get(declaration);
  if (known) return known;
  const path = controlPlanePath(isLocal ? block.path : "", declaration);
  const made = makePart(scope, declaration, path);
  if (made) parts.set(declaration, made);
  return made;
}

/** What is declared inside a block, whatever file an include brought it from. */
const declared = new WeakMap<NamedDeclaration, ReadonlySet<NamedDeclaration>>();

function isInside(declaration: NamedDeclaration, block: ParserDeclaration | ControlDeclaration): boolean {
  const known = declared.get(block) ?? declaredIn(block);
  declared.set(block, known);
  return known.has(declaration);
}

function declaredIn(block: ParserDeclaration | ControlDeclaration): Set<NamedDeclaration> {
  const found = new Set<NamedDeclaration>();
  walk(block, (node) => {
    if (node.kind === "instantiation" || node.kind === "table" || node.kind === "valueSet") found.add(node);
  });
  return found;
}

function makePart(
  scope: Scope,
  declaration: Extract<NamedDeclaration, { kind: "instantiation" | "table" | "valueSet" }>,
  path: string,
): RunObject | null {
  const { machine } = scope.c;
  if (declaration.kind === "table")
    return { kind: "table", table: scope.c.rules.table(scope, declaration, path) };
  if (declaration.kind === "valueSet") {
    const size = scope.c.checked.constants.get(declaration.size);
    const type = typeOf(scope, declaration.elementType);
    const set = new ValueSetState(path, { declaration, type }, shapeOf(type), Number(size ?? 0));
    machine.valueSets.push(set);
    return { kind: "valueSet", set };
  }
  return makeInstance(scope, declaration, path);
}

function makeInstance(scope: Scope, declaration: InstantiationDeclaration, path: string): RunObject | null {
  const construction = scope.c.checked.instances.get(declaration);
  const type = scope.c.checked.declarationTypes.get(declaration);
  const { annotations } = declaration;
  return construction && type
    ? construct(scope, construction, type, { path, annotations, of: declaration })
    : null;
}

/** What is made is known to controllers by these. */
type Made = Pick<ExternInstance, "path" | "annotations"> & { of: InstantiationDeclaration | CallExpression };

/** What `Type(arguments)` makes, by its control-plane name. */
function construct(
  scope: Scope,
  { declaration, bindings }: Construction,
  type: Type,
  { path, annotations, of }: Made,
): RunObject | null {
  if (declaration.kind === "package") return null;
  if (declaration.kind !== "extern")
    return makeBlock(
      declaration,
      path,
      givenTo(scope, bindings),
      type.kind === "block" ? type.arguments : [],
    );
  const values: Record<string, Value> = {};
  const objects: Record<string, object> = {};
  for (const [parameter, binding] of givenTo(scope, bindings)) {
    if (!("name" in parameter)) continue;
    if (binding.kind === "value") values[parameter.name.text] = binding.value;
    if (binding.kind === "object" && binding.object.kind === "extern")
      objects[parameter.name.text] = binding.object.object;
  }
  const { externs, machine } = scope.c;
  const types = type.kind === "extern" ? type.arguments : [];
  const shapes = types.map(shapeOf);
  const object = externs.construct(declaration.name.text, { path, values, objects, shapes, machine });
  if (object === null)
    throw new UnsupportedError(`the extern ${declaration.name.text} cannot be run yet`, of.span);
  const instance: ExternInstance = {
    kind: "extern",
    type: declaration.name.text,
    path,
    object,
    declaration: of.kind === "instantiation" ? of : null,
    annotations,
    values,
    types,
  };
  machine.externs.push(instance);
  return instance;
}

function givenTo(scope: Scope, bindings: readonly BoundArgument[]): Map<NamedDeclaration, Binding> {
  return new Map<NamedDeclaration, Binding>(
    bindings.flatMap(({ parameter, argument }): (readonly [NamedDeclaration, Binding])[] => {
      const e = argument?.value ?? parameter.defaultValue;
      if (!e) return [];
      const object = objectOf(scope, e);
      if (object) return [[parameter, { kind: "object", object }] as const];
      const own = declaredShape(scope, parameter);
      const shape = own.kind === "none" ? shapeIn(scope, e) : own;
      return [
        [parameter, { kind: "value", value: scope.c.rules.expression(scope, e, shape)(), shape }] as const,
      ];
    }),
  );
}

export function makeBlock(
  declaration: ParserDeclaration | ControlDeclaration,
  path: string,
  given: ReadonlyMap<NamedDeclaration, Binding>,
  types: readonly Type[],
): BlockInstance {
  const bound = declaration.typeParameters.flatMap((p, i) => (types[i] ? [[p, types[i]] as const] : []));
  return { kind: "block", declaration, path, given, types: new Map(bound), parts: new Map() };
}

/**
 * The instance that an expression names or constructs; null when it is a value. What is made without a declaration is
 * known to controllers by the `annotations` around it.
 */
export function objectOf(
  scope: Scope,
  e: Expression,
  annotations: readonly Annotation[] = [],
): RunObject | null {
  if (e.kind === "nameExpression") {
    const binding = bindingOf(scope, e);
    return binding?.kind === "object" ? binding.object : null;
  }
  return e.kind === "call" ? constructed(scope, e, annotations) : null;
}

/** An instance without a name of its own, as in `implementation = action_profile(4)`. */
function constructed(scope: Scope, e: CallExpression, annotations: readonly Annotation[]): RunObject | null {
  const call = scope.c.checked.calls.get(e);
  if (call?.kind !== "construct") return null;
  const path = nameIn(annotations) ?? controlPlanePath(scope.block?.path ?? "", call.declaration);
  return construct(scope, call, typeOf(scope, e), { path, annotations, of: e });
}

/** The instance behind the direct form `Control.apply(…)`: one for each block that contains it. */
export function directInstance(
  scope: Scope,
  declaration: ParserDeclaration | ControlDeclaration,
  types: readonly Type[],
): BlockInstance {
  const parts = scope.block?.parts ?? scope.c.globals;
  const known = parts.get(declaration);
  if (known?.kind === "block") return known;
  const made = makeBlock(
    declaration,
    controlPlanePath(scope.block?.path ?? "", declaration),
    new Map(),
    types,
  );
  parts.set(declaration, made);
  return made;
}

export const emptyScope = (c: Compilation): Scope => ({
  c,
  block: null,
  bindings: new Map(),
  parent: null,
  types: new Map(),
  actions: new Map(),
  result: { value: undefined, shape: null },
});
