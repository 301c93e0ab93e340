import { type Chain, waysOfChain } from "@p4twin/models/chain";

type Lined = Pick<Chain, "functions" | "from" | "to"> & { branches?: Chain["branches"] };

/**
 * A chain in one line, between the hosts that it names: `fw → nat → l3fwd`, `clients → fw → servers`; one that branches
 * by its ways: `fw → lb (30 %), fw → nat (70 %)`.
 */
export function chainLine(chain: Lined): string {
  const { from, functions, to, branches } = chain;
  const line = (types: readonly string[]): string => [from ?? [], types, to ?? []].flat().join(" → ");
  if (branches === undefined) return line(functions);
  return waysOfChain(chain)
    .map(({ functions: at, share }) => {
      const percent = Number((100 * share).toPrecision(3));
      return `${line(at.map((k) => functions[k] ?? ""))} (${percent} %)`;
    })
    .join(", ");
}
