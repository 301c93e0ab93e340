import type { Driver, Policy } from "../data/serverProfile.ts";
import type { Fabric, Realisation } from "../data/tables.ts";
import { advisedBatches, type BatchGoal } from "../perPacket/batch.ts";
import { realisationOf } from "../perPacket/realisation.ts";
import { cfsQuantumMs, priorityForQuantum } from "./quantum.ts";

/** How a chain runs now; null where nobody said. */
export type ChainSetup = {
  functions: number;
  fabric: Fabric | null;
  driver: Driver | null;
  policy: Policy | null;
  quantumMs: number | null;
  batch: number | null;
  /** latency of one packet in one function, for the rule that couples batch and slice */
  perPacketUs: number | null;
};

/** Batch, policy, priority and slice that belong together (thesis Sec. 6.4.3). */
export type Tuning = {
  batch: number;
  policy: Policy;
  /** of the normal policies 100..139, of the real-time ones 1..99; null: leave it */
  priority: number | null;
  quantumMs: number | null;
};

/** What the tuning of the thesis gave on its machine, as the new over the old latency. */
type TuningEffect = { factorLow: number; factorHigh: number; of: string; source: string };

export type Advice = {
  tuning: Tuning;
  /** one reason for each setting, with its source */
  why: string[];
  effect: TuningEffect | null;
  coupling: Coupling;
};

/** Whether a scheduling round processes a whole batch (Sec. 6.4.3): else batch or slice is wasted. */
export type Coupling =
  | { fits: true; roundUs: number | null }
  | { fits: false; roundUs: number | null; reason: string };

/** Slices that the thesis calls long, ms (Sec. 6.5.2). */
const LONG_QUANTUM_MS = 420;
/** Chains over OVSK up to this length are slower with the longest slice than with the default (Sec. 6.5.2). */
const SHORT_CHAIN = 5;
/**
 * Real-time priority of a lone function: the middle of 1..99 (our choice; larger is more urgent,
 * [katsikas-readings] no. 16).
 */
const REAL_TIME_PRIORITY = 50;

/** Whether `batch` packets of `perPacketUs` and a slice of `quantumMs` fit each other. */
export function coupling(
  batch: number,
  quantumMs: number | null,
  perPacketUs: number | null,
  canBatch: boolean,
): Coupling {
  const roundUs = perPacketUs === null ? null : batch * perPacketUs;
  if (quantumMs !== null && roundUs !== null && roundUs > quantumMs * 1000)
    return {
      fits: false,
      roundUs,
      reason: `a batch of ${batch} takes ${Math.round(roundUs)} us, longer than the slice of ${quantumMs} ms: it is cut in two`,
    };
  if (quantumMs !== null && quantumMs >= LONG_QUANTUM_MS && batch === 1 && canBatch)
    return {
      fits: false,
      roundUs,
      reason: `a slice of ${quantumMs} ms with one packet a call: the function waits for the kernel within its slice`,
    };
  return { fits: true, roundUs };
}

/** Software switches move packets one by one, so batches of the functions around them are undone (Sec. 6.5.2). */
const canBatch = (setup: ChainSetup): boolean => setup.fabric !== "ovs" && setup.driver !== "kernel";

/**
 * Batch, policy, priority and slice for a chain, tuned together (thesis Secs. 6.4.3, 6.5, 6.6.4); `why` holds
 * the reasons. A polling driver (DPDK) needs no scheduler: its processes keep their cores.
 */
export function advise(setup: ChainSetup, goal: BatchGoal): Advice {
  const batch = adviseBatch(setup, goal);
  const schedule = adviseSchedule(setup);
  const tuning: Tuning = { ...schedule.tuning, batch: batch.batch };
  return {
    tuning,
    why: [batch.why, ...schedule.why],
    effect: effectOf(setup, tuning),
    coupling: coupling(tuning.batch, tuning.quantumMs, setup.perPacketUs, canBatch(setup)),
  };
}

function adviseBatch(setup: ChainSetup, goal: BatchGoal): { batch: number; why: string } {
  if (setup.fabric === "ovs")
    return { batch: 1, why: "batch 1: OVS moves packets one by one and would undo batches (Sec. 6.5.2)" };
  if (setup.driver === "kernel")
    return {
      batch: 1,
      why: "batch 1: a kernel function makes no system calls that could be joined (Sec. 6.4.1)",
    };
  if (setup.driver === "dpdk")
    return {
      batch: setup.batch ?? advisedBatches.latency.take,
      why: "DPDK reads and writes in batches already",
    };
  const { from, to, take } = advisedBatches[goal];
  const range = from === to ? String(from) : `${from}..${to}`;
  // in chains from 16 on (Sec. 6.5.2.2): 2 with long slices was worse overall
  const chained = setup.functions > 1 ? Math.max(take, advisedBatches.latency.take) : take;
  const more = chained === take ? "" : "; chains need 16 or more, 2 made them worse (Sec. 6.5.2.2)";
  return { batch: chained, why: `batch ${chained}: ${range} packets a call for ${goal} (Sec. 6.5.1)${more}` };
}

type Schedule = { tuning: Omit<Tuning, "batch">; why: string[] };

function adviseSchedule(setup: ChainSetup): Schedule {
  const keep = setup.policy ?? "cfs";
  if (setup.driver === "dpdk" || (setup.fabric === "one-process" && setup.functions > 1))
    return {
      tuning: { policy: keep, priority: null, quantumMs: setup.quantumMs },
      why: ["one process keeps its core: pin it and isolate the core, no policy is better (Sec. 5.2)"],
    };
  if (setup.functions === 1)
    return {
      tuning: { policy: "rr", priority: REAL_TIME_PRIORITY, quantumMs: null },
      why: [
        "real-time round robin: better than CFS for a function alone, only there (Sec. 6.6.4); the priority is our choice",
      ],
    };
  const long = setup.fabric !== "ovs" || setup.functions > SHORT_CHAIN;
  const wanted = long ? cfsQuantumMs(100) : cfsQuantumMs(119);
  const priority = priorityForQuantum(wanted);
  const why =
    setup.fabric === "ovs"
      ? `batch CFS with ${wanted} ms: for ${long ? "more than" : "up to"} ${SHORT_CHAIN} functions over OVS (Sec. 6.5.2.1)`
      : `batch CFS with ${wanted} ms and batches of 16 or more: best back to back (Sec. 6.5.2.2)`;
  const assumed =
    setup.fabric === null ? ["the file names no fabric: functions are taken to be back to back"] : [];
  return { tuning: { policy: "batch", priority, quantumMs: wanted }, why: [why, ...assumed] };
}

/** What such a change gave in the thesis: the ratio of published slopes, else the range of Table 6.1. */
function effectOf(setup: ChainSetup, tuning: Tuning): TuningEffect | null {
  if (tuning.policy !== "batch" || setup.functions < 2) return null;
  if (setup.fabric === "ovs") {
    const before = realisationOf("ovs-cfs");
    const after = realisationOf(tuning.quantumMs === 800 ? "ovs-batch-800" : "ovs-batch-420");
    if (before === null || after === null || setup.policy === "batch") return null;
    const factor = slopeRatio(after, before);
    return { factorLow: factor, factorHigh: factor, of: "latency per function", source: "Fig. 6.11" };
  }
  if (setup.policy === "batch") return null;
  return {
    factorLow: 0.5,
    factorHigh: 0.9,
    of: "latency of the chain",
    source: "Sec. 6.5.2.2 (up to 50 % less per function), Table 6.1 (from 10 % less on)",
  };
}

const slopeRatio = (after: Realisation, before: Realisation): number =>
  after.perFunctionUs.value / before.perFunctionUs.value;
