import type { Span } from "../../../core/index.ts";
import type { ClickScope } from "./clickGraph.ts";

/** An element of a connection with the ports that are written before and behind it; null where none are. */
export type Item = {
  /** where connections to it lead, and from where those behind it come: one element, unless it is a group */
  into: string;
  outOf: string;
  inPorts: number[] | null;
  outPorts: number[] | null;
  span: Span;
};

function connect(scope: ClickScope, from: Item, fromPort: number, to: Item, toPort: number): void {
  scope.connections.push({ from: from.outOf, fromPort, to: to.into, toPort, span: to.span });
}

/** `->`: each output with each input. */
export function connectAll(scope: ClickScope, left: readonly Item[], right: readonly Item[]): void {
  for (const from of left)
    for (const to of right)
      for (const fromPort of from.outPorts ?? [0])
        for (const toPort of to.inPorts ?? [0]) connect(scope, from, fromPort, to, toPort);
}

/**
 * `=>`: the n-th output with the n-th input; one element without ports stands for as many as the other side has. What
 * is wrong with it, or null.
 */
export function connectPairs(
  scope: ClickScope,
  left: readonly Item[],
  right: readonly Item[],
): string | null {
  const ends = (items: readonly Item[], side: "inPorts" | "outPorts") =>
    items.flatMap((item) => (item[side] ?? [0]).map((port) => ({ item, port })));
  const isOpen = (items: readonly Item[], side: "inPorts" | "outPorts"): boolean =>
    items.length === 1 && items[0]![side] === null;
  let [from, to] = [ends(left, "outPorts"), ends(right, "inPorts")];
  if (isOpen(left, "outPorts")) from = to.map((_, port) => ({ item: left[0]!, port }));
  else if (isOpen(right, "inPorts")) to = from.map((_, port) => ({ item: right[0]!, port }));
  for (const [i, a] of from.entries()) {
    const b = to[i];
    if (b) connect(scope, a.item, a.port, b.item, b.port);
  }
  return from.length === to.length
    ? null
    : `=> joins as many outputs as inputs; here ${from.length} with ${to.length}`;
}
