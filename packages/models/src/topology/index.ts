export { checkLinks } from "./checkLinks.ts";
export { type FatTreeShape, fatTree, fatTreeDefaults } from "./fatTree.ts";

export { components, type Route, shortestRoute } from "./graph.ts";
export { joinNeighbours } from "./import/gnmi/joinNeighbours.ts";
export {
  type GnmiDevice,
  type GnmiFile,
  gnmiDeviceSchema,
  gnmiFileSchema,
} from "./import/gnmi/switchFile.ts";
export {
  type ImportedTopology,
  importTopology,
  type TopologyFormat,
  topologyFileEndings,
  topologyFormats,
} from "./import/importTopology.ts";
export { BARE_LATENCY, readMininet } from "./import/mininet.ts";
export type { ImportedEnd, ImportOptions } from "./import/parts.ts";
export { parseTopology } from "./parseTopology.ts";
export { reviewTopology } from "./reviewTopology.ts";
export {
  linkSchema,
  nodeIdSchema,
  type PortName,
  type Topology,
  type TopologyLink,
  type TopologyNode,
  topologySchema,
} from "./schema.ts";
export { type Network, toNetwork } from "./toNetwork.ts";
export { topologyJson, topologyYaml } from "./topologyText.ts";
