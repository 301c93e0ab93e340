import type { Random } from "@p4twin/models/core";
import type { ProcessRole } from "../../src/roles.ts";
import type { Lab } from "./lab.ts";

/** Something that happens to the product, and what an operator is to hear of it. */
export type Pids = Readonly<Record<ProcessRole, number>>;
export type Fault = {
  id: string;
  /** keys of the incidents that it may raise, as they begin; none: it is nothing to wake somebody for */
  raises: readonly string[];
  /** alerts at most, where what is done is more than one thing; 1 unless given */
  alertsAtMost?: number;
  /** how long it lasts before it is lifted, ms */
  holdMs: number;
  /** the collector's process ends: what its open windows held is lost */
  losesOpenWindows?: true;
  /** faults that cannot happen at the same time, by what they act on */
  on: "process" | "database" | "disk" | "clock" | "network" | "browser" | "broker";
  /** why it cannot happen on this machine; null when it can */
  unable?(lab: Lab): string | null;
  /** Makes it happen; resolves with what lifts it. `pids`: of every role, from before anything was hurt. */
  hurt(lab: Lab, random: Random, pids: Pids): Promise<() => Promise<void>>;
};

export const nothingToLift = async (): Promise<void> => {};
