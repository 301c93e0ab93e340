import type { Embedding } from "../embedding.ts";
import type { Instance } from "../instance.ts";
import type { Columns, Scope } from "./model.ts";

/** Values of the variables for embeddings of every chain of the scope, as a start for the solver; shares (pi) are left to it. */
export function startValues(
  instance: Instance,
  embeddings: readonly Embedding[],
  scope: Scope,
  columns: Columns,
): { indices: number[]; values: number[] } | null {
  const ones = new Set<number>();
  const set = (column: number | null | undefined): void => {
    if (column !== undefined && column !== null) ones.add(column);
  };
  for (const [s, index] of scope.chains.entries()) {
    const embedding = embeddings.find((e) => e.chain === index);
    if (!embedding) return null;
    embedding.hosts.forEach((host, k) => {
      set(columns.alpha[s]![k]!.get(host));
      set(columns.used[host]);
    });
    embedding.arcs.forEach((arcs, l) => {
      for (const arc of arcs) {
        const { from } = instance.arcs[arc]!;
        set(columns.gamma[s]![l]!.get(arc));
        set(columns.forwards[from]);
        set(columns.used[from]);
      }
    });
  }
  const chosen = [...columns.alpha, ...columns.gamma].flat().flatMap((m) => [...m.values()]);
  const known = [...columns.used, ...columns.forwards.filter((c) => c !== null), ...chosen];
  return { indices: known, values: known.map((c) => (ones.has(c) ? 1 : 0)) };
}
