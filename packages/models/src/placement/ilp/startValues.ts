import type { Embedding } from "../embedding.ts";
import type { Instance } from "../instance.ts";
import { sharesOf } from "../ledger.ts";
import type { Columns, Scope } from "./scope.ts";

/**
 * A known placement as values of all columns; null when it uses what the model leaves out (a device on which
 * a function cannot be in time). `embeddings`: for each chain of the scope as many as it stands for.
 */
export function startValues(
  instance: Instance,
  scope: Scope,
  columns: Columns,
  count: number,
  embeddings: readonly (readonly Embedding[])[],
): Float64Array | null {
  const values = new Float64Array(count);
  let complete = true;
  const add = (column: number | null | undefined): void => {
    if (column === null || column === undefined) complete = false;
    else values[column] = values[column]! + 1;
  };
  const set = (column: number | null | undefined): void => {
    if (column === null || column === undefined) complete = false;
    else values[column] = 1;
  };
  scope.ledger.devices.forEach((use, d) => {
    if (use.on) set(columns.used[d]);
    if (use.forwards) set(columns.forwards[d]);
  });
  embeddings.forEach((list, s) => {
    for (const embedding of list) {
      const { functions } = instance.chains[embedding.chain]!;
      embedding.hosts.forEach((host, k) => {
        add(columns.alpha[s]?.[k]?.get(host));
      });
      embedding.arcs.forEach((path, l) => {
        for (const arc of path) add(columns.gamma[s]?.[l]?.get(arc));
      });
      for (const { device, positions, leaves } of sharesOf(instance, embedding)) {
        set(columns.used[device]);
        if (leaves) set(columns.forwards[device]);
        const present = columns.present[device];
        if (!present) continue;
        const installed = [...positions.map((k) => functions[k]!), ...(leaves ? instance.required : [])];
        for (const f of installed) if (present.has(f.type)) set(present.get(f.type));
      }
    }
  });
  return complete ? values : null;
}
