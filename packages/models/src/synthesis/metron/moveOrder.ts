/**
 * Steps by which flows go from one core to another. startCore: the new core runs. openQueue: the NIC knows the new tag;
 * the queue is held when a release follows. retag: the switch sets the new tag. drain: waits until no packet with the
 * old tag is left. copyState: the new core gets what the old one knows of these flows. release: the new core begins
 * with its queue. retire: the old core forgets them. closeQueue, stopCore: the old tag and core are no longer needed.
 */
export type MoveStep =
  | "startCore"
  | "openQueue"
  | "retag"
  | "drain"
  | "copyState"
  | "release"
  | "retire"
  | "closeQueue"
  | "stopCore";

/** A split (deflation): half of a group goes to a core that is started for it; the old tag stays for the other half. */
export const SPLIT_ORDER: readonly MoveStep[] = [
  "startCore",
  "openQueue",
  "retag",
  "drain",
  "copyState",
  "release",
  "retire",
];
/**
 * A merge (inflation) or move: all of a group goes to a core that runs, by a tag of its own there; the old core is
 * stopped.
 */
export const MERGE_ORDER: readonly MoveStep[] = [
  "openQueue",
  "retag",
  "drain",
  "copyState",
  "release",
  "retire",
  "closeQueue",
  "stopCore",
];
