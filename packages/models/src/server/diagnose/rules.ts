import { curves } from "../data/library.ts";
import { termShare } from "../perPacket/packetLatency.ts";
import type { Evidence, Facts, Finding } from "./finding.ts";
import { fewerWaits, kernelBypass, longerSlices, multiplexing } from "./remedies.ts";

/** Thresholds of the patterns [katsikas-patterns]; they are ours, set between the thesis' good and bad cases. */
const thresholds = {
  dramShare: 0.95,
  dramRefs: 1000,
  crossingShare: 0.5,
  lockShare: 0.25,
  /**
   * over the context switches of the poll-mode router (841 in 5 million packets, Sec. 6.3.1): the thesis saw
   * about 10 times
   */
  contextSwitchFactor: 5,
  wait: 10,
  contention: 1,
  cacheShare: 0.6,
  healthyDramShare: 0.1,
  /** latency per filter may grow by so much of the first before classification is blamed */
  classificationGrowth: 1.5,
} as const;

const POLL_CONTEXT_SWITCHES_PER_PACKET = 841 / 5_000_000;

type Rule = (facts: Facts) => Finding | null;

const evidence = (what: string, value: number, threshold: number | null, unit = ""): Evidence => ({
  what,
  value,
  threshold,
  unit,
});

const brokenPinning: Rule = ({ migrations }) =>
  migrations === null || migrations === 0
    ? null
    : {
        id: "migrations",
        title: "functions change their core",
        strength: "found",
        healthy: false,
        cause:
          "pinning is broken: caches are cold after each move, and the other numbers are not to be trusted",
        evidence: [evidence("CPU migrations", migrations, 0)],
        remedies: [
          { title: "pin each function (taskset) and isolate its core (isolcpus)", effect: null, note: null },
        ],
        source: "Ch. 5",
      };

const softwareDispatch: Rule = ({ measurement }) => {
  const points = measurement.observations.coreScaling.toSorted((a, b) => a.cores - b.cores);
  const best = points.reduce<(typeof points)[number] | null>(
    (b, p) => (b === null || p.gbps > b.gbps ? p : b),
    null,
  );
  const last = points.at(-1);
  if (best === null || last === undefined || last.cores <= best.cores || last.gbps >= best.gbps) return null;
  const tag = curves().workloads[0]?.systems.find((s) => s.latencyReference);
  return {
    id: "dispatch",
    title: "throughput falls when cores are added",
    strength: "found",
    healthy: false,
    cause: "packets are handed from core to core, or one core hands them all out",
    evidence: [
      evidence(`throughput with ${last.cores} cores`, last.gbps, best.gbps, "Gbps"),
      evidence("best number of cores", best.cores, null),
    ],
    remedies: [
      {
        title: "let the NIC choose the core (tags, Flow Director), no transfer between cores",
        effect: null,
        note: `in the thesis' stateful chain ${tag?.plateauGbps.value ?? "-"} Gbps, flat, where a software dispatcher fell from 53 to 41`,
      },
    ],
    source: "Ch. 8; threshold ours",
  };
};

const classification: Rule = ({ measurement }) => {
  const points = measurement.observations.classification.toSorted((a, b) => a.filters - b.filters);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first.filters === last.filters) return null;
  const growth = last.latencyUs / first.latencyUs;
  const rises = points.every((p, i) => i === 0 || p.latencyUs >= points[i - 1]!.latencyUs);
  if (growth < thresholds.classificationGrowth || !rises) return null;
  return {
    id: "classification",
    title: "latency grows with the filters of a class",
    strength: "found",
    healthy: false,
    cause: "classification is what costs, not modification",
    evidence: [
      evidence(
        `latency with ${last.filters} filters over that with ${first.filters}`,
        growth,
        thresholds.classificationGrowth,
      ),
    ],
    remedies: [
      {
        title: "merge the chain into one classifier (p4twin synthesise), or offload it to a switch",
        effect: null,
        note: "hardware does not feel the number of rules; with 8550 it gave 22 to 48 % more throughput (Fig. 7.13)",
      },
    ],
    source: "Ch. 7; threshold ours",
  };
};

const contention: Rule = (facts) => {
  const { ratios, functions } = facts;
  if (ratios.contention === null || ratios.contention <= thresholds.contention || functions < 2) return null;
  return {
    id: "contention",
    title: "functions wait for the core",
    strength: "found",
    healthy: false,
    cause: "the scheduler's slices are too short for a chain on one core",
    evidence: [
      evidence("SchedContention/RunTime", ratios.contention, thresholds.contention),
      evidence("functions", functions, null),
    ],
    remedies: [longerSlices(facts)],
    source: "Tables 6.5, 6.8; threshold ours",
  };
};

const waiting: Rule = (facts) => {
  const { wait } = facts.ratios;
  if (wait === null || wait < thresholds.wait) return null;
  return {
    id: "wait",
    title: "functions sleep for input and output",
    strength: "found",
    healthy: false,
    cause: "each packet is a system call in which the function yields its core",
    evidence: [evidence("Wait/RunTime", wait, thresholds.wait)],
    remedies: [fewerWaits(facts)],
    source: "Table 6.5; threshold ours",
  };
};

const locks: Rule = (facts) => {
  const { lockShare, contextSwitchesPerPacket } = facts;
  const factor =
    contextSwitchesPerPacket === null ? null : contextSwitchesPerPacket / POLL_CONTEXT_SWITCHES_PER_PACKET;
  const manySwitches = factor !== null && factor >= thresholds.contextSwitchFactor;
  const locked = lockShare !== null && lockShare >= thresholds.lockShare;
  const interruptDriven = facts.measurement.setup.driver === "kernel";
  if (!locked && !(lockShare === null && manySwitches && interruptDriven)) return null;
  return {
    id: "locks",
    title: "receiving and processing fight for locks",
    strength: locked && manySwitches ? "found" : "suspected",
    healthy: false,
    cause: "interrupts interrupt the processing of packets, and both take the same locks",
    evidence: [
      ...(lockShare === null ? [] : [evidence("time in spin locks", lockShare, thresholds.lockShare)]),
      ...(factor === null
        ? []
        : [
            evidence(
              "context switches over a polling router",
              factor,
              thresholds.contextSwitchFactor,
              "times",
            ),
          ]),
    ],
    remedies: [kernelBypass(facts)],
    source: "Sec. 6.3.1; threshold ours",
  };
};

const crossing: Rule = (facts) => {
  const share = termShare(facts.latency, "dramData");
  const refs = facts.latency.terms.find((t) => t.term === "dramData")?.perPacket ?? null;
  if (share === null || refs === null) return null;
  if (share < thresholds.dramShare || refs < thresholds.dramRefs * facts.functions) return null;
  const { crossingShare } = facts;
  if (crossingShare !== null && crossingShare < thresholds.crossingShare) return null;
  return {
    id: "crossing",
    title: "packets cross between kernel and user space one by one",
    strength: crossingShare === null ? "suspected" : "found",
    healthy: false,
    cause: "a system call per packet, memory allocated and copied each time",
    evidence: [
      evidence("share of DRAM", share, thresholds.dramShare),
      evidence("DRAM references per packet", refs, thresholds.dramRefs * facts.functions),
      ...(crossingShare === null
        ? []
        : [evidence("time in crossing functions", crossingShare, thresholds.crossingShare)]),
    ],
    remedies: [multiplexing(facts), kernelBypass(facts)],
    source: "Sec. 6.3.1, Table 6.4; threshold ours",
  };
};

const healthy: Rule = ({ latency }) => {
  const shares = (["l1Data", "l3Data", "dramData"] as const).map((name) => termShare(latency, name));
  const [l1, l3, dram] = shares;
  if (l1 == null || l3 == null || dram == null) return null;
  if (l1 + l3 < thresholds.cacheShare || dram > thresholds.healthyDramShare) return null;
  return {
    id: "healthy",
    title: "packets stay in the caches",
    strength: "found",
    healthy: true,
    cause: "what a polling driver looks like when it keeps up",
    evidence: [
      evidence("share of L1 and L3", l1 + l3, thresholds.cacheShare),
      evidence("share of DRAM", dram, thresholds.healthyDramShare),
    ],
    remedies: [],
    source: "Table 6.4 (DPDK); threshold ours",
  };
};

/**
 * In the order in which a finding is named the bottleneck (our choice): what spoils the measurement, then
 * what the thesis' remedies moved most. For a chain scheduling comes before waiting (Table 6.1: 30 to 300 %
 * against 10 to 40 %), for one function crossing before waiting.
 */
const chainRules: readonly Rule[] = [
  brokenPinning,
  softwareDispatch,
  classification,
  contention,
  waiting,
  locks,
  crossing,
  healthy,
];
const singleRules: readonly Rule[] = [
  brokenPinning,
  softwareDispatch,
  classification,
  locks,
  crossing,
  waiting,
  healthy,
];

/** All findings of a measured chain, the bottleneck first; empty when no pattern of the thesis fits. */
export const findings = (facts: Facts): Finding[] =>
  (facts.functions > 1 ? chainRules : singleRules).flatMap((rule) => rule(facts) ?? []);
