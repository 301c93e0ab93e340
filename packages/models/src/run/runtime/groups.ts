import { ControlError } from "../../program/index.ts";
import type { Target } from "../target.ts";

/** BMv2's commands for multicast groups and their nodes; false: another command. Throws `ControlError`. */
export function groupCommand({ replication }: Target, verb: string, words: readonly string[]): boolean {
  if (!verb.startsWith("mc_")) return false;
  const numbers = words.map(Number);
  const wrong = numbers.findIndex((each) => !Number.isInteger(each));
  if (wrong >= 0 || numbers.length === 0)
    throw new ControlError(`${verb} needs a number in place ${Math.max(1, wrong + 1)}`);
  const [first = 0, second = 0] = numbers;
  const ports = numbers.slice(1);
  if (verb === "mc_node_update" && ports.length === 0)
    throw new ControlError("mc_node_update needs a node and its ports");
  const twice = /^mc_node_(create|update)$/.test(verb) && ports.find((port, i) => ports.indexOf(port) < i);
  if (typeof twice === "number") throw new ControlError(`${verb} names port ${twice} twice`);
  switch (verb) {
    case "mc_mgrp_create":
      replication.createGroup(first);
      return true;
    case "mc_mgrp_destroy":
      replication.destroyGroup(first);
      return true;
    case "mc_node_create":
      replication.createNode(first, ports);
      return true;
    case "mc_node_update":
      return done(replication.updateNode(first, ports), `there is no node ${first}`);
    case "mc_node_destroy":
      return done(replication.destroyNode(first), `there is no node ${first}`);
    case "mc_node_associate":
      return done(
        replication.associate(first, second),
        `there is no multicast group ${first} or no node ${second}, or the node is in a group`,
      );
    case "mc_node_dissociate":
      return done(replication.dissociate(first, second), `group ${first} has no node ${second}`);
    default:
      return false;
  }
}

function done(isDone: boolean, why: string): true {
  if (!isDone) throw new ControlError(why);
  return true;
}
