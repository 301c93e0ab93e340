import type { CheckedProgram, ControlDeclaration, ParserDeclaration } from "../../p4/index.ts";
import { compileArchitectureBlock } from "../compile/architectureBlock.ts";
import { blockScope } from "../compile/blocks.ts";
import { makeBlock } from "../compile/instances.ts";
import { RULES } from "../compile/rules.ts";
import {
  type Compilation,
  declaredShape,
  type Exec,
  type ExternLibrary,
  UnsupportedError,
} from "../compile/scope.ts";
import type { Machine } from "../machine.ts";
import { Node } from "../values/node.ts";

/** `blocks` has those that the program gives to `main`. */
export type PortableProgram<Block extends string, Name extends string> = {
  blocks: { readonly [each in Block]?: Exec };
  nodes: ReadonlyMap<Name, Node>;
};

/**
 * What each block gets behind the packet, in order: equal names of one type are one node. `byType`: structs of the
 * architecture that a block may leave out, by their type.
 */
export type BlockParameters<Block extends string, Name extends string> = {
  blocks: Readonly<Record<Block, readonly Name[]>>;
  byType?: Readonly<Record<string, Name>>;
};

/** Compiles the blocks of a program for a portable architecture. Throws `UnsupportedError` for what cannot be run. */
export function compilePortable<Block extends string, Name extends string>(
  checked: CheckedProgram,
  machine: Machine,
  externs: ExternLibrary,
  { blocks: parameters, byType = {} }: BlockParameters<Block, Name>,
): PortableProgram<Block, Name> {
  const c: Compilation = {
    checked,
    machine,
    externs,
    globals: new Map(),
    constants: new Map(),
    functions: new Map(),
    metadata: null,
    rules: RULES,
  };
  const nodes = new Map<Name, Node>();
  const blocks: { [each in Block]?: Exec } = {};
  for (const name of Object.keys(parameters) as Block[]) {
    const found = checked.architecture?.bindings.find(({ parameter }) => parameter === name);
    if (!found) continue;
    if (!found.declaration)
      throw new UnsupportedError(`main has no block ${name}`, checked.architecture?.main.span ?? null);
    const own = nodesOf(c, found.declaration, { names: parameters[name], byType }, nodes);
    blocks[name] = compileArchitectureBlock(c, found.declaration, name, own);
  }
  return { blocks, nodes };
}

function nodesOf<Name extends string>(
  c: Compilation,
  declaration: ParserDeclaration | ControlDeclaration,
  { names, byType }: { names: readonly Name[]; byType: Readonly<Record<string, Name>> },
  nodes: Map<Name, Node>,
): (Node | null)[] {
  const scope = blockScope(c, makeBlock(declaration, "", new Map(), []));
  const own = declaration.parameters.filter((p) => c.checked.declarationTypes.get(p)?.kind !== "extern");
  return own.map((parameter, index) => {
    const shape = declaredShape(scope, parameter);
    if (shape.kind !== "node") return null;
    const name = byType[shape.name] ?? names[index];
    if (name === undefined) return null;
    const known = nodes.get(name);
    // a control before the parser may have headers and metadata of its own types
    if (known) return known.shape === shape || known.shape.name === shape.name ? known : null;
    const node = new Node(shape);
    nodes.set(name, node);
    return node;
  });
}
