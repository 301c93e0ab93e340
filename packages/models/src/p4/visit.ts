import type { Node } from "./tree/index.ts";

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "kind" in value && "span" in value;

/** The nodes directly below a node, in the order in which the tree declares them (for most nodes, that of the text). */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const element of value) if (isNode(element)) children.push(element);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

/** Visits a node and everything below it, parents first. `visit` returns true to leave out what is below a node. */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => unknown): void {
  const stack: { node: Node; parent: Node | null }[] = [{ node, parent: null }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (visit(next.node, next.parent) === true) continue;
    const children = childrenOf(next.node);
    for (let i = children.length - 1; i >= 0; i--) stack.push({ node: children[i]!, parent: next.node });
  }
}
