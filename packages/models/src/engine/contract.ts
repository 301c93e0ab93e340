import type { DeviceProfile } from "../device/index.ts";
import type { EstimateReport, ExpectedLatency, LatencyProgram } from "../latency/index.ts";
import type { PlacementSolver } from "../placement/index.ts";
import type { Outcome, Probabilities } from "../program/index.ts";

/**
 * `packetBytes`: the size the profile was measured at when left out. An engine that is aborted rejects with
 * the signal's reason.
 */
export type EstimateOptions = {
  readonly packetBytes?: number | undefined;
  /** how many of the fastest and slowest paths to name in `extremes` */
  readonly extremes?: number | undefined;
  /** only the paths of packets that end so; left out, all. An engine that names no extremes may leave it to who asks */
  readonly outcomes?: readonly Outcome[] | undefined;
  /** seconds; none when left out */
  readonly timeLimitS?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Mean latency over all packets that take the ways of a program as `probabilities` say. */
type Expect = (input: {
  readonly program: LatencyProgram;
  readonly device: DeviceProfile;
  readonly probabilities: Probabilities;
  readonly packetBytes?: number | undefined;
}) => ExpectedLatency;

/** Predicts the latency of each path of a program on a device. */
export type Estimator = {
  readonly id: string;
  readonly title: string;
  estimate(program: LatencyProgram, device: DeviceProfile, options: EstimateOptions): Promise<EstimateReport>;
  /** left out by an estimator that cannot weigh paths */
  readonly expect?: Expect;
};

/** An engine is an estimator, a placement solver (contract in the placement room), or both. */
export type Engine = Estimator | PlacementSolver | (Estimator & PlacementSolver);

export const isEstimator = (engine: Engine): engine is Estimator => "estimate" in engine;
export const isPlacementSolver = (engine: Engine): engine is PlacementSolver => "place" in engine;
