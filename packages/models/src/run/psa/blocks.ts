import type { CheckedProgram, ControlDeclaration, ParserDeclaration } from "../../p4/index.ts";
import { compileArchitectureBlock } from "../compile/architectureBlock.ts";
import { blockScope } from "../compile/blocks.ts";
import { makeBlock } from "../compile/instances.ts";
import { RULES } from "../compile/rules.ts";
import { type Compilation, declaredShape, type Exec, UnsupportedError } from "../compile/scope.ts";
import type { Machine } from "../machine.ts";
import { Node } from "../values/node.ts";
import { PSA_EXTERNS } from "./externs.ts";

/** What each block gets behind the packet, in order: equal names are one node. */
const PARAMETERS = {
  "ingress.ip": ["headers", "metadata", "parserInput", "resubmit", "recirculate"],
  "ingress.ig": ["headers", "metadata", "input", "output"],
  "ingress.id": ["cloneIngress", "resubmit", "normal", "headers", "metadata", "output"],
  "egress.ep": ["outHeaders", "outMetadata", "outParserInput", "normal", "cloneIngress", "cloneEgress"],
  "egress.eg": ["outHeaders", "outMetadata", "outInput", "outOutput"],
  "egress.ed": ["cloneEgress", "recirculate", "outHeaders", "outMetadata", "outOutput", "deparserInput"],
} as const;
export type PsaBlock = keyof typeof PARAMETERS;
export type PsaNode = (typeof PARAMETERS)[PsaBlock][number];

export type PsaProgram = { blocks: Record<PsaBlock, Exec>; nodes: ReadonlyMap<PsaNode, Node> };

/** Compiles a PSA program. Throws `UnsupportedError` for what cannot be run. */
export function compilePsa(checked: CheckedProgram, machine: Machine): PsaProgram {
  const c: Compilation = {
    checked,
    machine,
    externs: PSA_EXTERNS,
    globals: new Map(),
    constants: new Map(),
    functions: new Map(),
    metadata: null,
    rules: RULES,
  };
  const nodes = new Map<PsaNode, Node>();
  const compiled = (name: PsaBlock): Exec => {
    const declaration = checked.architecture?.bindings.find(
      ({ parameter }) => parameter === name,
    )?.declaration;
    if (!declaration)
      throw new UnsupportedError(`main has no block ${name}`, checked.architecture?.main.span ?? null);
    return compileArchitectureBlock(c, declaration, name, nodesOf(c, declaration, PARAMETERS[name], nodes));
  };
  const blocks = {
    "ingress.ip": compiled("ingress.ip"),
    "ingress.ig": compiled("ingress.ig"),
    "ingress.id": compiled("ingress.id"),
    "egress.ep": compiled("egress.ep"),
    "egress.eg": compiled("egress.eg"),
    "egress.ed": compiled("egress.ed"),
  };
  return { blocks, nodes };
}

function nodesOf(
  c: Compilation,
  declaration: ParserDeclaration | ControlDeclaration,
  names: readonly PsaNode[],
  nodes: Map<PsaNode, Node>,
): (Node | null)[] {
  const scope = blockScope(c, makeBlock(declaration, "", new Map(), []));
  const own = declaration.parameters.filter((p) => c.checked.declarationTypes.get(p)?.kind !== "extern");
  return own.map((parameter, index) => {
    const name = names[index];
    const shape = declaredShape(scope, parameter);
    if (name === undefined || shape.kind !== "node") return null;
    const node = nodes.get(name) ?? new Node(shape);
    nodes.set(name, node);
    return node;
  });
}
