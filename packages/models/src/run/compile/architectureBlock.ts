import { type ControlDeclaration, controlPlanePath, type ParserDeclaration } from "../../p4/index.ts";
import { Node } from "../values/node.ts";
import { blockScope, compileBlockBody } from "./blocks.ts";
import { emptyScope, makeBlock, objectOf } from "./instances.ts";
import type { Binding, BlockInstance, Compilation, Exec } from "./scope.ts";

type Block = ParserDeclaration | ControlDeclaration;

/**
 * A block of the architecture, ready to run on what the architecture hands it: one for each parameter that is not an
 * extern, null where the block keeps a variable of its own. `argument` is its place among the arguments of `main`.
 */
export function compileArchitectureBlock(
  c: Compilation,
  declaration: Block,
  argument: string,
  nodes: readonly (Node | Binding | null)[],
): Exec {
  const scope = blockScope(c, instanceOf(c, declaration, argument));
  const own = declaration.parameters.filter((p) => c.checked.declarationTypes.get(p)?.kind !== "extern");
  for (const [index, parameter] of own.entries()) {
    const node = nodes[index];
    if (node) scope.bindings.set(parameter, node instanceof Node ? { kind: "node", node } : node);
  }
  const run = compileBlockBody(scope, scope.block!);
  const { trace } = c.machine;
  if (!trace) return run;
  return () => {
    trace.add({ kind: "enter", at: declaration.span, block: declaration.name.text });
    return run();
  };
}

/** The instance that `main` gets for a block; its name for the control plane is that of its type. */
function instanceOf(c: Compilation, declaration: Block, argument: string): BlockInstance {
  const { architecture, instances } = c.checked;
  const bindings = (architecture && instances.get(architecture.main)?.bindings) ?? [];
  const given = bindings.find(({ parameter }) => parameter.name.text === argument)?.argument;
  const object = given ? objectOf(emptyScope(c), given.value) : null;
  const path = controlPlanePath("", declaration);
  return object?.kind === "block" ? { ...object, path } : makeBlock(declaration, path, new Map(), []);
}
