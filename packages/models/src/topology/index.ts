export { checkLinks } from "./checkLinks.ts";
export { checkShape, describePath, type Shaped } from "./checkShape.ts";
export { type Path, readDocument, type SourceDocument } from "./document.ts";
export { type FatTreeShape, fatTree, fatTreeDefaults } from "./fatTree.ts";
export { adjacency, components, type Neighbour, type Route, shortestRoute } from "./graph.ts";
export { parseChecked } from "./parseChecked.ts";
export { parseTopology } from "./parseTopology.ts";
export { rawFields, rawList } from "./rawFields.ts";
export {
  linkSchema,
  nodeIdSchema,
  nodeSchema,
  type Telemetry,
  type Topology,
  type TopologyLink,
  type TopologyNode,
  telemetrySchema,
  topologySchema,
} from "./schema.ts";
export { didYouMean, editDistance } from "./suggest.ts";
export { type Network, toNetwork } from "./toNetwork.ts";
