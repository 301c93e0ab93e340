import type { Change } from "../../program/index.ts";
import type { Target } from "../target.ts";

/** A clone session is a group of its own, beyond those that a packet can name. */
const SESSION_GROUPS = 2 ** 16;

/** Makes a multicast group or a clone session, as a file of the p4lang tutorials gives it. */
export function replicate(
  { replication }: Target,
  { of, id, replicas }: Extract<Change, { kind: "replicas" }>,
): void {
  const group = of === "session" ? SESSION_GROUPS + id : id;
  replication.createGroup(group);
  for (const { egress_port, instance } of replicas)
    replication.associate(group, replication.createNode(instance ?? 0, [egress_port]));
  if (of === "session") replication.setSession(id, { group });
}
