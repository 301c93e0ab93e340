import type { Span } from "../../core/index.ts";
import type { Operation, Place } from "../flow/flow.ts";
import type { FlowNodes } from "./flowNodes.ts";
import { type MetadataField, STANDARD_METADATA } from "./semantics.ts";
import { constant } from "./values.ts";

/** What a program can decide about a packet. */
export type Fate = "drop" | "recirculate" | "clone";

/** The port that means drop, and the field of the standard metadata that holds it. */
export type DropPort = { field: string; value: bigint };

export const dropField = ({ field }: DropPort): MetadataField => ({ struct: STANDARD_METADATA, field });

/** Cells that remember what the program decided about the packet. */
export const fatePlace = (fate: Fate): Place => ({ root: `$${fate}`, steps: [] });

/** Cell that remembers which error sent the packet to reject. */
export const errorPlace: Place = { root: "$error", steps: [] };

/** The operations that decide `fate`. Dropping is a port where the architecture has one. */
export function fateOperations(
  fate: Fate,
  dropPort: DropPort | null,
  { metadata, semantics }: FlowNodes,
  span: Span,
): Operation[] {
  if (fate !== "drop" || !dropPort || !metadata.has(STANDARD_METADATA)) {
    return [{ kind: "assign", target: fatePlace(fate), header: null, value: constant(true), span }];
  }
  const set = (field: MetadataField, value: bigint): Operation[] => {
    const target = metadata.place(field)?.place;
    return target ? [{ kind: "assign", target, header: null, value: constant(value), span }] : [];
  };
  const fields = semantics.replicated.flatMap((each) => each.fields);
  return [...set(dropField(dropPort), dropPort.value), ...fields.flatMap((field) => set(field, 0n))];
}

/** The operations of an extern that takes back a drop. */
export const keepOperations = (span: Span): Operation[] => [
  { kind: "assign", target: fatePlace("drop"), header: null, value: constant(false), span },
];
