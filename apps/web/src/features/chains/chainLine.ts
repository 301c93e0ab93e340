import type { Chain } from "@p4twin/models/chain";

/** A chain in one line: `fw → nat → l3fwd`. */
export const chainLine = (chain: Pick<Chain, "functions">): string => chain.functions.join(" → ");
