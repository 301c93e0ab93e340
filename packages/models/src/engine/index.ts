export { builtInEstimators } from "./builtInEstimators.ts";
export type {
  Engine,
  EngineOptions,
  EstimateOptions,
  Estimator,
  PlacementEngine,
  PlaceOptions,
  Progress,
} from "./contract.ts";
export { createEngineRegistry, type EngineEntry, type EngineRegistry } from "./registry.ts";
