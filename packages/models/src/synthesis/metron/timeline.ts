import type { RestMessage } from "./messages.ts";

/**
 * What happened, for a page to play. `rules`: how many were added, changed or removed. `step`: one of a
 * split, move or merge.
 */
export type MetronEvent = {
  atMs: number;
  kind:
    | "register"
    | "place"
    | "install"
    | "ready"
    | "overload"
    | "split"
    | "move"
    | "merge"
    | "step"
    | "stuck"
    | "failure"
    | "recovered"
    | "down";
  text: string;
  core: number | null;
  group: string | null;
  rules: number | null;
};

/** Once a period: load of the cores in use (0..1), rules by device (`srv/nic0` for a NIC). */
export type MetronSample = {
  atMs: number;
  offeredGbps: number;
  carriedGbps: number;
  cores: { core: number; load: number }[];
  rules: Record<string, number>;
};

/** All lists in the order of time. */
export type MetronTimeline = { events: MetronEvent[]; messages: RestMessage[]; samples: MetronSample[] };
