import type { DeviceProfile } from "../device/index.ts";
import type { EstimateReport, LatencyProgram } from "../latency/index.ts";
import type { PlacementSolver } from "../placement/index.ts";

/** `packetBytes`: the size the profile was measured at when left out. An engine that is aborted rejects with the signal's reason. */
export type EstimateOptions = {
  readonly packetBytes?: number | undefined;
  /** how many of the fastest and slowest paths to name in `extremes` */
  readonly extremes?: number | undefined;
  /** seconds; none when left out */
  readonly timeLimitS?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Predicts the latency of each path of a program on a device. */
export type Estimator = {
  readonly id: string;
  readonly title: string;
  estimate(program: LatencyProgram, device: DeviceProfile, options: EstimateOptions): Promise<EstimateReport>;
};

/** An engine is an estimator, a placement solver (contract in the placement room), or both. */
export type Engine = Estimator | PlacementSolver | (Estimator & PlacementSolver);

export const isEstimator = (engine: Engine): engine is Estimator => "estimate" in engine;
export const isPlacementSolver = (engine: Engine): engine is PlacementSolver => "place" in engine;
