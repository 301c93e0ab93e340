import type { Parameter } from "../../tree/index.ts";
import { walk } from "../../visit.ts";
import type { CheckContext } from "../context.ts";
import { declarationType } from "../declaration/declared.ts";
import { coerce } from "../expression/coerce.ts";
import { describeType } from "../type/describeType.ts";
import { checkVariableType } from "../type/variableTypes.ts";
import type { ResolvedCall } from "./resolvedCall.ts";

/** Types and default values of parameters. */
export function checkParameters(
  c: CheckContext,
  parameters: readonly Parameter[],
  at: "run" | "construction",
): void {
  for (const parameter of parameters) {
    const type = declarationType(c, parameter);
    const isReference = type.kind === "extern" || type.kind === "block" || type.kind === "package";
    if (isReference && parameter.direction !== "none") {
      const message = `'${parameter.name.text}' is ${describeType(type)} and must be a parameter without direction`;
      c.reporter.error("p4-direction", message, parameter.span);
    }
    if (at === "run" && (type.kind === "block" || type.kind === "package")) {
      const message = `'${parameter.name.text}' is ${describeType(type)}, which only a constructor can take`;
      c.reporter.error("p4-declaration-type", message, parameter.span);
    }
    if ((type.kind === "integer" || type.kind === "string") && parameter.direction !== "none") {
      const message = `'${parameter.name.text}' is ${describeType(type)} and must be a parameter without direction`;
      c.reporter.error("p4-direction", message, parameter.span);
    }
    const isOut = parameter.direction === "out" || parameter.direction === "inout";
    if (parameter.defaultValue !== null && isOut) {
      const message = `'${parameter.name.text}' is '${parameter.direction}' and cannot have a default value`;
      c.reporter.error("p4-direction", message, parameter.span);
    }
    if (type.kind === "void") checkVariableType(c, parameter.type, type, "a parameter");
    const value = parameter.defaultValue;
    if (value === null) continue;
    const actual = c.rules.expression(c, value, type);
    reportRunCall(c, parameter, value);
    // a block is compared when the package is instantiated, with its type parameters known
    if (type.kind !== "block")
      coerce(c, value, actual, type, `the default value of '${parameter.name.text}'`);
  }
}

const RUN_CALLS = new Set<ResolvedCall["kind"]>(["externFunction", "externMethod", "function"]);

function reportRunCall(
  c: CheckContext,
  parameter: Parameter,
  value: NonNullable<Parameter["defaultValue"]>,
): void {
  walk(value, (node) => {
    const call = node.kind === "call" ? c.calls.get(node) : undefined;
    if (call === undefined || !RUN_CALLS.has(call.kind)) return;
    const message = `the default value of '${parameter.name.text}' must be known at compile time and cannot call anything`;
    c.reporter.error("p4-not-constant", message, node.span);
  });
}

/** A parser or control is handed to a constructor through a prototype only (P4_16 1.2.5, 14 and 17). */
export function reportConcreteBlocks(c: CheckContext, parameters: readonly Parameter[]): void {
  for (const parameter of parameters) {
    const type = declarationType(c, parameter);
    if (type.kind !== "block" || type.declaration.kind === "blockType") continue;
    const message = `'${parameter.name.text}' cannot be ${describeType(type)}; declare a prototype '${type.form} Name(…);' and take that`;
    c.reporter.error("p4-declaration-type", message, parameter.span);
  }
}

/** `@optional` belongs to packages, prototypes and externs, whose implementation can do without. */
export function reportOptional(c: CheckContext, parameters: readonly Parameter[], owner: string): void {
  for (const parameter of parameters) {
    if (!parameter.isOptional) continue;
    const name = parameter.name.text;
    const message = `'${name}' of this ${owner} cannot be @optional; give it a default value, as in ${name} = …`;
    c.reporter.error("p4-annotation", message, parameter.span);
  }
}
