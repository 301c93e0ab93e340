export { builtInEngines } from "./builtInEngines.ts";
export {
  type Engine,
  type EstimateOptions,
  type Estimator,
  isEstimator,
  isPlacementSolver,
} from "./contract.ts";
export { estimateAnswerSchema, readEstimateAnswer } from "./plugin/estimateAnswer.ts";
export { placeAnswerSchema, readPlaceAnswer } from "./plugin/placeAnswer.ts";
export {
  createPluginEngine,
  DEFAULT_PLUGIN_LIMIT_S,
  type PluginControl,
  type PluginDescription,
  type PluginHost,
} from "./plugin/pluginEngine.ts";
export {
  PluginError,
  type PluginFailure,
  pluginFailure,
  pluginFailureSchema,
} from "./plugin/pluginFailure.ts";
export {
  argumentsOf,
  estimateRequest,
  type PluginRequest,
  type ProfileFacts,
  placeRequest,
} from "./plugin/pluginRequest.ts";
export {
  createPythonHost,
  type PythonHost,
  pythonPluginHost,
  type SandboxPort,
} from "./python/pythonHost.ts";
export { type PythonReply, type PythonTask, readPythonReply } from "./python/pythonReply.ts";
export type { SandboxFiles } from "./python/sandbox.ts";
export { createEngineRegistry, type EngineEntry, type EngineRegistry, unknownEngine } from "./registry.ts";
