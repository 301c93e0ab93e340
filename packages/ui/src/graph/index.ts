export { FlowGraph, type FlowGraphProps } from "./FlowGraph.tsx";
export {
  type GraphLayout,
  type LayoutEdge,
  type LayoutNode,
  layoutGraph,
  type Point,
} from "./layoutGraph.ts";
export {
  layoutTopology,
  routeLines,
  type TopologyLink,
  type TopologyNode,
  type TopologyNodeKind,
  type TopologyRoute,
} from "./layoutTopology.ts";
export { type FlowEdge, type FlowNode, type FlowNodeKind, measureFlowGraph } from "./prepareFlowGraph.ts";
export { TopologyCanvas, type TopologyCanvasProps } from "./TopologyCanvas.tsx";
