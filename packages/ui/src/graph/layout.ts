/** The layouts without React, for workers. */
export {
  type GraphLayout,
  type LayoutEdge,
  type LayoutNode,
  type LayoutOptions,
  layoutGraph,
  type Point,
} from "./layoutGraph.ts";
export { layoutTopology } from "./layoutTopology.ts";
export type { TopologyLink, TopologyNode, TopologyNodeKind } from "./topologyTypes.ts";
