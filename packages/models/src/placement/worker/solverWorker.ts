import type { NetworkFunction } from "../../chain/index.ts";
import type { WorkerPort, WorkerReply } from "../../core/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import type { PlaceProgress } from "../engine.ts";
import type { Plan } from "../plan/planResult.ts";
import type { Problem } from "../problem.ts";
import type { Placement } from "../result.ts";

/**
 * Sent to the worker; plain data, so that it can be cloned. `solver`: what it runs on HiGHS; for `plan` an
 * engine of `planEngines`.
 */
export type IlpRequest = {
  solver: "ilp" | "batch" | { plan: string };
  problem: Problem;
  profiles: readonly DeviceProfile[];
  functions: readonly NetworkFunction[];
  timeLimitMs: number | null;
  online: boolean;
};

export type IlpAnswer = { kind: "placement"; placement: Placement } | { kind: "plan"; plan: Plan };
export type IlpReply = WorkerReply<IlpAnswer, PlaceProgress>;

/** A running worker, whatever its platform; `serveIlp` answers at its other end. */
export type IlpWorker = WorkerPort<IlpRequest, IlpReply>;
