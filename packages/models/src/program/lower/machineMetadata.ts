import type { Constant, NumberShape, Place, Value } from "../flow/flow.ts";
import type { MetadataField } from "./semantics.ts";
import { constant, operation, readPlace } from "./values.ts";

/** Where a flow keeps the structs through which an architecture and a program tell each other about the packet. */
export class MachineMetadata {
  private readonly structs = new Map<string, { root: string; shapeOf(field: string): NumberShape | null }>();

  /** `shapeOf` is null for a field that the struct does not have. */
  add(struct: string, root: string, shapeOf: (field: string) => NumberShape | null): void {
    if (!this.structs.has(struct)) this.structs.set(struct, { root, shapeOf });
  }

  has(struct: string): boolean {
    return this.structs.has(struct);
  }

  /** Null when the program's blocks do not have it. */
  place({ struct, field }: MetadataField): { place: Place; shape: NumberShape } | null {
    const known = this.structs.get(struct);
    const shape = known?.shapeOf(field) ?? null;
    if (!known || !shape) return null;
    return { place: { root: known.root, steps: [{ kind: "member", name: field }] }, shape };
  }

  /** The field is known to be `value`; null when the program's blocks do not have it. */
  isKnown(field: MetadataField, value: Constant): Value | null {
    return this.compared("known", field, value);
  }

  /** The field is `value`, which the path may leave open; null likewise. */
  is(field: MetadataField, value: Constant): Value | null {
    return this.compared("==", field, value);
  }

  private compared(operator: "known" | "==", field: MetadataField, value: Constant): Value | null {
    const found = this.place(field);
    return found && operation(operator, [readPlace(found.place, found.shape), constant(value)]);
  }
}
