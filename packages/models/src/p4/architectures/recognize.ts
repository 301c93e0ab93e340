import type { Reporter } from "../reporter.ts";
import { describeDeclaration } from "../resolve/describeDeclaration.ts";
import type {
  Declaration,
  Expression,
  InstantiationDeclaration,
  P4Program,
  PackageDeclaration,
} from "../tree/index.ts";
import type { CheckContext } from "../types/context.ts";
import type {
  ArchitectureDefinition,
  ArchitectureModel,
  BlockBinding,
  BlockDefinition,
} from "./architectureModel.ts";
import { ARCHITECTURES } from "./definitions.ts";

/**
 * The architecture of the package that `main` instantiates, with the blocks of the program; null when there is none.
 * `wanted` is the id of the only one that will do; null leaves the choice to the program.
 */
export function recognizeArchitecture(
  program: P4Program,
  c: CheckContext,
  reporter: Reporter,
  wanted: string | null,
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
  const definition = ARCHITECTURES.find(
    (candidate) => (wanted === null || candidate.id === wanted) && describes(candidate, constructed, program),
  );
  if (definition === undefined) {
    if (wanted === null) return null;
    const known = ARCHITECTURES.find((candidate) => candidate.id === wanted);
    const names = [...new Set(ARCHITECTURES.map(({ id }) => id))].join(", ");
    const message =
      known === undefined
        ? `unknown architecture '${wanted}'; known are ${names}`
        : `'main' is a ${constructed.name.text}, but ${wanted} needs a ${known.packageName} as in ${known.includeFile}`;
    reporter.error("p4-architecture", message, main.name.span);
    return null;
  }
  const present = definition.blocks.filter((block) => hasBlock(constructed, block));
  const bindings = present.map((block): BlockBinding => {
    return { ...block, ...blockOf(c, main, block) };
  });
  return { definition, main, package: constructed, bindings };
}

const hasBlock = (declared: PackageDeclaration, { parameter }: BlockDefinition): boolean =>
  declared.parameters.some(({ name }) => name.text === parameter.split(".")[0]);

/** Is this the package of the architecture, and not another one that shares its name? */
function describes(
  { packageName, declares, blocks }: ArchitectureDefinition,
  declared: PackageDeclaration,
  program: P4Program,
): boolean {
  if (packageName !== declared.name.text) return false;
  if (!blocks.every((block) => block.isOptional || hasBlock(declared, block))) return false;
  return (
    declares === null || program.declarations.some((d) => d.kind === "struct" && d.name.text === declares)
  );
}

/** What may be called `main` besides, or has no name. */
const NOT_MAIN = new Set<Declaration["kind"]>(["action", "error", "function", "instantiation", "matchKind"]);

/** Follows the path `ig.p` of a block through the constructor arguments of `main` and of packages inside it. */
function blockOf(
  c: CheckContext,
  main: InstantiationDeclaration,
  block: BlockDefinition,
): Pick<BlockBinding, "declaration" | "argument" | "given"> {
  const nothing = { declaration: null, argument: null, given: [] };
  let construction = c.instances.get(main);
  let argument: Expression | null = null;
  for (const name of block.parameter.split(".")) {
    const bound = construction?.bindings.find(({ parameter }) => parameter.name.text === name);
    if (bound?.argument === null || bound?.argument === undefined) return nothing;
    argument = bound.argument.value;
    construction = constructionOf(c, argument);
  }
  const declaration = construction?.declaration;
  return declaration?.kind === "parser" || declaration?.kind === "control"
    ? { declaration, argument, given: construction?.bindings ?? [] }
    : nothing;
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
