import { assert } from "../../core/index.ts";
import type { Expression } from "../../p4/index.ts";
import { withCode, withSetterCode } from "../code/writer.ts";
import { ParserError } from "../machine.ts";
import { initialValue, Node, type Value } from "../values/node.ts";
import { isNarrow } from "../values/numbers.ts";
import { type Eval, sliceEval, withSlice } from "../values/operators.ts";
import type { NodeShape, Shape } from "../values/shape.ts";
import { bindingOf } from "./instances.ts";
import { type Scope, UnsupportedError } from "./scope.ts";

/** A node: known when the program is compiled, or found for each packet. */
export type NodeRef = { fixed: Node | null; get: () => Node; shape: NodeShape };

/** Something that can be written. */
export type Place =
  | { kind: "node"; ref: NodeRef }
  | { kind: "field"; ref: NodeRef; index: number; shape: Shape }
  | { kind: "slice"; of: Extract<Place, { kind: "field" }>; low: number; width: number };

export const fixedNode = (node: Node): NodeRef => ({
  fixed: node,
  get: withCode(
    () => node,
    "expression",
    (to) => to.ref(node),
  ),
  shape: node.shape,
});

const UNSIGNED = (width: number): Shape => ({ kind: "bits", width, isSigned: false });

export function shapeOfPlace(place: Place): Shape {
  if (place.kind === "node") return place.ref.shape;
  return place.kind === "field" ? place.shape : UNSIGNED(place.width);
}

/** The place that an expression names; null when it is a value only. */
export function compilePlace(scope: Scope, e: Expression): Place | null {
  switch (e.kind) {
    case "nameExpression": {
      const binding = bindingOf(scope, e);
      if (binding?.kind === "node") return { kind: "node", ref: fixedNode(binding.node) };
      if (binding?.kind !== "field") return null;
      return { kind: "field", ref: fixedNode(binding.node), index: binding.index, shape: binding.shape };
    }
    case "member":
      return memberPlace(scope, e);
    case "index":
      return indexPlace(scope, e);
    case "slice":
      return slicePlace(scope, e);
    default:
      return null;
  }
}

function memberPlace(scope: Scope, e: Extract<Expression, { kind: "member" }>): Place | null {
  const holder = compilePlace(scope, e.object);
  if (holder?.kind !== "node") return null;
  const { ref } = holder;
  const name = e.member.text;
  if (ref.shape.form === "stack") return name === "next" || name === "last" ? edgePlace(ref, name) : null;
  const index = ref.shape.fields.findIndex((field) => field.name === name);
  const field = ref.shape.fields[index];
  return field ? partPlace(ref, index, field.shape) : null;
}

function partPlace(ref: NodeRef, index: number, shape: Shape): Place {
  if (shape.kind !== "node") return { kind: "field", ref, index, shape };
  if (ref.fixed) return { kind: "node", ref: fixedNode(ref.fixed.part(index)) };
  const get = withCode(
    () => ref.get().f[index] as Node,
    "expression",
    (to) => `${to.value(ref.get)}.f[${index}]`,
  );
  return { kind: "node", ref: { fixed: null, get, shape } };
}

/** `stack.next` and `stack.last`; beyond the ends the parser fails. */
function edgePlace(stack: NodeRef, edge: "next" | "last"): Place {
  const offset = edge === "next" ? 0 : -1;
  const get = (): Node => {
    const node = stack.get();
    const found = node.f[node.next + offset];
    if (found === undefined) throw new ParserError("StackOutOfBounds");
    return found as Node;
  };
  return { kind: "node", ref: { fixed: null, get, shape: elementShape(stack.shape) } };
}

function elementShape(shape: NodeShape): NodeShape {
  const element = shape.fields[0]?.shape;
  assert(element?.kind === "node", "a stack has elements with parts");
  return element;
}

/** Beyond the ends P4 leaves open what is read and written: here a header of its own that nobody sees. */
function indexPlace(scope: Scope, e: Extract<Expression, { kind: "index" }>): Place | null {
  const holder = compilePlace(scope, e.object);
  if (holder?.kind !== "node") return null;
  const { ref } = holder;
  const constant = scope.c.checked.constants.get(e.index);
  if (typeof constant === "bigint") {
    const index = Number(constant);
    const field = ref.shape.fields[index];
    return field ? partPlace(ref, index, field.shape) : null;
  }
  const shape = ref.shape.fields[0]?.shape;
  if (shape?.kind !== "node")
    throw new UnsupportedError("an index that is not known needs a header stack", e.span);
  const outside = new Node(shape);
  outside.isOutside = true;
  const index = scope.c.rules.expression(scope, e.index, null);
  const get = (): Node => {
    const found = ref.get().f[Number(index())];
    if (found instanceof Node) return found;
    outside.clear();
    return outside;
  };
  return { kind: "node", ref: { fixed: null, get, shape } };
}

function slicePlace(scope: Scope, e: Extract<Expression, { kind: "slice" }>): Place | null {
  const of = compilePlace(scope, e.object);
  if (of === null || of.kind === "node") return null;
  const { low, width } = sliceBounds(scope, e);
  if (of.kind === "slice") return { ...of, low: of.low + low, width };
  return { kind: "slice", of, low, width };
}

/** Lowest bit and width of a slice. */
export function sliceBounds(
  scope: Scope,
  e: Extract<Expression, { kind: "slice" }>,
): { low: number; width: number } {
  const [high, low] = [e.high, e.low].map((part) => scope.c.checked.constants.get(part));
  if (typeof high !== "bigint" || typeof low !== "bigint")
    throw new UnsupportedError("a slice from a bit that is not known cannot be written", e.span);
  return e.form === "plus"
    ? { low: Number(high), width: Number(low) }
    : { low: Number(low), width: Number(high - low) + 1 };
}

export function placeEval(place: Place): Eval {
  if (place.kind === "node") return place.ref.fixed ? constantly(place.ref.fixed) : place.ref.get;
  if (place.kind === "slice") return sliceEval(placeEval(place.of), place.of.shape, place.low, place.width);
  const { ref, index } = place;
  const { fixed, get } = ref;
  if (ref.shape.form === "header") {
    // the field of a header that is not valid reads as zero, whatever it held before
    const zero = initialValue(place.shape);
    if (fixed)
      return withCode(
        () => (fixed.valid ? fixed.f[index]! : zero),
        "expression",
        (to) => `(${to.ref(fixed)}.valid?${to.ref(fixed.f)}[${index}]:${to.literal(zero)})`,
      );
    return () => {
      const header = get();
      return header.valid ? header.f[index]! : zero;
    };
  }
  if (fixed) {
    const { f } = fixed;
    return withCode(
      () => f[index]!,
      "expression",
      (to) => `${to.ref(f)}[${index}]`,
    );
  }
  return withCode(
    () => get().f[index]!,
    "expression",
    (to) => `${to.value(get)}.f[${index}]`,
  );
}

const constantly = (value: Node): Eval =>
  withCode(
    () => value,
    "expression",
    (to) => to.ref(value),
  );

/**
 * The place found once, before a value is computed for it (P4_16 1.2.5, 8.1): `find` looks, the place that comes with
 * it is what was found last.
 */
export function pinned(place: Place): { place: Place; find: () => void } | null {
  const base = place.kind === "slice" ? place.of : place;
  const { ref } = base;
  if (ref.fixed) return null;
  let node: Node | null = null;
  const find = (): void => {
    node = ref.get();
  };
  const found: NodeRef = { ...ref, get: () => node ?? ref.get() };
  if (place.kind === "slice") return { place: { ...place, of: { ...place.of, ref: found } }, find };
  return { place: { ...place, ref: found }, find };
}

/** Writes a place, which is found at that time. */
export function placeSetter(place: Place): (value: Value) => void {
  const { fixed } = place.kind === "slice" ? place.of.ref : place.ref;
  if (fixed) return setterOn(place, fixed);
  const find = locate(place);
  return (value) => find()(value);
}

/** Finds a place now, and gives what writes it later: an index that changes meanwhile changes nothing. */
export function locate(place: Place): () => (value: Value) => void {
  const { ref } = place.kind === "slice" ? place.of : place;
  if (ref.fixed) {
    const set = setterOn(place, ref.fixed);
    return () => set;
  }
  return () => setterOn(place, ref.get());
}

function setterOn(place: Place, node: Node): (value: Value) => void {
  if (place.kind === "node")
    return withSetterCode(
      (value: Value) => node.assign(value as Node),
      (to, value) => `${to.ref(node)}.assign(${value});`,
    );
  const { f } = node;
  if (place.kind === "field") {
    const { index } = place;
    return withSetterCode(
      (value: Value) => {
        f[index] = value;
      },
      (to, value) => `${to.ref(f)}[${index}]=${value};`,
    );
  }
  const { index, shape } = place.of;
  const { low, width } = place;
  assert(shape.kind === "bits", "slices are of numbers");
  const set = (value: Value): void => {
    f[index] = withSlice(f[index]!, shape, low, width, value);
  };
  if (!isNarrow(shape) || shape.isSigned) return set;
  const ones = width === 32 ? 0xffffffff : 2 ** width - 1;
  const kept = (~(ones << low) & (2 ** shape.width - 1)) >>> 0;
  return withSetterCode(set, (to, value) => {
    const at = `${to.ref(f)}[${index}]`;
    return `${at}=((${at}&${kept})|((${value}&${ones})<<${low}))>>>0;`;
  });
}
