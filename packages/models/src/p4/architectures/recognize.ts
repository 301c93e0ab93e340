import type { Reporter } from "../reporter.ts";
import { describeDeclaration } from "../resolve/describeDeclaration.ts";
import type {
  ControlDeclaration,
  Declaration,
  Expression,
  InstantiationDeclaration,
  P4Program,
  ParserDeclaration,
} from "../tree/index.ts";
import type { CheckContext } from "../types/context.ts";
import type { ArchitectureModel, BlockBinding, BlockDefinition } from "./architectureModel.ts";
import { ARCHITECTURES } from "./definitions.ts";

/** The architecture of the package that `main` instantiates, with the blocks of the program; null when there is none. */
export function recognizeArchitecture(
  program: P4Program,
  c: CheckContext,
  reporter: Reporter,
): ArchitectureModel | null {
  const main = program.declarations.find(
    (d): d is InstantiationDeclaration => d.kind === "instantiation" && d.name.text === "main",
  );
  const impostor = program.declarations.find(
    (d) => !NOT_MAIN.has(d.kind) && "name" in d && d.name.text === "main",
  );
  if (impostor !== undefined && "name" in impostor) {
    const message = `'main' must instantiate a package, but this is ${describeDeclaration(impostor)}; rename it`;
    reporter.error("p4-architecture", message, impostor.name.span);
    return null;
  }
  if (main === undefined) {
    const hasPackage = program.declarations.some((d) => d.kind === "package");
    // a file without an architecture is a part of a program, and is not expected to have one
    if (!hasPackage || !reporter.broken.isEmpty) return null;
    reporter.warning(
      "p4-no-main",
      "the program has no 'main'; instantiate a package, as in V1Switch(…) main;",
      program.span,
    );
    return null;
  }
  const construction = c.instances.get(main);
  const constructed = construction?.declaration;
  if (construction === undefined || constructed === undefined) return null;
  if (constructed.kind !== "package") {
    const message = `'main' must instantiate a package, but '${constructed.name.text}' is ${describeDeclaration(constructed)}`;
    reporter.error("p4-architecture", message, main.name.span);
    return null;
  }
  const definition = ARCHITECTURES.find(({ packageName }) => packageName === constructed.name.text);
  if (definition === undefined) return null;
  const bindings = definition.blocks.map((block): BlockBinding => {
    const declaration = blockOf(c, main, block);
    return { ...block, declaration };
  });
  return { definition, main, package: constructed, bindings };
}

/** What may be called `main` besides, or has no name. */
const NOT_MAIN = new Set<Declaration["kind"]>(["action", "error", "function", "instantiation", "matchKind"]);

/** Follows the path `ig.p` of a block through the constructor arguments of `main` and of packages inside it. */
function blockOf(
  c: CheckContext,
  main: InstantiationDeclaration,
  block: BlockDefinition,
): ParserDeclaration | ControlDeclaration | null {
  let construction = c.instances.get(main);
  for (const name of block.parameter.split(".")) {
    const bound = construction?.bindings.find(({ parameter }) => parameter.name.text === name);
    if (bound?.argument === null || bound?.argument === undefined) return null;
    construction = constructionOf(c, bound.argument.value);
  }
  const declaration = construction?.declaration;
  return declaration?.kind === "parser" || declaration?.kind === "control" ? declaration : null;
}

/** What an argument constructs: `MyParser()`, or the name of an instance. */
function constructionOf(c: CheckContext, e: Expression): ReturnType<CheckContext["instances"]["get"]> {
  if (e.kind === "call") {
    const call = c.calls.get(e);
    return call?.kind === "construct" ? call : undefined;
  }
  const declaration = e.kind === "nameExpression" ? c.references.get(e.name) : undefined;
  return declaration?.kind === "instantiation" ? c.instances.get(declaration) : undefined;
}
