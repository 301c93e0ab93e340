"use client";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { IconButton } from "../primitives/IconButton.tsx";
import type { Viewport } from "./useViewport.ts";

const STEP = 1.3;

/** Zoom and fit buttons in the corner of a graph. */
export function ViewportControls({ viewport }: { viewport: Viewport }) {
  return (
    <div className="absolute right-2 bottom-2 flex rounded-md border border-line bg-surface print:hidden">
      <IconButton
        size="sm"
        label="Zoom in"
        icon={<ZoomIn aria-hidden />}
        onClick={() => viewport.zoomBy(STEP)}
      />
      <IconButton
        size="sm"
        label="Zoom out"
        icon={<ZoomOut aria-hidden />}
        onClick={() => viewport.zoomBy(1 / STEP)}
      />
      <IconButton size="sm" label="Fit to view" icon={<Maximize aria-hidden />} onClick={viewport.fit} />
    </div>
  );
}
