import type { DelayTerm } from "../result.ts";

/**
 * One stay of a chain's packets in a device. `at`: where its terms begin; `afterFunctions`: index behind its
 * last function, or its base.
 */
export type Access = {
  device: string;
  at: number;
  afterFunctions: number;
  us: number;
  functions: string[];
};

/** The accesses to devices among the steps of a chain without load. */
export function accessesOf(terms: readonly DelayTerm[]): Access[] {
  const accesses: Access[] = [];
  terms.forEach(({ kind, device, what, us }, at) => {
    if (kind === "base") {
      accesses.push({ device, at, afterFunctions: at + 1, us, functions: [] });
      return;
    }
    const last = accesses.at(-1);
    if (!last || (kind !== "function" && kind !== "forward")) return;
    last.us += us;
    if (kind === "forward") return;
    last.functions.push(what);
    last.afterFunctions = at + 1;
  });
  return accesses;
}
