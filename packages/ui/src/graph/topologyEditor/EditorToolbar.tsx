"use client";
import { Copy, Link2, Maximize, Network, Redo2, Trash2, Undo2, ZoomIn, ZoomOut } from "lucide-react";
import { IconButton } from "../../primitives/IconButton.tsx";
import type { EditorState } from "./editorState.ts";

export interface EditorToolbarProps {
  state: EditorState;
  busy: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onRemove: () => void;
  onDuplicate: () => void;
  onConnect: () => void;
  onArrange: () => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFit: () => void;
}

export function EditorToolbar({ state, busy, ...on }: EditorToolbarProps) {
  const { nodes, links } = state.selection;
  return (
    <div role="toolbar" aria-label="Drawing" className="flex flex-wrap items-center gap-0.5">
      <IconButton
        size="sm"
        label="Undo"
        keys={["Ctrl", "Z"]}
        icon={<Undo2 aria-hidden />}
        disabled={state.past.length === 0}
        onClick={on.onUndo}
      />
      <IconButton
        size="sm"
        label="Redo"
        keys={["Ctrl", "Y"]}
        icon={<Redo2 aria-hidden />}
        disabled={state.future.length === 0}
        onClick={on.onRedo}
      />
      <IconButton
        size="sm"
        label="Link the selected nodes"
        keys={["L"]}
        icon={<Link2 aria-hidden />}
        disabled={nodes.length < 2}
        onClick={on.onConnect}
      />
      <IconButton
        size="sm"
        label="Duplicate the selection"
        keys={["Ctrl", "D"]}
        icon={<Copy aria-hidden />}
        disabled={nodes.length === 0}
        onClick={on.onDuplicate}
      />
      <IconButton
        size="sm"
        label="Delete the selection"
        keys={["Del"]}
        icon={<Trash2 aria-hidden />}
        disabled={nodes.length + links.length === 0}
        onClick={on.onRemove}
      />
      <IconButton
        size="sm"
        label="Arrange all nodes"
        icon={<Network aria-hidden />}
        busy={busy}
        disabled={state.doc.nodes.length === 0}
        onClick={on.onArrange}
      />
      <span aria-hidden className="mx-1 h-4 w-px bg-line" />
      <IconButton size="sm" label="Zoom in" icon={<ZoomIn aria-hidden />} onClick={on.onZoomIn} />
      <IconButton size="sm" label="Zoom out" icon={<ZoomOut aria-hidden />} onClick={on.onZoomOut} />
      <IconButton size="sm" label="Fit to view" icon={<Maximize aria-hidden />} onClick={on.onFit} />
    </div>
  );
}
