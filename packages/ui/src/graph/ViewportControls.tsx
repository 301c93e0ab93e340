"use client";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { cn } from "../lib/cn.ts";
import { IconButton } from "../primitives/IconButton.tsx";
import type { Zoom } from "./useZoom.ts";

const STEP = 1.3;
/** Pixels that the buttons and the names above them take at the foot of a drawing. */
export const CONTROLS_PX = 52;

/** Zoom and fit buttons of a graph. */
export function ViewportControls({ viewport, className }: { viewport: Zoom; className?: string }) {
  return (
    <div className={cn("flex rounded-md border border-line bg-surface print:hidden", className)}>
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
