/** The layouts without React, for workers. */
export {
  type GraphLayout,
  type LayoutEdge,
  type LayoutNode,
  type LayoutOptions,
  layoutGraph,
  type Point,
} from "./layoutGraph.ts";
export {
  layoutTopology,
  type TopologyLink,
  type TopologyNode,
  type TopologyNodeKind,
} from "./layoutTopology.ts";
