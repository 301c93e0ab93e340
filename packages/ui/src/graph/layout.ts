/** The layouts without React, for workers. */
export {
  type GraphLayout,
  type LayoutEdge,
  type LayoutNode,
  type LayoutOptions,
  layoutGraph,
} from "./layoutGraph.ts";
export { layoutTopology } from "./layoutTopology.ts";
export type { TopologyLink, TopologyNode } from "./topologyTypes.ts";
