import type { Parameter, TypeParameter } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import { fits } from "../expression/coerce.ts";
import { describeType } from "../type/describeType.ts";
import { sameType } from "../type/sameType.ts";
import { type Bindings, infer, substitute } from "../type/substitute.ts";
import type { BlockType, Type } from "../type/type.ts";

/** The block's parameters with its type arguments put in. */
function parametersOf(c: CheckContext, block: BlockType): { parameter: Parameter; type: Type }[] {
  const { typeParameters, parameters } = block.declaration;
  const bindings: Bindings = new Map(
    typeParameters.map((p, i) => [p, block.arguments[i] ?? { kind: "any" }]),
  );
  return parameters.map((parameter) => ({
    parameter,
    type: substitute(c.rules.declaration(c, parameter), bindings),
  }));
}

/** Binds the open type variables of a prototype from the parser or control that is given for it. */
export function inferBlock(
  c: CheckContext,
  prototype: BlockType,
  given: BlockType,
  open: ReadonlySet<TypeParameter>,
  bindings: Bindings,
): void {
  const actual = parametersOf(c, given);
  for (const [i, { type }] of parametersOf(c, prototype).entries()) {
    const other = actual[i];
    if (other !== undefined) infer(type, other.type, open, bindings);
  }
}

/** Why a parser or control does not play the prototype; null when it does. */
export function blockMisfit(c: CheckContext, prototype: BlockType, given: BlockType): string | null {
  if (prototype.form !== given.form) return `a ${prototype.form} is needed, but this is a ${given.form}`;
  if (prototype.declaration === given.declaration) return null;
  const wanted = parametersOf(c, prototype);
  const actual = parametersOf(c, given);
  const required = wanted.filter(
    ({ parameter }) => !parameter.isOptional && parameter.defaultValue === null,
  ).length;
  if (actual.length > wanted.length || actual.length < required) {
    return `it has ${actual.length} parameters, but '${prototype.declaration.name.text}' has ${wanted.length}`;
  }
  for (const [i, { parameter, type }] of wanted.entries()) {
    const other = actual[i];
    if (other === undefined) break;
    const where = `parameter ${i + 1}, '${other.parameter.name.text}',`;
    if (other.parameter.direction !== parameter.direction) {
      const word = parameter.direction === "none" ? "without direction" : `'${parameter.direction}'`;
      return `its ${where} must be ${word}`;
    }
    if (!sameType(type, other.type) && !fits(other.type, type)) {
      return `its ${where} is ${describeType(other.type)}, but ${describeType(type)} is needed`;
    }
  }
  return null;
}
