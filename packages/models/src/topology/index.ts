export { checkLinks } from "./checkLinks.ts";
export { type FatTreeShape, fatTree, fatTreeDefaults } from "./fatTree.ts";
export { adjacency, components, type Neighbour, type Route, shortestRoute } from "./graph.ts";
export {
  type ImportedTopology,
  importTopology,
  type TopologyFormat,
  topologyFileEndings,
  topologyFormats,
} from "./import/importTopology.ts";
export type { ImportOptions } from "./import/parts.ts";
export { parseTopology } from "./parseTopology.ts";
export { reviewTopology, type TopologyAdvice } from "./reviewTopology.ts";
export {
  linkSchema,
  nodeIdSchema,
  nodeSchema,
  type PortName,
  type Telemetry,
  type Topology,
  type TopologyLink,
  type TopologyNode,
  telemetrySchema,
  topologySchema,
} from "./schema.ts";
export { type Network, toNetwork } from "./toNetwork.ts";
export { topologyJson, topologyYaml } from "./topologyText.ts";
