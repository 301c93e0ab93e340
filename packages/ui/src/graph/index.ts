export { FlowGraph, type FlowGraphProps } from "./FlowGraph.tsx";
export {
  type GraphLayout,
  type LayoutEdge,
  type LayoutNode,
  layoutGraph,
  type Point,
} from "./layoutGraph.ts";
export { layoutTopology, routeLines } from "./layoutTopology.ts";
export { type FlowEdge, type FlowNode, type FlowNodeKind, measureFlowGraph } from "./prepareFlowGraph.ts";
export { TopologyCanvas, type TopologyCanvasProps } from "./TopologyCanvas.tsx";
export {
  createEditorState,
  type EditorAction,
  type EditorState,
  editorReducer,
  type Places,
} from "./topologyEditor/editorState.ts";
export { TopologyEditor, type TopologyEditorProps } from "./topologyEditor/TopologyEditor.tsx";
export type { TopologyLink, TopologyNode, TopologyNodeKind, TopologyRoute } from "./topologyTypes.ts";
