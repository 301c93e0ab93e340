import type { NetworkFunction } from "@p4twin/models/chain";

/** A vector in words, without the constructs that do not occur: `parse 3, table 1`. */
export const vectorText = (features: NetworkFunction["features"]): string =>
  Object.entries(features)
    .filter(([, count]) => count > 0)
    .map(([construct, count]) => `${construct} ${count}`)
    .join(", ") || "no constructs";
