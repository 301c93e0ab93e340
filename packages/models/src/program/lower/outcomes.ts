import { type ArchitectureDefinition, type MetadataOutcome, NOT_SET, type Type } from "../../p4/index.ts";
import type { Constant, Place, Value } from "../flow/flow.ts";
import type { Fate } from "./fates.ts";
import type { MachineMetadata } from "./machineMetadata.ts";
import type { ArchitectureSemantics } from "./semantics.ts";
import { shapeOf } from "./storageBuilder.ts";
import { constant, operation, readPlace } from "./values.ts";

/** A value of metadata that decides about the packet. */
export type DecidingValue = {
  fate: Fate;
  /** holds for the packets with this fate */
  guard: Value;
  /** where the architecture looks at it */
  at: "queue" | "end";
  /** a packet that goes round is not asked: it needs no port */
  isOfSending: boolean;
};

/** Where a flow keeps what an outcome looks at. */
export type OutcomeCell = { place: Place; type: Type; isIngress: boolean };

/** The outcomes that `definition` reads from metadata; `find` is null for what the program's blocks do not have. */
export function decidingValues(
  definition: ArchitectureDefinition,
  semantics: ArchitectureSemantics,
  metadata: MachineMetadata,
  find: (outcome: MetadataOutcome) => OutcomeCell | null,
): DecidingValue[] {
  return definition.metadataOutcomes.flatMap((outcome): DecidingValue[] => {
    const cell = find(outcome);
    if (!cell) return [];
    const { holder, field } = outcome;
    const isLate = semantics.decidedAfterEgress.some(
      (each) => "struct" in holder && each.struct === holder.struct && each.field === field,
    );
    const value = constantOf(outcome.value, cell.type);
    const guard = test(cell, value);
    return [
      {
        fate: outcome.outcome,
        guard: cell.isIngress ? withoutCopies(guard, value, semantics, metadata) : guard,
        at: cell.isIngress && !isLate ? "queue" : "end",
        isOfSending: outcome.value === NOT_SET,
      },
    ];
  });
}

/** A truth value that is open goes both ways; a number that is open is some port or code, and not a special one. */
function test({ place, type }: OutcomeCell, value: Constant): Value {
  return operation(type.kind === "bool" ? "==" : "known", [readPlace(place, shapeOf(type)), constant(value)]);
}

/** `guard`, and where copies live on in spite of `value`, nothing that asks for one: an open group may be none. */
export function withoutCopies(
  guard: Value,
  value: Constant,
  { replicated }: ArchitectureSemantics,
  metadata: MachineMetadata,
): Value {
  const fields = replicated.flatMap((each) => (each.outcomes.includes(value) ? each.fields : []));
  return fields.reduce((all, field) => {
    const none = metadata.is(field, 0n);
    return none ? operation("&&", [all, none]) : all;
  }, guard);
}

/** An enum member is told apart by its enum. */
export function constantOf(value: Constant, type: Type): Constant {
  return typeof value === "string" && type.kind === "enum" ? `${type.declaration.name.text}.${value}` : value;
}
