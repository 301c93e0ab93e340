import type { Operation, Place, Value } from "../flow/flow.ts";
import type { DropPort } from "../lower/fates.ts";
import type { FlowNodes, NodeParts } from "../lower/flowNodes.ts";
import { constant, operation } from "../lower/values.ts";
import { hex, operandValue, type Scope } from "./expressions.ts";
import type { Names } from "./names.ts";
import { primitiveOperations } from "./primitives.ts";
import type { Bmv2Action, Bmv2Primitive, Located } from "./schema.ts";

export type ActionContext = { nodes: FlowNodes; names: Names; dropPort: DropPort; group: string };

/** How an action runs at one place: what stands before its body, the node it makes, and where it goes. */
export type ActionRun = {
  /** unique name of this run */
  path: string;
  /** arguments that the program fixes; null: the control plane sets them */
  data: readonly string[] | null;
  before: readonly Operation[];
  parts: Pick<NodeParts, "kind" | "label" | "span" | "tableRun">;
  around: Located;
  next: string;
  /** where `exit` goes */
  exitTo: string;
};

/** Adds the nodes of an action; the id of the first. Its primitives are cut where they jump and where jumps arrive. */
export function lowerAction(action: Bmv2Action, run: ActionRun, context: ActionContext): string {
  const { nodes, names, group } = context;
  const span = names.span(action, run.around);
  const places = action.runtime_data.map(({ name }): Place => ({ root: `${run.path}.${name}`, steps: [] }));
  const shapes = action.runtime_data.map(({ bitwidth }) => ({ bits: bitwidth, isSigned: false }));
  const bound = places.map((target, index): Operation => {
    const known = run.data?.[index];
    const shape = shapes[index] ?? { bits: null, isSigned: false };
    const value: Value = known === undefined ? { kind: "unknown", shape } : constant(hex(known));
    return { kind: "assign", target, header: null, value, span };
  });
  const scope: Scope = {
    names,
    arguments: places.map(
      (place, index): Value => ({
        kind: "read",
        place,
        shape: shapes[index] ?? { bits: null, isSigned: false },
      }),
    ),
  };
  const { primitives } = action;
  const starts = [...new Set([0, ...primitives.flatMap(jumpTargets)])]
    .filter((start) => start >= 0 && start <= primitives.length)
    .sort((a, b) => a - b);
  const ids = new Map(starts.map((start) => [start, nodes.reserve()]));
  ids.set(primitives.length, ids.get(primitives.length) ?? run.next);
  const target = (index: number): string => ids.get(index) ?? run.next;
  for (const [position, start] of starts.entries()) {
    const end = starts[position + 1] ?? primitives.length;
    const id = target(start);
    if (id === run.next) continue;
    const operations: Operation[] = start === 0 ? [...run.before, ...bound] : [];
    let ways: NodeParts["ways"] = [
      { to: start === primitives.length ? run.next : target(end), label: "", guard: null },
    ];
    for (let index = start; index < end; index++) {
      const primitive = primitives[index];
      if (!primitive) continue;
      const left = leaves(primitive, index, scope, target, run.exitTo);
      if (left) {
        ways = left;
        break;
      }
      const own = names.span(primitive, action.source_info ? action : run.around);
      operations.push(...primitiveOperations(primitive, own, scope, nodes, context.dropPort));
    }
    const inner = { kind: "statements" as const, label: action.name, span };
    nodes.define(id, group, { ...(start === 0 ? run.parts : inner), operations, ways });
  }
  return target(0);
}

/** The indices of primitives that a jump goes to, and those behind it. */
function jumpTargets(primitive: Bmv2Primitive, index: number): number[] {
  const to = jumpTarget(primitive);
  return to === null ? [] : [to, index + 1];
}

function jumpTarget({ op, parameters }: Bmv2Primitive): number | null {
  const operand = op === "_jump" ? parameters[0] : op === "_jump_if_zero" ? parameters[1] : undefined;
  return typeof operand?.value === "string" ? Number(hex(operand.value)) : null;
}

/** The ways on from a primitive that ends a run of others; null when it does not. */
function leaves(
  primitive: Bmv2Primitive,
  index: number,
  scope: Scope,
  target: (index: number) => string,
  exitTo: string,
): NodeParts["ways"] | null {
  if (primitive.op === "exit") return [{ to: exitTo, label: "exit", guard: null }];
  const to = jumpTarget(primitive);
  if (to === null) return null;
  if (primitive.op === "_jump") return [{ to: target(to), label: "", guard: null }];
  const tested = operandValue(primitive.parameters[0], scope);
  const isZero = operation("==", [tested, constant(0n)]);
  const isFalse = operation("!", [tested]);
  const isTruth = tested.kind === "valid" || (tested.kind === "operation" && tested.shape.bits === null);
  return [
    { to: target(to), label: "false", guard: isTruth ? isFalse : isZero },
    { to: target(index + 1), label: "true", guard: null },
  ];
}
