export { builtInEngines } from "./builtInEngines.ts";
export {
  type Engine,
  type EstimateOptions,
  type Estimator,
  isEstimator,
  isPlacementSolver,
} from "./contract.ts";

export {
  createPluginEngine,
  type PluginHost,
} from "./plugin/pluginEngine.ts";
export {
  PluginError,
  type PluginFailure,
  pluginFailure,
  pluginFailureSchema,
} from "./plugin/pluginFailure.ts";

export {
  createPythonHost,
  type PythonHost,
  pythonPluginHost,
  type SandboxPort,
} from "./python/pythonHost.ts";
export { type PythonReply, readPythonReply } from "./python/pythonReply.ts";
export type { SandboxFiles } from "./python/sandbox.ts";
export { createEngineRegistry, type EngineRegistry, unknownEngine } from "./registry.ts";
