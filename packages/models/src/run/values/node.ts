import { assert } from "../../core/index.ts";
import { numberFor } from "./numbers.ts";
import type { NodeShape, Shape } from "./shape.ts";

/** A `varbit`: so many bits, with this value. Never changed in place. */
export type Varbit = { readonly bits: number; readonly value: bigint };

/** A value at run time: numbers of up to 32 bits are `number`, wider ones `bigint`, enum and error members `string`. */
export type Value = number | bigint | boolean | string | Varbit | Node;

const EMPTY_VARBIT: Varbit = { bits: 0, value: 0n };

/**
 * A struct, header, header union or header stack. Nodes are made once, when a program is compiled, and written in
 * place; so code that is compiled for one holds on to it.
 */
export class Node {
  readonly shape: NodeShape;
  readonly f: Value[];
  /** of headers */
  valid = false;
  /** of stacks: index of the element that is extracted next */
  next = 0;
  /** the header that an index beyond a stack names: nobody sees it, and what becomes of it counts nothing */
  isOutside = false;
  /** the union that it is a member of */
  private union: Node | null = null;
  /** of a struct or array inside a header: the header */
  header: Node | null = null;

  /** what its fields begin with; null where a part is a node */
  private readonly initial: readonly (Value | null)[];

  /** `from`: another node of this shape whose parts are copied; left out, all is as it begins. */
  constructor(shape: NodeShape, from?: Node) {
    this.shape = shape;
    this.initial = initialFields(shape);
    this.f = from
      ? from.f.map((value) => (value instanceof Node ? value.clone() : value))
      : this.initial.map((value, index) => value ?? initialValue(shape.fields[index]!.shape));
    if (shape.form === "union") for (const member of this.nodes()) member.union = this;
    if (shape.form === "header") this.own(this);
  }

  private own(header: Node): void {
    for (const part of this.f) {
      if (!(part instanceof Node)) continue;
      part.header = header;
      part.own(header);
    }
  }

  /** Whether it is a member of a header union. */
  get isMember(): boolean {
    return this.union !== null;
  }

  /** Its parts that have parts. */
  nodes(): Node[] {
    return this.f.filter((part): part is Node => part instanceof Node);
  }

  part(index: number): Node {
    const found = this.f[index];
    assert(found instanceof Node, `part ${index} of ${this.shape.name} has no parts`);
    return found;
  }

  /** Makes a header valid, and with it every other member of its union invalid. */
  setValid(): void {
    this.valid = true;
    for (const member of this.siblings()) member.valid = false;
  }

  /** The other members of its union. */
  siblings(): Node[] {
    return this.union?.nodes().filter((member) => member !== this) ?? [];
  }

  /** What `isValid()` says: of a union, whether a member is valid. */
  isValid(): boolean {
    return this.shape.form === "union" ? this.nodes().some(({ valid }) => valid) : this.valid;
  }

  /** Everything as in a new node: fields zero, headers invalid. */
  clear(): void {
    this.valid = false;
    this.next = 0;
    const { f, initial } = this;
    for (let i = 0; i < f.length; i++) {
      const first = initial[i]!;
      if (first === null) (f[i] as Node).clear();
      else f[i] = first;
    }
  }

  /** `this = source`, as P4 assigns: the copy of an invalid header is invalid. */
  assign(source: Node): void {
    if (source === this) return;
    const { form } = this.shape;
    if (form === "header" && source.valid) this.setValid();
    else this.valid = source.valid;
    if (form === "header" && !source.valid) return;
    this.next = source.next;
    this.copyParts(source);
  }

  /** Everything that `source` holds, what is invalid too: to put back what was set aside. */
  restore(source: Node): void {
    this.valid = source.valid;
    this.next = source.next;
    const { f, initial } = this;
    const from = source.f;
    for (let i = 0; i < f.length; i++) {
      if (initial[i] === null) (f[i] as Node).restore(from[i] as Node);
      else f[i] = from[i]!;
    }
  }

  private copyParts(source: Node): void {
    const { form } = this.shape;
    for (let i = 0; i < this.f.length; i++) {
      const held = this.f[i];
      const from = source.f[i]!;
      if (!(held instanceof Node)) this.f[i] = from;
      else if (form === "union") held.restore(from as Node);
      else held.assign(from as Node);
    }
  }

  clone(): Node {
    const made = new Node(this.shape, this);
    made.valid = this.valid;
    made.next = this.next;
    return made;
  }
}

const initials = new WeakMap<NodeShape, readonly (Value | null)[]>();

function initialFields(shape: NodeShape): readonly (Value | null)[] {
  const known = initials.get(shape);
  if (known) return known;
  const made = shape.fields.map((field) => (field.shape.kind === "node" ? null : initialValue(field.shape)));
  initials.set(shape, made);
  return made;
}

/** The value of a variable before anything is written to it: zero, as on BMv2. */
export function initialValue(shape: Shape): Value {
  switch (shape.kind) {
    case "bits":
      return numberFor(0n, shape);
    case "integer":
      return 0n;
    case "bool":
      return false;
    case "varbit":
      return EMPTY_VARBIT;
    case "word":
      return shape.first;
    case "node":
      return new Node(shape);
    default:
      return "";
  }
}

/** P4's `==`: two invalid headers are equal, an invalid and a valid one are not. */
export function equals(a: Value, b: Value): boolean {
  if (!(a instanceof Node) || !(b instanceof Node)) {
    if (typeof a === "object" && typeof b === "object")
      return (a as Varbit).bits === (b as Varbit).bits && (a as Varbit).value === (b as Varbit).value;
    return a === b;
  }
  if (a.shape.form === "header" || b.shape.form === "header") {
    if (a.valid !== b.valid) return false;
    if (!a.valid) return true;
  }
  return a.f.every((part, index) => equals(part, b.f[index]!));
}

/** What a variable keeps of a value: parts of their own, so that later writes elsewhere do not show. */
export const held = (value: Value): Value => (value instanceof Node ? value.clone() : value);
