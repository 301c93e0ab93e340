import type { Node } from "./tree/index.ts";

/** The nodes directly below a node, in the order in which the tree declares them (for most nodes, that of the text). */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  addChildren(node, children);
  return children;
}

/** Half of a tree's nodes are names, which hold nothing. */
function addChildren(node: Node, to: Node[]): void {
  if (node.kind === "name") return;
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  for (const field in fields) {
    if (field === "kind" || field === "span") continue;
    const value = fields[field];
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const element of value) if (isNode(element)) to.push(element);
    } else if (isNode(value)) to.push(value);
  }
}

function isNode(value: unknown): value is Node {
  if (typeof value !== "object" || value === null) return false;
  const { kind, span } = value as Partial<Node>;
  return kind !== undefined && span !== undefined;
}

/** Visits a node and everything below it, parents first. `visit` returns true to leave out what is below a node. */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => unknown): void {
  const open: Node[] = [node];
  const parents: (Node | null)[] = [null];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (visit(next, parents.pop() ?? null) === true) continue;
    const first = open.length;
    addChildren(next, open);
    // what is taken off the end first is the first child
    for (let low = first, high = open.length - 1; low < high; low++, high--) {
      const child = open[low]!;
      open[low] = open[high]!;
      open[high] = child;
    }
    while (parents.length < open.length) parents.push(next);
  }
}
