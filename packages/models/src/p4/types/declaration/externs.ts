import type { ExternDeclaration, MethodDeclaration } from "../../tree/index.ts";
import { checkParameters } from "../call/parameters.ts";
import type { CheckContext } from "../context.ts";
import { describeType } from "../type/describeType.ts";
import { checkReturnType } from "../type/variableTypes.ts";
import { declarationType } from "./declared.ts";

/** Checks an extern object's constructors and methods. */
export function checkExtern(c: CheckContext, d: ExternDeclaration): void {
  declarationType(c, d);
  const seen = new Map<string, MethodDeclaration>();
  for (const method of d.methods) {
    checkMethod(c, d, method);
    const names = method.parameters.map((parameter) => parameter.name.text);
    const signature = `${method.name.text}(${names.join(", ")})`;
    const earlier = seen.get(signature);
    if (earlier === undefined) seen.set(signature, method);
    else {
      const message = `${d.name.text} has declared '${signature}' on line ${earlier.name.span.line}; change the number or the names of the parameters`;
      c.reporter.error("p4-duplicate", message, method.name.span);
    }
  }
}

function checkMethod(c: CheckContext, d: ExternDeclaration, method: MethodDeclaration): void {
  const isNamedLikeType = method.name.text === d.name.text;
  checkParameters(c, method.parameters, method.returnType === null ? "construction" : "run");
  for (const parameter of method.parameters) {
    const type = declarationType(c, parameter);
    if (type.kind === "extern" && type.declaration === d) {
      const message = `'${parameter.name.text}' is ${describeType(type)} itself; an extern object cannot refer to its own type`;
      c.reporter.error("p4-self-reference", message, parameter.span);
    } else if (type.kind === "block" && method.returnType === null) {
      const message = `'${parameter.name.text}' cannot be ${describeType(type)}: only packages, parsers and controls take these`;
      c.reporter.error("p4-declaration-type", message, parameter.span);
    }
  }
  if (method.returnType !== null && isNamedLikeType) {
    const message = `the constructor '${d.name.text}' cannot have a return type; remove it`;
    c.reporter.error("p4-declaration-type", message, method.name.span);
  } else if (method.returnType !== null) checkReturnType(c, { returnType: method.returnType });
  else if (!isNamedLikeType) {
    const message = `a method needs a type; only the constructor '${d.name.text}' has none`;
    c.reporter.error("p4-declaration-type", message, method.name.span);
  }
}
