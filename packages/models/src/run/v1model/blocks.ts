import {
  type CheckedProgram,
  type ControlDeclaration,
  controlPlanePath,
  type ParserDeclaration,
} from "../../p4/index.ts";
import { blockScope, compileBlockBody } from "../compile/blocks.ts";
import { emptyScope, makeBlock, objectOf } from "../compile/instances.ts";
import { RULES } from "../compile/rules.ts";
import {
  type BlockInstance,
  type Compilation,
  declaredShape,
  type Exec,
  UnsupportedError,
} from "../compile/scope.ts";
import type { Machine } from "../machine.ts";
import { Node } from "../values/node.ts";
import { v1Externs } from "./externs.ts";
import type { Fate } from "./fate.ts";

export type Role = "parser" | "verifyChecksum" | "ingress" | "egress" | "computeChecksum" | "deparser";

/** The blocks of a program, ready to run, and what they work on: one set of headers and metadata for all. */
export type CompiledBlocks = { blocks: Record<Role, Exec>; headers: Node; metadata: Node; standard: Node };

/** Compiles a v1model program. Throws `UnsupportedError` for what cannot be run. */
export function compileBlocks(checked: CheckedProgram, machine: Machine, fate: Fate): CompiledBlocks {
  const c: Compilation = {
    checked,
    machine,
    externs: v1Externs(fate),
    globals: new Map(),
    constants: new Map(),
    functions: new Map(),
    metadata: null,
    rules: RULES,
  };
  const declared = blocksOf(checked);
  const { parser } = declared;
  const scope = blockScope(c, makeBlock(parser, "", new Map(), []));
  const [, headers, metadata, standard] = parser.parameters.map((parameter) => {
    const shape = declaredShape(scope, parameter);
    return shape.kind === "node" ? new Node(shape) : null;
  });
  if (!headers || !metadata || !standard)
    throw new UnsupportedError("the parser needs headers, metadata and standard_metadata", parser.span);
  const type = checked.declarationTypes.get(parser.parameters[2]!);
  if (type) c.metadata = { node: metadata, type };
  const nodes = [headers, metadata, standard];
  const compiled = (role: Role): Exec => compileRole(c, role, declared[role], nodes);
  const blocks = {
    parser: compiled("parser"),
    verifyChecksum: compiled("verifyChecksum"),
    ingress: compiled("ingress"),
    egress: compiled("egress"),
    computeChecksum: compiled("computeChecksum"),
    deparser: compiled("deparser"),
  };
  return { blocks, headers, metadata, standard };
}

/** The parameters of a block are the headers and metadata of the switch, behind those for the packet. */
function compileRole(
  c: Compilation,
  role: Role,
  declaration: ParserDeclaration | ControlDeclaration,
  nodes: readonly Node[],
): Exec {
  const block = blockOf(c, role, declaration);
  const scope = blockScope(c, block);
  const own = declaration.parameters.filter((p) => c.checked.declarationTypes.get(p)?.kind !== "extern");
  for (const [index, parameter] of own.entries()) {
    const node = nodes[index];
    if (node) scope.bindings.set(parameter, { kind: "node", node });
  }
  const run = compileBlockBody(scope, block);
  const { trace } = c.machine;
  if (!trace) return run;
  return () => {
    trace.add({ kind: "enter", at: declaration.span, block: declaration.name.text });
    return run();
  };
}

/** The instance that `main` gets for a block; its name for the control plane is that of its type. */
function blockOf(c: Compilation, role: Role, declaration: Blocks[Role]): BlockInstance {
  const { architecture, instances } = c.checked;
  const name = architecture?.bindings.find((binding) => binding.role === role)?.parameter;
  const bindings = (architecture && instances.get(architecture.main)?.bindings) ?? [];
  const argument = bindings.find(({ parameter }) => parameter.name.text === name)?.argument;
  const object = argument ? objectOf(emptyScope(c), argument.value) : null;
  const path = controlPlanePath("", declaration);
  return object?.kind === "block" ? { ...object, path } : makeBlock(declaration, path, new Map(), []);
}

type Blocks = { parser: ParserDeclaration } & Record<Exclude<Role, "parser">, ControlDeclaration>;

function blocksOf({ architecture }: CheckedProgram): Blocks {
  if (architecture?.definition.id !== "v1model")
    throw new UnsupportedError("only programs for v1model can be run yet", null);
  const found = new Map(architecture.bindings.map(({ role, declaration }) => [role, declaration]));
  const control = (role: Exclude<Role, "parser">): ControlDeclaration => {
    const declaration = found.get(role);
    if (declaration?.kind === "control") return declaration;
    throw new UnsupportedError(`main has no control for ${role}`, architecture.main.span);
  };
  const parser = found.get("parser");
  if (parser?.kind !== "parser") throw new UnsupportedError("main has no parser", architecture.main.span);
  return {
    parser,
    verifyChecksum: control("verifyChecksum"),
    ingress: control("ingress"),
    egress: control("egress"),
    computeChecksum: control("computeChecksum"),
    deparser: control("deparser"),
  };
}
