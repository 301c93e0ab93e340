import type { Statement } from "../cluster/statements.ts";
import type { Supervision } from "../cluster/supervision.ts";
import type { DatabaseLook } from "../database/watch.ts";
import type { DiskState } from "../disk/guard.ts";

/** All that is judged in one look. */
export type Facts = {
  /** by the clock that does not step */
  monotonicMs: number;
  nowMs: number;
  /** who judges: its machine, and its roles as one word */
  host: string;
  judge: string;
  /** null before the first look, and where nobody looks */
  database: DatabaseLook | null;
  /** of the data directory of whoever judges; null where nobody watches it */
  disk: DiskState | null;
  /** what every process said last, this one included */
  statements: readonly Statement[];
  /** what the supervisor of this machine said last; null where there is none, or when it is silent */
  supervision: Supervision | null;
  /** false while the broker is away, null without one */
  brokerConnected: boolean | null;
};
