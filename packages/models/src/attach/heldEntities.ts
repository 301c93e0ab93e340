import type { Draft, P4Info, Entity as WireEntity } from "../p4runtime/index.ts";
import { Entity as WireMessage } from "../p4runtime/index.ts";
import type { Entity } from "../snapshot/index.ts";
import { namesOf } from "./names.ts";
import { toEntity } from "./toEntity.ts";

/** What a switch of this process holds, by the names of its P4Info: the same entities that a look at it would bring. */
export function heldEntities(info: P4Info, wires: Iterable<Draft<WireEntity>>): Entity[] {
  const names = namesOf(info);
  const held: Entity[] = [];
  for (const wire of wires) {
    const read = toEntity(WireMessage.of(wire), names, () => undefined);
    if (read) held.push(read.entity);
  }
  return held;
}
