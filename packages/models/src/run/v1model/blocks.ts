import type { CheckedProgram, ControlDeclaration, ParserDeclaration } from "../../p4/index.ts";
import { compileArchitectureBlock } from "../compile/architectureBlock.ts";
import { blockScope } from "../compile/blocks.ts";
import { makeBlock } from "../compile/instances.ts";
import { RULES } from "../compile/rules.ts";
import { type Compilation, declaredShape, type Exec, UnsupportedError } from "../compile/scope.ts";
import type { Machine } from "../machine.ts";
import type { Named } from "../snapshot.ts";
import { Node } from "../values/node.ts";
import { v1Externs } from "./externs.ts";
import type { Fate } from "./fate.ts";

export type Role = "parser" | "verifyChecksum" | "ingress" | "egress" | "computeChecksum" | "deparser";

/** The blocks of a program, ready to run, and what they work on: one set of headers and metadata for all. */
export type CompiledBlocks = {
  blocks: Record<Role, Exec>;
  headers: Node;
  metadata: Node;
  standard: Node;
  /** the three under the names of the parser's parameters */
  named: Named[];
};

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
  fate.standard = standard;
  const type = checked.declarationTypes.get(parser.parameters[2]!);
  if (type) c.metadata = { node: metadata, type };
  const nodes = [headers, metadata, standard];
  const argumentOf = (role: Role): string =>
    checked.architecture?.bindings.find((binding) => binding.role === role)?.parameter ?? "";
  const compiled = (role: Role): Exec => compileArchitectureBlock(c, declared[role], argumentOf(role), nodes);
  const blocks = {
    parser: compiled("parser"),
    verifyChecksum: compiled("verifyChecksum"),
    ingress: compiled("ingress"),
    egress: compiled("egress"),
    computeChecksum: compiled("computeChecksum"),
    deparser: compiled("deparser"),
  };
  const named = nodes.map((node, i) => ({ name: parser.parameters[i + 1]!.name.text, node }));
  return { blocks, headers, metadata, standard, named };
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
