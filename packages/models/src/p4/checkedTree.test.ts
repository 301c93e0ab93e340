import { describe, expect, it } from "vitest";
import { libraryFiles, libraryNames } from "../../library/index.ts";
import { checkFixture, fixtureNames } from "./fixtures/readFixture.ts";
import { type CheckedProgram, checkP4, type Expression, type Node, type TypeNode, walk } from "./index.ts";
import { isNamedDeclaration } from "./resolve/describeDeclaration.ts";

const library = libraryNames("programs", ".p4");
const PROGRAMS: CheckedProgram[] = [
  ...fixtureNames("ok").map((name) => checkFixture("ok", name)),
  ...library.map((name) => checkP4({ file: `${name}.p4`, text: libraryFiles[`programs/${name}.p4`]! })),
];

const EXPRESSIONS = new Set<string>([
  ...(["numberLiteral", "boolLiteral", "stringLiteral", "nameExpression", "thisExpression"] as const),
  ...(["typeExpression", "member", "index", "slice", "unary", "binary", "mask", "range"] as const),
  ...(["conditional", "cast", "call", "list", "record", "invalid", "defaultValue"] as const),
  ...(["keysetTuple", "dontCare", "default"] as const),
] satisfies Expression["kind"][]);
const TYPES = new Set<string>([
  ...(["namedType", "bitType", "baseType", "stackType", "tupleType", "listType", "dontCareType"] as const),
] satisfies TypeNode["kind"][]);
const isExpression = (node: Node): node is Expression => EXPRESSIONS.has(node.kind);
const isType = (node: Node): node is TypeNode => TYPES.has(node.kind);

/** Places of nodes in all programs for which `lacks` holds; annotations are left out: nothing runs them. */
function lacking(lacks: (checked: CheckedProgram, node: Node, parent: Node | null) => boolean): string[] {
  const found: string[] = [];
  for (const checked of PROGRAMS) {
    walk(checked.program, (node, parent) => {
      if (node.kind === "annotation") return true;
      if (!lacks(checked, node, parent)) return false;
      const { file, line, start, end } = node.span;
      found.push(`${file}:${line} ${node.kind} ${checked.files.get(file)?.slice(start, end)}`);
      return false;
    });
  }
  return found;
}

/** The parts of a key set that are compared with the packet. */
function comparands(keyset: Expression): Expression[] {
  switch (keyset.kind) {
    case "keysetTuple":
    case "list":
      return keyset.elements.flatMap(comparands);
    case "mask":
      return [keyset.value, keyset.mask];
    case "range":
      return [keyset.low, keyset.high];
    case "default":
    case "dontCare":
      return [];
    default:
      return [keyset];
  }
}

describe("a checked program without errors holds what an interpreter needs:", () => {
  it("the type of every expression", () => {
    expect(
      lacking((c, node) => isExpression(node) && (c.types.get(node)?.kind ?? "unknown") === "unknown"),
    ).toEqual([]);
  });

  it("the meaning of every type", () => {
    expect(
      lacking((c, node) => isType(node) && (c.types.get(node)?.kind ?? "unknown") === "unknown"),
    ).toEqual([]);
  });

  it("the declaration behind every name of a value or type", () => {
    expect(
      lacking(
        (c, node) =>
          (node.kind === "nameExpression" || node.kind === "namedType") && !c.references.has(node.name),
      ),
    ).toEqual([]);
  });

  it("the type of everything that holds a value", () => {
    const kinds = new Set<Node["kind"]>([
      ...(["variable", "constant", "field", "parameter", "instantiation", "valueSet"] as const),
    ]);
    expect(
      lacking((c, node) => {
        if (!isNamedDeclaration(node) || !kinds.has(node.kind)) return false;
        return (c.declarationTypes.get(node)?.kind ?? "unknown") === "unknown";
      }),
    ).toEqual([]);
  });

  it("what every call calls, with an argument or a default for each parameter", () => {
    expect(
      lacking((c, node, parent) => {
        if (node.kind !== "call") return false;
        const call = c.calls.get(node);
        if (call === undefined) return true;
        // the control plane gives the others
        if (!("bindings" in call) || parent?.kind === "actionReference") return false;
        return call.bindings.some(
          ({ parameter, argument }) =>
            argument === null &&
            parameter.defaultValue === null &&
            !parameter.isOptional &&
            !(call.kind === "action" && parameter.direction !== "none"),
        );
      }),
    ).toEqual([]);
  });

  it("what every instance constructs", () => {
    expect(lacking((c, node) => node.kind === "instantiation" && !c.instances.has(node))).toEqual([]);
  });

  it("the value of every number without a width, of every width and size, and of every constant", () => {
    expect(
      lacking(
        (c, node) => isExpression(node) && c.types.get(node)?.kind === "integer" && !c.constants.has(node),
      ),
    ).toEqual([]);
    expect(
      lacking((c, node) => {
        if (node.kind === "stackType" || node.kind === "valueSet") return !c.constants.has(node.size);
        if (node.kind === "bitType") return node.width !== null && !c.constants.has(node.width);
        if (node.kind === "enumMember") return node.value !== null && !c.constants.has(node.value);
        return node.kind === "slice" && node.form === "range" && !c.constants.has(node.high);
      }),
    ).toEqual([]);
  });

  it("the value of every key of an entry, a select case and a switch, or the value set or action it names", () => {
    expect(
      lacking((c, node) => {
        const keyset =
          node.kind === "selectCase" || node.kind === "tableEntry"
            ? node.keyset
            : node.kind === "switchCase"
              ? node.label
              : null;
        if (keyset === null) return false;
        return comparands(keyset).some((part) => {
          if (c.constants.has(part)) return false;
          const named = part.kind === "nameExpression" ? c.references.get(part.name)?.kind : undefined;
          return named !== "valueSet" && named !== "action";
        });
      }),
    ).toEqual([]);
  });

  it("the action of every entry and default_action, and the state of every transition", () => {
    expect(
      lacking((c, node) => {
        if (node.kind === "directTransition" || node.kind === "selectCase") {
          const { text } = node.target;
          return text !== "accept" && text !== "reject" && c.references.get(node.target)?.kind !== "state";
        }
        const action =
          node.kind === "tableEntry"
            ? node.action
            : node.kind === "valueProperty" && node.name.text === "default_action"
              ? node.value
              : null;
        if (action === null) return false;
        const named = action.kind === "call" ? action.callee : action;
        return named.kind !== "nameExpression" || c.references.get(named.name)?.kind !== "action";
      }),
    ).toEqual([]);
  });
});
