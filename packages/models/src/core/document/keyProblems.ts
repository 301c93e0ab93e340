import { type Document, isCollection, isMap, isNode, isScalar, type YAMLMap } from "yaml";

/** What is wrong with a key of a map, and from where to where. */
export type KeyProblem = { message: string; pos: [number, number] };

/** Keys that stand twice in one map, and keys that are no words, in one pass over the document. */
export function keyProblems(document: Document.Parsed): KeyProblem[] {
  const found: KeyProblem[] = [];
  const open: unknown[] = [document.contents];
  while (open.length > 0) {
    const node = open.pop();
    if (isMap(node)) {
      found.push(...problemsOf(node));
      for (const { value } of node.items) open.push(value);
    } else if (isCollection(node)) open.push(...node.items);
  }
  return found.sort((a, b) => a.pos[0] - b.pos[0]);
}

function problemsOf(map: YAMLMap): KeyProblem[] {
  const seen = new Set<unknown>();
  const found: KeyProblem[] = [];
  for (const { key } of map.items) {
    const [start, end] = (isNode(key) && key.range) || [0, 0];
    // written as one text, keys inside keys double with each level
    if (isCollection(key))
      found.push({ message: "A key must be a word, not a map or a list", pos: [start, end] });
    if (!isScalar(key)) continue;
    if (seen.has(key.value))
      found.push({
        message: `Map keys must be unique; "${String(key.value)}" is repeated`,
        pos: [start, end],
      });
    seen.add(key.value);
  }
  return found;
}
