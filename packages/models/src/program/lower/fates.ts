import type { Span } from "../../core/index.ts";
import type { Operation, Place } from "../flow/flow.ts";
import type { FlowNodes } from "./flowNodes.ts";
import { constant } from "./values.ts";

/** What a program can decide about a packet. */
export type Fate = "drop" | "recirculate" | "clone";

/** The port that means drop, and the field of the intrinsic metadata that holds it. */
export type DropPort = { field: string; value: bigint };

/** Cells that remember what the program decided about the packet. */
export const fatePlace = (fate: Fate): Place => ({ root: `$${fate}`, steps: [] });

/** The operations that decide `fate`. Dropping is a port where the architecture has one. */
export function fateOperations(
  fate: Fate,
  dropPort: DropPort | null,
  nodes: FlowNodes,
  span: Span,
): Operation[] {
  const { intrinsic, semantics } = nodes;
  if (fate !== "drop" || !dropPort || !intrinsic) {
    return [{ kind: "assign", target: fatePlace(fate), header: null, value: constant(true), span }];
  }
  const set = (field: string, value: bigint): Operation => ({
    kind: "assign",
    target: { root: intrinsic, steps: [{ kind: "member", name: field }] },
    header: null,
    value: constant(value),
    span,
  });
  const drop = set(dropPort.field, dropPort.value);
  return semantics.multicastField ? [drop, set(semantics.multicastField, 0n)] : [drop];
}
