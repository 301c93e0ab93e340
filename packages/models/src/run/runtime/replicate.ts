import { type Change, ControlError } from "../../program/index.ts";
import type { Target } from "../target.ts";

/** A clone session is a group of its own, beyond those that a packet can name. */
const SESSION_GROUPS = 2 ** 16;

/** Makes, changes or deletes a multicast group or a clone session. Throws `ControlError`. */
export function replicate(
  { replication }: Target,
  { of, id, replicas, cutTo, update }: Extract<Change, { kind: "replicas" }>,
): void {
  const group = of === "session" ? SESSION_GROUPS + id : id;
  const isThere = replication.groupIds.includes(group);
  const what = of === "session" ? `clone session ${id}` : `multicast group ${id}`;
  if (update === "insert" && isThere)
    throw new ControlError(`there is a ${what} already; change it by an update of type MODIFY`);
  if (update && update !== "insert" && !isThere) throw new ControlError(`there is no ${what} to ${update}`);
  if (update === "delete") {
    replication.destroyWhole(group);
    if (of === "session") replication.removeSession(id);
    return;
  }
  if (cutTo !== undefined && !replication.cutsClones)
    throw new ControlError(`this switch does not cut clones; leave out packet_length_bytes of ${what}`);
  replication.destroyWhole(group);
  replication.createGroup(group);
  for (const { egress_port, instance } of replicas)
    replication.associate(group, replication.createNode(instance ?? 0, [egress_port]));
  if (of === "session") replication.setSession(id, { group, cutTo: cutTo ?? null });
}
