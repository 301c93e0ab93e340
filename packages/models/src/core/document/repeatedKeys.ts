import { type Document, isMap, isNode, isScalar, type YAMLMap } from "yaml";

/** A key that a map has twice: what is wrong, and from where to where. */
export type RepeatedKey = { message: string; pos: [number, number] };

/** Keys that stand twice in one map, in one pass over the document. */
export function repeatedKeys(document: Document.Parsed): RepeatedKey[] {
  const found: RepeatedKey[] = [];
  const open: unknown[] = [document.contents];
  while (open.length > 0) {
    const node = open.pop();
    if (isMap(node)) {
      found.push(...repeatedIn(node));
      for (const { key, value } of node.items) open.push(key, value);
    } else if (hasItems(node)) for (const item of node.items) open.push(item);
  }
  return found.sort((a, b) => a.pos[0] - b.pos[0]);
}

function repeatedIn(map: YAMLMap): RepeatedKey[] {
  const seen = new Set<unknown>();
  const found: RepeatedKey[] = [];
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    if (!seen.has(key.value)) seen.add(key.value);
    else if (isNode(key) && key.range) {
      const [start, end] = key.range;
      found.push({
        message: `Map keys must be unique; "${String(key.value)}" is repeated`,
        pos: [start, end],
      });
    }
  }
  return found;
}

const hasItems = (node: unknown): node is { items: unknown[] } =>
  typeof node === "object" && node !== null && "items" in node && Array.isArray(node.items);
