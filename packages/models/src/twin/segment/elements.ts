import type { BoundSegment, Element } from "./boundSegment.ts";

/**
 * Can INT show this element? A stay in a switch, and what lies between two stays in the same one: between two
 * clocks nothing is measured.
 */
export function isVisible(elements: readonly Element[], index: number): boolean {
  const element = elements[index];
  if (element?.kind === "switch") return true;
  const [before, after] = [elements[index - 1], elements[index + 1]];
  return before?.kind === "switch" && after?.kind === "switch" && before.nodeId === after.nodeId;
}

/** Names the queue behind a switch element: segments whose elements have the same node and egress port share it. */
export function queueKeyAt({ id, elements, to }: BoundSegment, index: number): string {
  const element = elements[index];
  if (element?.kind !== "switch") return `${id}#${index}`;
  const port = element.port ?? (index === elements.length - 1 ? to.port : null);
  // a queue whose port nobody names is shared with nobody
  return port === null ? `${id}#${index}` : `${element.nodeId}:${port}`;
}
