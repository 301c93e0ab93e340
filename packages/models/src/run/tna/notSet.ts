import type { Node } from "../values/node.ts";
import type { Shape } from "../values/shape.ts";
import { STRUCTS } from "./blocks.ts";

/**
 * Metadata with a validity of its own, before the program sets it: a number that its width does not hold. It is written
 * and shown as 0, and equals no value that a program gives.
 */
export const notSet = (shape: Shape): number => (shape.kind === "bits" ? 2 ** shape.width : 0);

export const isSet = (value: unknown, shape: Shape): boolean =>
  shape.kind !== "bits" || Number(value) < 2 ** shape.width;

/** Fields that begin so, by their struct. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  [STRUCTS.forTm]: ["ucast_egress_port"],
  [STRUCTS.forDeparser]: ["digest_type", "resubmit_type", "mirror_type"],
  [STRUCTS.outForDeparser]: ["mirror_type"],
};

/** Takes the validity of a node's fields away, where they have one. */
export function forget(node: Node | undefined): void {
  if (!node) return;
  const names = FIELDS[node.shape.name] ?? [];
  for (const [index, { name, shape }] of node.shape.fields.entries())
    if (names.includes(name)) node.f[index] = notSet(shape);
}

/** Whether a field of the machine's metadata has a validity of its own. */
export const canBeInvalid = (struct: string): boolean => struct in FIELDS;
