import { assert, type Span } from "../../core/index.ts";
import {
  type Annotation,
  type CheckedProgram,
  type ControlDeclaration,
  type Expression,
  type InstantiationDeclaration,
  type NamedDeclaration,
  type ParserDeclaration,
  type Statement,
  substitute,
  type TableDeclaration,
  type Type,
  type TypeBindings,
  type TypeNode,
} from "../../p4/index.ts";
import { withCode, withSetterCode } from "../code/writer.ts";
import type { Machine } from "../machine.ts";
import type { TableState } from "../tables/tableState.ts";
import type { ValueSetState } from "../tables/valueSet.ts";
import { initialValue, Node, type Value } from "../values/node.ts";
import { type Shape, shapeOf } from "../values/shape.ts";
import type { ExternCall } from "./externCall.ts";

/** A parser or control of the program, made once whatever number of places apply it. */
export type BlockInstance = {
  kind: "block";
  declaration: ParserDeclaration | ControlDeclaration;
  /** the control plane's name of it, "MyIngress.acl" */
  path: string;
  /** what its constructor got */
  given: ReadonlyMap<NamedDeclaration, Binding>;
  types: TypeBindings;
  /** tables, value sets, externs and blocks inside it, made when they are first met */
  parts: Map<NamedDeclaration, RunObject>;
};

export type ExternInstance = {
  kind: "extern";
  type: string;
  path: string;
  object: object;
  /** null: it has no name of its own */
  declaration: InstantiationDeclaration | null;
  /** of the declaration, or of the property that makes it */
  annotations: readonly Annotation[];
  /** what its constructor got, by parameter */
  values: Readonly<Record<string, Value>>;
  /** what stands for the type parameters */
  types: readonly Type[];
};

export type RunObject =
  | BlockInstance
  | ExternInstance
  | { kind: "table"; table: TableState }
  | { kind: "valueSet"; set: ValueSetState };

/** What a name stands for: a field of a node, a node, what is known before the packet, or an instance. */
export type Binding =
  | { kind: "field"; node: Node; index: number; shape: Shape }
  | { kind: "node"; node: Node }
  | { kind: "value"; value: Value; shape: Shape }
  | { kind: "object"; object: RunObject };

/** Does something for the packet that is being processed, and says how to go on. */
export type Exec = () => Signal;
export const signals = { next: 0, return: 1, break: 2, continue: 3 } as const;
export type Signal = (typeof signals)[keyof typeof signals];

/** Extern objects and functions of an architecture; null: it does not have them. */
export type ExternLibrary = {
  construct(type: string, given: ConstructorCall): object | null;
  method(type: string, method: string, object: object, call: ExternCall): (() => Value | undefined) | null;
  function(name: string, call: ExternCall): (() => Value | undefined) | null;
};

export type ConstructorCall = {
  path: string;
  /** values of the constructor's parameters by name */
  values: Readonly<Record<string, Value>>;
  /** the extern objects among its arguments, likewise */
  objects: Readonly<Record<string, object>>;
  /** shapes that stand for the type parameters */
  shapes: readonly Shape[];
  machine: Machine;
};

/** What does not change while a program is compiled. */
export type Compilation = {
  checked: CheckedProgram;
  machine: Machine;
  externs: ExternLibrary;
  /** extern instances, and blocks, outside of blocks */
  globals: Map<NamedDeclaration, RunObject>;
  constants: Map<NamedDeclaration, Binding>;
  functions: Map<NamedDeclaration, CompiledBody>;
  /** the program's own metadata, where the architecture has such; null: not known yet */
  metadata: { node: Node; type: Type } | null;
  /** what statements and expressions of the other areas of the language need of each other */
  rules: CompilationRules;
};

/** A body with places for its parameters, in their order. */
export type CompiledBody = { parameters: readonly Binding[]; run: Exec; result: Result };

/** Where `return` puts the value of a function. */
type Result = { value: Value | undefined; shape: Shape | null };

export type CompilationRules = {
  expression(scope: Scope, e: Expression, wanted: Shape | null): () => Value;
  call(scope: Scope, e: Extract<Expression, { kind: "call" }>): () => Value | undefined;
  /** statements that see each other's variables, in the scope itself */
  statements(scope: Scope, statements: readonly Statement[]): Exec;
  block(scope: Scope, statements: readonly Statement[]): Exec;
  table(scope: Scope, declaration: TableDeclaration, path: string): TableState;
};

/** Where code stands: names in scope, and the block around it. */
export type Scope = {
  c: Compilation;
  block: BlockInstance | null;
  bindings: Map<NamedDeclaration, Binding>;
  parent: Scope | null;
  types: TypeBindings;
  /** actions of the block, compiled for this application of it */
  actions: Map<NamedDeclaration, CompiledBody>;
  result: Result;
};

export const innerScope = (scope: Scope): Scope => ({ ...scope, bindings: new Map(), parent: scope });

export function findBinding(scope: Scope | null, declaration: NamedDeclaration): Binding | null {
  for (let at = scope; at; at = at.parent) {
    const binding = at.bindings.get(declaration);
    if (binding) return binding;
  }
  return null;
}

/** A program that is well-formed but asks for what this machine does not have. */
export class UnsupportedError extends Error {
  override name = "UnsupportedError";
  readonly span: Span | null;

  constructor(message: string, span: Span | null) {
    super(message);
    this.span = span;
  }
}

export function typeOf(scope: Scope, e: Expression | TypeNode): Type {
  const type = scope.c.checked.types.get(e);
  assert(type, "a checked program has a type for every expression");
  return scope.types.size === 0 ? type : substitute(type, scope.types);
}

export const shapeIn = (scope: Scope, e: Expression | TypeNode): Shape => shapeOf(typeOf(scope, e));

export function declaredShape(scope: Scope, declaration: NamedDeclaration): Shape {
  const type = scope.c.checked.declarationTypes.get(declaration);
  assert(type, "a checked program has a type for every variable");
  return shapeOf(scope.types.size === 0 ? type : substitute(type, scope.types));
}

/** A new variable: its place in a node of its own. */
export function declare(scope: Scope, declaration: NamedDeclaration, shape: Shape): Binding {
  const binding = newVariable(shape);
  scope.bindings.set(declaration, binding);
  return binding;
}

export function newVariable(shape: Shape): Binding {
  if (shape.kind === "node") return { kind: "node", node: new Node(shape) };
  const node = new Node({ kind: "node", form: "struct", name: "", fields: [{ name: "", shape }] });
  return { kind: "field", node, index: 0, shape };
}

/** Puts a value into a variable. */
export function setter(binding: Binding): (value: Value) => void {
  if (binding.kind === "node") {
    const { node } = binding;
    return withSetterCode(
      (value: Value) => node.assign(value as Node),
      (to, value) => `${to.ref(node)}.assign(${value});`,
    );
  }
  assert(binding.kind === "field", "a value of compile time is not written");
  const { index } = binding;
  const { f } = binding.node;
  return withSetterCode(
    (value: Value) => {
      f[index] = value;
    },
    (to, value) => `${to.ref(f)}[${index}]=${value};`,
  );
}

export function resetter(binding: Binding): () => void {
  assert(binding.kind === "node" || binding.kind === "field", "a value of compile time is not written");
  const { node } = binding;
  const reset = (): void => node.clear();
  if (binding.kind === "node") return withCode(reset, "expression", (to) => `${to.ref(node)}.clear()`);
  const first = initialValue(binding.shape);
  return withCode(reset, "expression", (to) => `${to.ref(node.f)}[${binding.index}]=${to.literal(first)}`);
}
