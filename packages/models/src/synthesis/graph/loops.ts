import type { Target } from "./unit.ts";

/** A connection by which packets come back: the elements of the round, the first one twice, and whose output it is. */
type Loop = { round: readonly string[]; from: string; port: number };

/** The connections that lead back to an element on the way to them, depth first; each is met once. */
export function* loopsOf(
  units: Iterable<string>,
  edges: ReadonlyMap<string, readonly (Target | null)[]>,
): Generator<Loop> {
  const state = new Map<string, "open" | "done">();
  for (const start of units) {
    const path: { id: string; next: number }[] = [];
    const enter = (id: string): void => {
      state.set(id, "open");
      path.push({ id, next: 0 });
    };
    if (!state.has(start)) enter(start);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const port = top.next++;
      const target = (edges.get(top.id) ?? [])[port];
      if (target === undefined) {
        state.set(top.id, "done");
        path.pop();
      } else if (target?.kind === "unit") {
        const { id } = target;
        if (state.get(id) === "open") {
          const round = path.slice(path.findIndex((p) => p.id === id)).map((p) => p.id);
          yield { round: [...round, id], from: top.id, port };
        } else if (!state.has(id)) enter(id);
      }
    }
  }
}
