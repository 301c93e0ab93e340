import { type Bmv2Expression, type Bmv2Operand, bmv2Schemas } from "../bmv2/schema.ts";
import { bit, type Exact } from "./exact.ts";
import { DecompileError } from "./failure.ts";
import type { FieldPlace, Places } from "./places.ts";

/** What expressions of one action, control or parser may name; `parameters`: those of the action. */
export type Scope = {
  places: Places;
  parameters: readonly FieldPlace[];
  /** names of the program's errors by number */
  errors: ReadonlyMap<bigint, string>;
};

/** What operands name: fields, headers, arguments, bits of the packet. */
export abstract class Operands {
  protected readonly scope: Scope;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** The value without loss. */
  abstract exact(operand: Bmv2Operand | null | undefined): Exact;

  /** The operand without the expressions that only wrap it. */
  protected plain(operand: Bmv2Operand | null | undefined): Bmv2Operand {
    if (!operand) throw new DecompileError("an expression lacks an operand");
    const inner = operand.type === "expression" ? operandOf(operand.value) : null;
    return inner ? this.plain(inner) : operand;
  }

  protected operator(operand: Bmv2Operand): Bmv2Expression | null {
    const parsed = operand.type === "expression" ? bmv2Schemas().expression.safeParse(operand.value) : null;
    return parsed?.success ? parsed.data : null;
  }

  /** A field, argument or bits of the packet; null for what is computed. */
  leaf(operand: Bmv2Operand): FieldPlace | null {
    const { places, parameters } = this.scope;
    const { type, value } = operand;
    switch (type) {
      case "field":
        return validityOf(operand) === null ? places.field(strings(value)) : null;
      case "stack_field": {
        const [stack = "", field = ""] = strings(value);
        const { text, type: own } = places.elementField(stack, field);
        return { text: `${places.stack(stack).text}.last${text}`, type: own };
      }
      case "union_stack_field": {
        const [stack = "", member = "", field = ""] = strings(value);
        const inside = places.field([`${stack}[0].${member}`, field]);
        const { text } = places.stack(stack);
        return { text: `${text}.last${inside.text.slice(text.length + 3)}`, type: inside.type };
      }
      case "runtime_data":
      case "local": {
        const parameter = typeof value === "number" ? parameters[value] : undefined;
        if (!parameter) throw new DecompileError("an action names an argument that it does not have");
        return parameter;
      }
      case "lookahead": {
        const [offset, width] = Array.isArray(value) ? value.map(Number) : [];
        if (offset === undefined || !width) throw new DecompileError("looks ahead by no number of bits");
        const all = `packet.lookahead<bit<${offset + width}>>()`;
        return { text: offset === 0 ? all : `${all}[${width - 1}:0]`, type: bit(width) };
      }
    }
    const inner = this.operator(operand);
    if (inner?.op !== "access_field") return null;
    const stack = this.stackOf(inner.left);
    const header = this.header(inner.left);
    if (stack === null) throw new DecompileError("a field of something else than a stack's element");
    const at = inner.right?.value;
    const field = places.elementField(stack, typeof at === "number" ? at : String(at));
    return { text: `${header}${field.text}`, type: field.type };
  }

  private stackOf(operand: Bmv2Operand | null | undefined): string | null {
    const inner = this.operator(this.plain(operand));
    return inner?.op === "dereference_header_stack" ? String(this.plain(inner.left).value) : null;
  }

  /** A header, stack or union, or an element of a stack. */
  header(operand: Bmv2Operand | null | undefined): string {
    const plain = this.plain(operand);
    if (typeof plain.value === "string") return this.scope.places.header(plain.value);
    const inner = this.operator(plain);
    if (inner?.op === "dereference_header_stack" || inner?.op === "dereference_union_stack") {
      const { text } = this.scope.places.stack(String(this.plain(inner.left).value));
      const index = this.exact(inner.right);
      return `${text}[${"literal" in index ? index.literal : index.text}]`;
    }
    throw new DecompileError("names a header in a way that has no words in P4");
  }

  /** Where a primitive writes. */
  target(operand: Bmv2Operand | null | undefined): FieldPlace {
    const place = this.leaf(this.plain(operand));
    if (!place) throw new DecompileError("writes to something other than a field");
    return place;
  }
}

/** The header whose validity a field stands for. */
export function validityOf({ type, value }: Bmv2Operand): Bmv2Operand | null {
  if (type !== "field" || !Array.isArray(value) || value[1] !== "$valid$") return null;
  const [header] = value;
  // an element of a stack is an expression without its type
  return { type: typeof header === "string" ? "header" : "expression", value: header };
}

export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

function operandOf(value: unknown): Bmv2Operand | null {
  if (typeof value !== "object" || value === null || !("type" in value) || !("value" in value)) return null;
  return typeof value.type === "string" ? { type: value.type, value: value.value } : null;
}
