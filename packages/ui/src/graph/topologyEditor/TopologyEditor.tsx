"use client";
import {
  Background,
  type Connection,
  ConnectionMode,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from "react";
import { cn } from "../../lib/cn.ts";
import type { SelectOption } from "../../primitives/Select.tsx";
import { EditorLink } from "./EditorLink.tsx";
import { EditorNode } from "./EditorNode.tsx";
import { carriesEntry, droppedEntry, EditorPalette, type PaletteEntry } from "./EditorPalette.tsx";
import { EditorToolbar } from "./EditorToolbar.tsx";
import { BOX, type CloudLink, type CloudNode, flowLinks, flowNodes, fromCorner } from "./editorFlow.ts";
import type { EditorAction, EditorState, Selection } from "./editorState.ts";
import { PropertiesPanel } from "./PropertiesPanel.tsx";
import type { Places } from "./topologyEdits.ts";

export interface TopologyEditorProps {
  state: EditorState;
  dispatch: (action: EditorAction) => void;
  /** places of nodes that were not drawn by hand */
  base: Places;
  profiles: readonly SelectOption<string>[];
  /** what should be looked at, by node id */
  problems: Readonly<Record<string, string>>;
  checkId: (text: string) => string | null;
  /** finds new places for all nodes; `arranging` while it does */
  onArrange: () => void;
  arranging: boolean;
  label: string;
  className?: string;
}

const NODE_TYPES = { cloud: EditorNode };
const EDGE_TYPES = { cloud: EditorLink };
/** Drawn nodes stand on a grid of this many pixels; arrow keys move by it. */
const GRID: [number, number] = [10, 10];
/** Rate of a drawn link: 10 GbE, as the access links of generated trees. */
const LINK_GBPS = 10;
/** Above this only what is seen is an element of the page. */
const MANY_NODES = 100;

/**
 * Draws a cloud: palette, drawing and properties. All that happens goes through `dispatch`; the owner holds the state.
 */
export function TopologyEditor(props: TopologyEditorProps) {
  return (
    <ReactFlowProvider>
      <Editor {...props} />
    </ReactFlowProvider>
  );
}

function Editor({
  state,
  dispatch,
  base,
  profiles,
  problems,
  checkId,
  onArrange,
  arranging,
  label,
  className,
}: TopologyEditorProps) {
  const flow = useReactFlow<CloudNode, CloudLink>();
  const canvas = useRef<HTMLDivElement>(null);
  const properties = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<Places>({});
  const nodes = useMemo(() => flowNodes(state, base, dragged, problems), [state, base, dragged, problems]);
  const links = useMemo(() => flowLinks(state), [state]);
  // React Flow tells the selection of nodes and of links one after the other, before either is rendered
  const selection = useRef(state.selection);
  selection.current = state.selection;

  const select = (part: Partial<Selection>): void => {
    selection.current = { ...selection.current, ...part };
    dispatch({ type: "select", selection: selection.current });
  };
  const withSelectChanges = (
    before: readonly string[],
    changes: readonly (NodeChange<CloudNode> | EdgeChange<CloudLink>)[],
  ): readonly string[] | null => {
    const after = new Set(before);
    for (const change of changes) {
      if (change.type !== "select") continue;
      if (change.selected) after.add(change.id);
      else after.delete(change.id);
    }
    const same = after.size === before.length && before.every((id) => after.has(id));
    return same ? null : [...after];
  };
  const onNodesChange = (changes: NodeChange<CloudNode>[]): void => {
    const chosen = withSelectChanges(selection.current.nodes, changes);
    if (chosen) select({ nodes: chosen });
    const [going, arrived]: [
      Record<string, { x: number; y: number }>,
      Record<string, { x: number; y: number }>,
    ] = [{}, {}];
    for (const change of changes) {
      if (change.type !== "position" || !change.position) continue;
      (change.dragging ? going : arrived)[change.id] = fromCorner(change.position);
    }
    if (Object.keys(going).length > 0) setDragged((before) => ({ ...before, ...going }));
    if (Object.keys(arrived).length === 0) return;
    const byKey = Object.keys(dragged).length === 0;
    setDragged({});
    const seen = new Map(nodes.map((node) => [node.id, fromCorner(node.position)]));
    const moved = Object.entries(arrived).some(([id, { x, y }]) => {
      const before = byKey ? seen.get(id) : undefined;
      return before === undefined || before.x !== x || before.y !== y;
    });
    if (moved) dispatch({ type: "move", places: arrived, base, byKey });
  };
  const onEdgesChange = (changes: EdgeChange<CloudLink>[]): void => {
    const chosen = withSelectChanges(selection.current.links, changes);
    if (chosen) select({ links: chosen });
  };
  const onConnect = ({ source, target }: Connection): void =>
    dispatch({ type: "connect", a: source, b: target, gbps: LINK_GBPS, base });

  const add = (entry: PaletteEntry, at: { x: number; y: number }): void =>
    dispatch({ type: "add", ...entry, at, base });
  const addInMiddle = (entry: PaletteEntry): void => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return;
    const middle = flow.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    // one after the other, not one upon the other
    const taken = new Set(nodes.map((node) => `${node.position.x} ${node.position.y}`));
    const at = { x: Math.round(middle.x / 10) * 10, y: Math.round(middle.y / 10) * 10 };
    while (taken.has(`${at.x - BOX.middleX} ${at.y - BOX.middleY}`)) at.x += BOX.width + 14;
    add(entry, at);
  };
  const onDrop = (event: DragEvent): void => {
    const entry = droppedEntry(event.dataTransfer);
    if (!entry) return;
    event.preventDefault();
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    add(entry, { x: Math.round(x / 10) * 10, y: Math.round(y / 10) * 10 });
  };
  const duplicate = (): void => {
    dispatch({ type: "copy", base });
    dispatch({ type: "paste", base });
  };
  const remove = (): void => {
    dispatch({ type: "remove", base });
    // what had the focus may be gone: the next key still belongs to the drawing
    canvas.current?.focus({ preventScroll: true });
  };
  const connectSelected = (): void => dispatch({ type: "connectSelected", gbps: LINK_GBPS, base });

  const onKeyDown = (event: KeyboardEvent): void => {
    const command = commandOf(event);
    const run: Partial<Record<string, () => void>> = {
      remove,
      duplicate,
      connect: connectSelected,
      undo: () => dispatch({ type: "undo" }),
      redo: () => dispatch({ type: "redo" }),
      copy: () => dispatch({ type: "copy", base }),
      paste: () => dispatch({ type: "paste", base }),
      all: () => dispatch({ type: "selectAll" }),
      // React Flow selects what is focused on Enter; then its first property takes the focus
      edit: () =>
        requestAnimationFrame(() =>
          properties.current?.querySelector<HTMLElement>("input, [role=combobox]")?.focus(),
        ),
    };
    const action = command === null ? undefined : run[command];
    if (!action) return;
    if (command !== "edit") event.preventDefault();
    action();
  };

  return (
    <div className={cn("grid min-h-0 gap-2 md:grid-cols-[8.5rem_minmax(0,1fr)_15rem]", className)}>
      <EditorPalette
        profiles={profiles}
        onAdd={addInMiddle}
        className="max-h-full flex-wrap content-start overflow-auto md:flex-col md:flex-nowrap"
      />
      <section aria-label={label} className="flex min-h-80 min-w-0 flex-col gap-1" onKeyDown={onKeyDown}>
        <EditorToolbar
          state={state}
          busy={arranging}
          onUndo={() => dispatch({ type: "undo" })}
          onRedo={() => dispatch({ type: "redo" })}
          onRemove={remove}
          onDuplicate={duplicate}
          onConnect={connectSelected}
          onArrange={onArrange}
          onZoomIn={() => void flow.zoomIn()}
          onZoomOut={() => void flow.zoomOut()}
          onFit={() => void flow.fitView()}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a place to drop, no form */}
        <div
          role="group"
          aria-label="Canvas"
          tabIndex={-1}
          ref={canvas}
          className="min-h-0 grow rounded-md border border-line bg-bg outline-none"
          onDragOver={(event) => {
            if (!carriesEntry(event.dataTransfer)) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = "copy";
          }}
          onDrop={onDrop}
        >
          <ReactFlow<CloudNode, CloudLink>
            nodes={nodes}
            edges={links}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            onNodesChange={onNodesChange}
            onEdgesChange={onEdgesChange}
            onConnect={onConnect}
            connectionMode={ConnectionMode.Loose}
            connectionRadius={36}
            deleteKeyCode={null}
            snapToGrid
            snapGrid={GRID}
            minZoom={0.05}
            maxZoom={2}
            fitView
            fitViewOptions={{ maxZoom: 1, padding: 0.12 }}
            zoomOnScroll={false}
            preventScrolling={false}
            zoomActivationKeyCode={["Control", "Meta"]}
            onlyRenderVisibleElements={nodes.length > MANY_NODES}
          >
            <Background gap={20} size={1} color="var(--line-strong)" />
          </ReactFlow>
        </div>
      </section>
      <div ref={properties} className="flex max-h-full min-w-0 flex-col gap-4 overflow-auto p-0.5">
        <PropertiesPanel
          state={state}
          base={base}
          dispatch={dispatch}
          profiles={profiles}
          checkId={checkId}
        />
      </div>
    </div>
  );
}

/** What a key means in the drawing; null when it means nothing there. */
function commandOf(event: KeyboardEvent): string | null {
  if (event.target instanceof Element && event.target.closest("input, textarea, [role=toolbar]")) return null;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return event.shiftKey ? "redo" : "undo";
    return { y: "redo", c: "copy", v: "paste", d: "duplicate", a: "all" }[key] ?? null;
  }
  if (event.altKey) return null;
  return { delete: "remove", backspace: "remove", l: "connect", enter: "edit" }[key] ?? null;
}
