import type { Span } from "../../core/index.ts";

import type { Operation, Place, Value } from "../flow/flow.ts";
import { type DropPort, type Fate, fateOperations } from "../lower/fates.ts";
import type { FlowNodes } from "../lower/flowNodes.ts";
import { constant, unknownValue } from "../lower/values.ts";
import { headerOf, operandValue, type Scope, targetOf } from "./expressions.ts";
import { INTRINSIC } from "./names.ts";
import type { Bmv2Operand, Bmv2Primitive } from "./schema.ts";

/** What a compiled extern is called in P4, and which of its operands it writes. */
const externs: Readonly<Record<string, { name: string; writes: number | null }>> = {
  modify_field_with_hash_based_offset: { name: "hash", writes: 0 },
  modify_field_rng_uniform: { name: "random", writes: 0 },
  register_read: { name: "register.read", writes: 0 },
  register_write: { name: "register.write", writes: null },
  count: { name: "counter.count", writes: null },
  execute_meter: { name: "meter.execute_meter", writes: 2 },
  generate_digest: { name: "digest", writes: null },
  truncate: { name: "truncate", writes: null },
};

const fates: Readonly<Record<string, Fate>> = {
  drop: "drop",
  mark_to_drop: "drop",
  recirculate: "recirculate",
  resubmit: "recirculate",
  clone_ingress_pkt_to_egress: "clone",
  clone_egress_pkt_to_egress: "clone",
};

/** Primitives that neither cost nor change anything the paths see. */
const ignored = new Set(["assert", "assume", "log_msg", "no_op"]);

/** What a primitive decides about the packet, null when nothing. */
export const fateOf = ({ op }: Bmv2Primitive): Fate | null => fates[op] ?? null;

/** The operations of a primitive without control flow; `around`: where it stands when it does not say. */
export function primitiveOperations(
  primitive: Bmv2Primitive,
  span: Span,
  scope: Scope,
  nodes: FlowNodes,
  dropPort: DropPort,
): Operation[] {
  const { op, parameters } = primitive;
  const [first, second] = parameters;
  const fate = fateOf(primitive);
  const isCopy = first?.type === "header" && first.value !== INTRINSIC;
  if (fate === "drop" && isCopy && typeof first.value === "string")
    return dropInCopy(first.value, dropPort, nodes, span, scope);
  if (fate) return fateOperations(fate, dropPort, nodes, span);
  if (ignored.has(op)) return [];
  const onHeader = (kind: "setValid" | "setInvalid"): Operation[] => {
    const header = headerOf(first, scope);
    if (!header) return [];
    if (!scope.names.isLocal(header.root)) return [{ kind, header, span }];
    return kind === "setValid" ? [{ kind: "extract", header, span, isMachine: true }] : [];
  };
  switch (op) {
    case "assign":
    case "modify_field":
      return assign(first, operandValue(second, scope), span, scope);
    case "assign_VL":
      return assign(first, unknownValue(), span, scope);
    case "add_header":
      return onHeader("setValid");
    case "remove_header":
      return onHeader("setInvalid");
    case "assign_header":
    case "copy_header":
    case "assign_union":
      return copy(headerOf(first, scope), headerOf(second, scope), span);
    case "assign_header_stack":
    case "assign_union_stack":
      return copyStack(first, second, span, nodes);
    case "push":
    case "pop": {
      const count = operandValue(second, scope);
      const shift = count.kind === "constant" && typeof count.value === "bigint" ? Number(count.value) : 1;
      if (typeof first?.value !== "string") return [];
      return [{ kind: op, stack: { root: first.value, steps: [] }, count: shift, span }];
    }
  }
  const extern = externs[op];
  const used: Operation = { kind: "extern", name: extern?.name ?? op, span };
  if (extern?.writes == null) return [used];
  return [used, ...assign(parameters[extern.writes], unknownValue(), span, scope)];
}

/** `mark_to_drop` of a copy of the standard metadata, which the compiler assigns back afterwards. */
function dropInCopy(
  copy: string,
  { field, value }: DropPort,
  { semantics }: FlowNodes,
  span: Span,
  { names }: Scope,
): Operation[] {
  const set = (name: string, to: bigint): Operation => ({
    ...{ kind: "assign", target: names.field([copy, name]), header: null, value: constant(to), span },
  });
  return [
    set(field, value),
    ...semantics.replicated.flatMap(({ fields }) => fields.map((each) => set(each.field, 0n))),
  ];
}

/** Assigns to a field; its validity bit stands for the header. */
export function assign(
  operand: Bmv2Operand | undefined,
  value: Value,
  span: Span,
  scope: Scope,
): Operation[] {
  const target = targetOf(operand, scope);
  if (!target) return [];
  const shaped = value.kind === "unknown" ? unknownValue(target.shape) : value;
  return [{ kind: "assign", target: target.place, header: target.header, value: shaped, span }];
}

const copy = (target: Place | null, source: Place | null, span: Span): Operation[] =>
  target && source ? [{ kind: "copy", target, source, span }] : [];

function copyStack(
  target: Bmv2Operand | undefined,
  source: Bmv2Operand | undefined,
  span: Span,
  nodes: FlowNodes,
): Operation[] {
  if (typeof target?.value !== "string" || typeof source?.value !== "string") return [];
  const from = source.value;
  const to = target.value;
  return nodes.storage.elementsOf(to).flatMap((index) => {
    const element = (stack: string): Place => ({
      root: stack,
      steps: [{ kind: "index", index: { kind: "constant", value: BigInt(index) } }],
    });
    return copy(element(to), element(from), span);
  });
}
