import { nodeIdSchema } from "../schema.ts";

const MAX_CHARS = 64;

/** Text as an id of ours: accents taken off, what an id cannot hold as dashes. Empty when nothing is left. */
export function safeId(text: string): string {
  const plain = text
    .slice(0, 4 * MAX_CHARS)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_.:-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+|-+$/g, "")
    .slice(0, MAX_CHARS);
  return nodeIdSchema.safeParse(plain).success ? plain : "";
}

/**
 * Ids for names, in their order: what is taken gets a number behind it, what has no letters is called by `fallback`.
 */
export function uniqueIds(names: readonly string[], fallback: string): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name, index) => {
    const wanted = safeId(name) || `${fallback}${index + 1}`;
    let id = wanted;
    for (let n = next.get(wanted) ?? 2; taken.has(id); n++) {
      id = `${wanted.slice(0, MAX_CHARS - 8)}-${n}`;
      next.set(wanted, n + 1);
    }
    taken.add(id);
    return id;
  });
}
