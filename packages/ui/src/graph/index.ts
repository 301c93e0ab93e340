export { FlowGraph } from "./FlowGraph.tsx";
export { HeatScale } from "./HeatScale.tsx";
export { type FlowEdge, type FlowNode, type FlowNodeKind, measureFlowGraph } from "./prepareFlowGraph.ts";
export { TopologyCanvas } from "./TopologyCanvas.tsx";
export {
  createEditorState,
  type EditorAction,
  type EditorState,
  editorReducer,
} from "./topologyEditor/editorState.ts";
export { TopologyEditor } from "./topologyEditor/TopologyEditor.tsx";
export type { Places } from "./topologyEditor/topologyEdits.ts";
export type { TopologyLink, TopologyNode } from "./topologyTypes.ts";
