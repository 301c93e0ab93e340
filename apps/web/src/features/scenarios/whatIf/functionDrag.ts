import type { DragEvent } from "react";

const MIME = "application/x-p4twin-function";

/** A function of a chain on its way to another device. */
export type DraggedFunction = { chain: string; position: number };

export function startFunctionDrag(event: DragEvent, dragged: DraggedFunction): void {
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData(MIME, JSON.stringify(dragged));
}

/** The node a pointer is over: a mark of the drawing, or a row of a table that names a node. */
function nodeAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null;
  const own = target.closest<HTMLElement | SVGElement>("[data-node-id]");
  const inRow = target.closest("tr")?.querySelector<HTMLElement>("[data-node-id]");
  return (own ?? inRow)?.dataset.nodeId ?? null;
}

/** Handlers for an area with nodes on which functions can be dropped. */
export const dropHandlers = (onDrop: (dragged: DraggedFunction, node: string) => void) => ({
  onDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes(MIME) || nodeAt(event.target) === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
  },
  onDrop(event: DragEvent): void {
    const node = nodeAt(event.target);
    const text = event.dataTransfer.getData(MIME);
    if (node === null || text === "") return;
    event.preventDefault();
    // what the page itself has written at the start of the drag
    onDrop(JSON.parse(text) as DraggedFunction, node);
  },
});
