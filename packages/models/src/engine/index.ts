export { builtInEstimators } from "./builtInEstimators.ts";
export type { Engine, EstimateOptions, Estimator } from "./contract.ts";
export { createEngineRegistry, type EngineEntry, type EngineRegistry } from "./registry.ts";
