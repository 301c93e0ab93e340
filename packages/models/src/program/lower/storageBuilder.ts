import type { Type } from "../../p4/index.ts";
import { elementCell } from "../flow/cells.ts";
import type { Constant, FlowStorage, HeaderCell, NumberShape } from "../flow/flow.ts";
import { boolShape } from "../state/term.ts";

/** Number of bits and sign of a scalar type; everything else has no range. */
export function shapeOf(type: Type | undefined): NumberShape {
  switch (type?.kind) {
    case "bits":
      return { bits: type.width, isSigned: type.isSigned };
    case "newtype":
      return shapeOf(type.base);
    case "enum":
      return type.underlying ? shapeOf(type.underlying) : boolShape;
    default:
      return boolShape;
  }
}

export const isHeader = (type: Type | undefined): boolean =>
  type?.kind === "struct" && type.form === "header";

/** Collects the headers, stacks and fields of the variables that a flow declares. */
export class StorageBuilder {
  private readonly headers = new Map<string, HeaderCell>();
  private readonly stacks = new Map<string, { size: number }>();
  private readonly initial = new Map<string, Constant>();

  /** Registers everything inside the variable at `cell`; `name` is what people call it ("" for the headers struct). */
  declare(cell: string, type: Type, name: string): void {
    if (type.kind === "stack") {
      this.stacks.set(cell, { size: type.size });
      for (let index = 0; index < type.size; index++) {
        this.declare(elementCell(cell, index), type.element, elementCell(name, index));
      }
      return;
    }
    if (type.kind !== "struct") return;
    if (type.form === "header") {
      this.headers.set(cell, { name, fields: leaves(type, ""), bytes: bytesOf(type), siblings: [] });
      return;
    }
    for (const field of type.fields.values()) {
      this.declare(`${cell}.${field.name}`, field.type, name === "" ? field.name : `${name}.${field.name}`);
    }
    if (type.form === "headerUnion") this.declareUnion(cell, [...type.fields.keys()]);
  }

  /** Gives every scalar below `cell` the value that `choose` names for it (null: unknown). */
  initialise(cell: string, type: Type, choose: (field: string, type: Type) => Constant | null): void {
    if (type.kind !== "struct" || type.form !== "struct") return;
    for (const leaf of leavesWithTypes(type, "")) {
      const value = choose(leaf.name, leaf.type);
      if (value !== null) this.initial.set(`${cell}.${leaf.name}`, value);
    }
  }

  /** Registers a header that is described elsewhere. */
  addHeader(cell: string, header: HeaderCell): void {
    this.headers.set(cell, header);
  }

  addStack(cell: string, size: number): void {
    this.stacks.set(cell, { size });
  }

  /** Positions of the elements of a stack. */
  elementsOf(stack: string): number[] {
    return Array.from({ length: this.stacks.get(stack)?.size ?? 0 }, (_, index) => index);
  }

  /** Gives one cell its value when the packet arrives. */
  set(cell: string, value: Constant): void {
    this.initial.set(cell, value);
  }

  /** Cells of the headers inside the variable at `root`. */
  headersIn(root: string): string[] {
    return [...this.headers.keys()].filter((cell) => cell === root || cell.startsWith(`${root}.`));
  }

  build(): FlowStorage {
    return { headers: this.headers, stacks: this.stacks, initial: this.initial };
  }

  private declareUnion(cell: string, members: readonly string[]): void {
    const cells = members.map((member) => `${cell}.${member}`);
    for (const member of cells) {
      const header = this.headers.get(member);
      if (header)
        this.headers.set(member, { ...header, siblings: cells.filter((other) => other !== member) });
    }
  }
}

/** Length of a header on the wire; null when a `varbit` makes it vary. */
function bytesOf(header: Type): number | null {
  const bits = bitsOf(header);
  return bits === null ? null : Math.ceil(bits / 8);
}

function bitsOf(type: Type): number | null {
  switch (type.kind) {
    case "struct": {
      let sum = 0;
      for (const field of type.fields.values()) {
        const bits = bitsOf(field.type);
        if (bits === null) return null;
        sum += bits;
      }
      return sum;
    }
    case "stack": {
      const bits = bitsOf(type.element);
      return bits === null ? null : bits * type.size;
    }
    case "bool":
      return 1;
    case "bits":
    case "newtype":
    case "enum":
      return shapeOf(type).bits;
    default:
      return null;
  }
}

function leaves(type: Type, prefix: string): { name: string; shape: NumberShape }[] {
  return leavesWithTypes(type, prefix).map((leaf) => ({ name: leaf.name, shape: shapeOf(leaf.type) }));
}

function leavesWithTypes(type: Type, prefix: string): { name: string; type: Type }[] {
  if (type.kind !== "struct") return [];
  return [...type.fields.values()].flatMap((field) => {
    const name = prefix === "" ? field.name : `${prefix}.${field.name}`;
    if (field.type.kind !== "struct") return [{ name, type: field.type }];
    return field.type.form === "struct" || type.form === "header" ? leavesWithTypes(field.type, name) : [];
  });
}
