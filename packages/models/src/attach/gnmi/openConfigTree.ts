import type { GnmiNotification, GnmiPath, TypedValue } from "../../p4runtime/index.ts";

type Leaf = string | number | boolean;
type PathElem = GnmiPath["elem"][number];

/** Data of OpenConfig. Names are without their module; items of a list by their keys, which are leaves of them too. */
export type Tree = {
  leaves: Map<string, Leaf>;
  containers: Map<string, Tree>;
  lists: Map<string, Map<string, Tree>>;
};
const empty = (): Tree => ({ leaves: new Map(), containers: new Map(), lists: new Map() });

/** JSON is read to this depth (our choice): OpenConfig has some ten levels. */
const MOST_LEVELS = 40;

/**
 * Joins what a switch sent, leaf by leaf or as JSON of whole containers, to one tree. What cannot be read, and lists
 * of plain values, are left out.
 */
export function treeOf(notifications: Iterable<GnmiNotification>): Tree {
  const root = empty();
  for (const { prefix, update } of notifications)
    for (const { path, val } of update) {
      const value = val && contentOf(val);
      if (value === null || value === undefined) continue;
      put(root, [...(prefix?.elem ?? []), ...(path?.elem ?? [])], value);
    }
  return root;
}

function contentOf({ value }: TypedValue): unknown {
  switch (value?.kind) {
    case "jsonVal":
    case "jsonIetfVal":
      try {
        return JSON.parse(new TextDecoder().decode(value.value));
      } catch {
        return null;
      }
    case "intVal":
    case "uintVal":
      return value.value.toString();
    default:
      return value?.value ?? null;
  }
}

/** `openconfig-interfaces:interface` is `interface`. */
const bare = (name: string): string => name.slice(name.indexOf(":") + 1);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isLeaf = (value: unknown): value is Leaf =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function put(root: Tree, elems: readonly PathElem[], value: unknown): void {
  const last = elems.at(-1);
  if (isRecord(value)) fill(elems.reduce(childOf, root), value, 0);
  else if (last && last.key.length === 0) {
    const at = elems.slice(0, -1).reduce(childOf, root);
    fill(at, { [last.name]: value }, 0);
  }
}

function childOf(at: Tree, { name, key }: PathElem): Tree {
  if (key.length === 0) return containerIn(at, bare(name));
  const sorted = key.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const item = itemIn(at, bare(name), sorted.map(({ value }) => value).join("\n"));
  for (const one of sorted) item.leaves.set(bare(one.key), one.value);
  return item;
}

function containerIn(at: Tree, name: string): Tree {
  const known = at.containers.get(name) ?? empty();
  at.containers.set(name, known);
  return known;
}

function itemIn(at: Tree, list: string, key: string): Tree {
  const items = at.lists.get(list) ?? new Map<string, Tree>();
  at.lists.set(list, items);
  const known = items.get(key) ?? empty();
  items.set(key, known);
  return known;
}

/** Lists that we read have one key, `name` or `id`; items without are told apart by their place. */
function fill(at: Tree, from: Record<string, unknown>, level: number): void {
  if (level > MOST_LEVELS) return;
  for (const [qualified, value] of Object.entries(from)) {
    const name = bare(qualified);
    if (isLeaf(value)) at.leaves.set(name, value);
    else if (isRecord(value)) fill(containerIn(at, name), value, level + 1);
    else if (Array.isArray(value))
      value.forEach((item: unknown, index) => {
        if (!isRecord(item)) return;
        const key = item.name ?? item.id;
        fill(itemIn(at, name, isLeaf(key) ? String(key) : `#${index}`), item, level + 1);
      });
  }
}

/** A container, empty where there is none. */
export const within = (tree: Tree, ...names: string[]): Tree =>
  names.reduce<Tree>((at, name) => at.containers.get(name) ?? empty(), tree);
/** Items of a list. */
export const itemsOf = (tree: Tree, name: string): Tree[] => [...(tree.lists.get(name)?.values() ?? [])];
/** Null where there is none, or an empty one. */
export const textOf = (tree: Tree, name: string): string | null => {
  const value = tree.leaves.get(name);
  return value === undefined || value === "" || typeof value === "boolean" ? null : String(value);
};
/** Numbers of 64 bits are texts in JSON_IETF. */
export const numberOf = (tree: Tree, name: string): number | null => {
  const text = textOf(tree, name);
  const number = text === null ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
};
