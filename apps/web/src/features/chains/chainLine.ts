import type { Chain } from "@p4twin/models/chain";

/** A chain in one line, between the hosts that it names: `fw → nat → l3fwd`, `clients → fw → servers`. */
export const chainLine = ({ from, functions, to }: Pick<Chain, "functions" | "from" | "to">): string =>
  [from ?? [], functions, to ?? []].flat().join(" → ");
