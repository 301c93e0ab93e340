/** What the Profiler counts per function over a run (thesis Table 6.3) [katsikas-6.2]. */
export const counterNames = [
  "l1Hits",
  "l2Hits",
  "l3Hits",
  "dramRefs",
  "l1TlbHits",
  "l2TlbHits",
  "tlbMisses",
  "contextSwitches",
  "sysCalls",
] as const;

export type CounterName = (typeof counterNames)[number];
/** Counts of a run, or per packet; null where nobody counted. */
export type Counters = Record<CounterName, number | null>;

export const noCounters = (): Counters => ({
  l1Hits: null,
  l2Hits: null,
  l3Hits: null,
  dramRefs: null,
  l1TlbHits: null,
  l2TlbHits: null,
  tlbMisses: null,
  contextSwitches: null,
  sysCalls: null,
});

/** The nine terms of the per-packet latency, each with the counter that it prices (Table 6.3). */
export const latencyTerms = [
  { term: "l1Data", counter: "l1Hits", title: "data in L1" },
  { term: "l2Data", counter: "l2Hits", title: "data in L2" },
  { term: "l3Data", counter: "l3Hits", title: "data in L3" },
  { term: "dramData", counter: "dramRefs", title: "data in DRAM" },
  { term: "l1Tlb", counter: "l1TlbHits", title: "translation in the first DTLB" },
  { term: "l2Tlb", counter: "l2TlbHits", title: "translation in the second DTLB" },
  { term: "dramTlb", counter: "tlbMisses", title: "translation in DRAM" },
  { term: "contextSwitch", counter: "contextSwitches", title: "context switches" },
  { term: "sysCall", counter: "sysCalls", title: "system calls" },
] as const satisfies readonly { term: string; counter: CounterName; title: string }[];

export type LatencyTermName = (typeof latencyTerms)[number]["term"];
