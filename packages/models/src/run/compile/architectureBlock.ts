import { type ControlDeclaration, controlPlanePath, type ParserDeclaration } from "../../p4/index.ts";
import { generatedAfter } from "../code/generated.ts";
import { Node } from "../values/node.ts";
import { blockScope, compileBlockBody } from "./blocks.ts";
import { emptyScope, makeBlock, objectOf } from "./instances.ts";
import type { Binding, BlockInstance, Compilation, Exec } from "./scope.ts";

type Block = ParserDeclaration | ControlDeclaration;

/**
 * A block of the architecture, ready to run on what the architecture hands it: one for each parameter that is not an
 * extern, null where the block keeps a variable of its own. `argument`: the parameter of `main`, or `ig.p` for one of a
 * package inside it.
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
  const { trace, generateAfter } = c.machine;
  if (!trace) return generatedAfter(generateAfter, run);
  return () => {
    trace.add({ kind: "enter", at: declaration.span, block: declaration.name.text });
    return run();
  };
}

/** The instance that `main` gets for a block; its name for the control plane is that of its type. */
function instanceOf(c: Compilation, declaration: Block, argument: string): BlockInstance {
  const binding = c.checked.architecture?.bindings.find(({ parameter }) => parameter === argument);
  const object = binding?.argument ? objectOf(emptyScope(c), binding.argument) : null;
  const path = controlPlanePath("", declaration);
  return object?.kind === "block" ? { ...object, path } : makeBlock(declaration, path, new Map(), []);
}
