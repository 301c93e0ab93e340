/** A fault that the analysis once had, as a change of its source that puts it back. */
export type Fault = {
  name: string;
  /** below `src` */
  file: string;
  code: string;
  faulty: string;
};

/**
 * Faults of the issue "P4 runs" by their numbers: of 1, 3 and 4 packets take paths that are not listed, of 6
 * paths are listed that none takes.
 */
export const FAULTS: readonly Fault[] = [
  {
    name: "1 (bool) of a known bit is a number",
    file: "program/lower/values.ts",
    code: 'return fromBool ? operand : operation("==", [operand, constant(1n)]);',
    faulty: 'return fromBool ? operand : operation("cast", [operand], { bits: 1, isSigned: false });',
  },
  {
    name: "3 operands of && and || always run",
    file: "program/lower/hoist.ts",
    code: '(expression.operator === "&&" || expression.operator === "||") &&\n        hasCalls(',
    faulty: 'expression.operator === "&&" && expression.operator !== "&&" && hasCalls(',
  },
  {
    name: "3 an operand is read after later ones have run",
    file: "program/lower/hoist.ts",
    code: "if (index < last && mustRead(operand, to.builder))",
    faulty: "if (index < last && !mustRead(operand, to.builder) && mustRead(operand, to.builder))",
  },
  {
    name: "3 aliases see each other",
    file: "program/lower/parameters.ts",
    code: "const aliased = aliasedArguments(bindings, body, scope);",
    faulty: "const aliased = aliasedArguments([], body, scope);",
  },
  {
    name: "3 an out header stays valid",
    file: "program/lower/parameters.ts",
    code: 'if (parameter.direction !== "out") return [];\n      return headersIn',
    faulty: "if (parameter.direction !== null) return [];\n      return headersIn",
  },
  {
    name: "4 (int<8>)x == -8s1 is no path",
    file: "program/state/assume.ts",
    code: "const before = wrap(value, operand.shape);",
    faulty: "const before = value;",
  },
  {
    name: "6 a slice write forgets the value",
    file: "program/lower/assignments.ts",
    code: "if (!value || first.kind",
    faulty: "if (!value || first.kind === second.kind || first.kind",
  },
  {
    name: "6 equality of headers is open",
    file: "program/lower/values.ts",
    code: 'type.kind === "struct" ? equalParts(',
    faulty: 'type.kind === "void" ? equalParts(',
  },
  {
    name: "6 instance_type is free in egress",
    file: "program/lower/decisions.ts",
    code: "guard: this.isNoClone() }",
    faulty: "guard: null && this.isNoClone() }",
  },
];
