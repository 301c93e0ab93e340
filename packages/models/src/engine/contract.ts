import type { DeviceProfile } from "../device/index.ts";
import type { EstimateReport, LatencyProgram } from "../latency/index.ts";
import type { Catalogue, Placement, Problem } from "../placement/index.ts";

/** How far a search is: `incumbent` and `bound` are objective values, `fraction` is 0 to 1; null where unknown. */
export type Progress = {
  readonly incumbent: number | null;
  readonly bound: number | null;
  readonly fraction: number | null;
};

/** What every engine may be told. An engine that is aborted rejects with the signal's reason. */
export type EngineOptions = {
  readonly signal?: AbortSignal;
  readonly timeLimitMs?: number;
  readonly onProgress?: (progress: Progress) => void;
};

/** `packetBytes`: the size the profile was measured at when left out. */
export type EstimateOptions = EngineOptions & { readonly packetBytes?: number };

/** Predicts the latency of each path of a program on a device. */
export interface Estimator {
  readonly id: string;
  readonly title: string;
  estimate(program: LatencyProgram, device: DeviceProfile, options: EstimateOptions): Promise<EstimateReport>;
}

/** `catalogue`: the profiles and functions that the problem names; `nowMs`: a monotonic clock for times that are reported. */
export type PlaceOptions = EngineOptions & { readonly catalogue: Catalogue; readonly nowMs: () => number };

/** Embeds the chains of a problem. Infeasible and out of time are answers, not rejections. */
export interface PlacementEngine {
  readonly id: string;
  readonly title: string;
  place(problem: Problem, options: PlaceOptions): Promise<Placement>;
}

/** An engine is an estimator, a placement solver, or both. */
export type Engine = Estimator | PlacementEngine | (Estimator & PlacementEngine);

export const isEstimator = (engine: Engine): engine is Estimator => "estimate" in engine;
export const isPlacementEngine = (engine: Engine): engine is PlacementEngine => "place" in engine;
