import { cycleTable } from "../../server/index.ts";

/** Median cycles of one packet (thesis Table 7.1: Xeon E5-2667 v3, 200 kpps, 1500 B). */
export const ELEMENT_CYCLES: Readonly<Record<string, number>> = {
  Strip: 59,
  EtherEncap: 70,
  GetIPAddress: 55,
  IPClassifier: 150,
  IPFilter: 155,
  RadixIPLookup: 150,
  DecIPTTL: 81,
  IPRewriter: 365,
  IPFragmenter: 48,
};

/** The same table's elements whose checksum is left to the end, and the rewriter that the synthesis extends. */
export const SYNTHESISED_CYCLES = {
  rewriteAndTtl: 368,
  rewriteWithoutChecksum: 327,
  ttlWithoutChecksum: 70,
} as const;

/** Elements that do the work of one of the table's (our choice: same work, another structure or name). */
const CYCLES_LIKE: Readonly<Record<string, string>> = {
  Classifier: "IPClassifier",
  StaticIPLookup: "RadixIPLookup",
  LinearIPLookup: "RadixIPLookup",
  DirectIPLookup: "RadixIPLookup",
  TCPRewriter: "IPRewriter",
  UDPRewriter: "IPRewriter",
};

/** Elements that go through their rules one by one. */
const LISTS: ReadonlySet<string> = new Set([
  "IPFilter",
  "IPClassifier",
  "Classifier",
  "StaticIPLookup",
  "LinearIPLookup",
]);

/** Cycles of an element of class `element` with the few filters of Table 7.1; null when the table has none for it. */
export const cyclesOf = (element: string): number | null =>
  ELEMENT_CYCLES[element] ?? ELEMENT_CYCLES[CYCLES_LIKE[element] ?? ""] ?? null;

/** What an element of class `element` costs more with `filters` of them (thesis Fig. 7.12; they were all in use). */
export function listCycles(element: string, filters: number): number {
  const { listedFilters, filterCycles } = cycleTable();
  if (!LISTS.has(element)) return 0;
  return Math.round(filterCycles.value * Math.max(0, filters - listedFilters.value));
}

/** What a synthesised classifier of `filters` costs more: a balanced tree over them (thesis Secs. 7.2.1, 7.5.4). */
export function treeCycles(filters: number): number {
  const { listedFilters, treeCycles: each } = cycleTable();
  return Math.round(each.value * Math.log2(Math.max(1, filters / listedFilters.value)));
}
