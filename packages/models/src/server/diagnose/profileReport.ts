import { advise } from "../advice/advise.ts";
import { type TuningStep, tuningSteps } from "../advice/commands.ts";
import type { Policy, ServerProfile } from "../data/serverProfile.ts";
import type { Hotspot, MeasuredFunction, Measurement } from "../measure/measurement.ts";
import { type BatchGoal, batchFillUs, worseAtSink } from "../perPacket/batch.ts";
import { type LatencyTermName, latencyTerms } from "../perPacket/counters.ts";
import {
  type CostBasis,
  latencyFromDramRefsUs,
  type PacketLatency,
  packetLatency,
  termShare,
} from "../perPacket/packetLatency.ts";
import { greatestRatios, type TimeRatios, timeRatios, usefulShare } from "../perPacket/ratios.ts";
import type { Facts, Finding } from "./finding.ts";
import { type Reference, referenceOf } from "./reference.ts";
import { findings } from "./rules.ts";

type FunctionReport = {
  id: string;
  packets: number | null;
  latency: PacketLatency | null;
  ratios: TimeRatios;
};

/** Where the latency of a measured chain goes, what is to blame, and what to do about it. */
export type ProfileReport = {
  name: string;
  server: string;
  policy: Policy;
  basis: CostBasis;
  functions: FunctionReport[];
  chain: PacketLatency;
  shares: { term: LatencyTermName; title: string; share: number | null }[];
  ratios: TimeRatios;
  usefulShare: number | null;
  measuredUs: number | null;
  /** part of the measured latency that the sum explains; the rest waits for a core, or was not counted */
  explainedShare: number | null;
  /** the chain of routers of the thesis that was run alike, null when the set-up is not one of them */
  reference: Reference | null;
  bottleneck: Finding | null;
  findings: Finding[];
  advice: ReturnType<typeof advise> & { goal: BatchGoal; steps: TuningStep[] };
  notes: string[];
};

export type ReportOptions = { goal: BatchGoal; basis: CostBasis };

/**
 * The report of a measurement on a server. Functions whose packets nobody told are left out of the sum and
 * named in the notes; the caller refuses a measurement in which none has them.
 */
export function profileReport(
  measurement: Measurement,
  profile: ServerProfile,
  options: ReportOptions,
): ProfileReport {
  const { setup, functions } = measurement;
  const policy = setup.policy ?? "cfs";
  const processes = functions.flatMap(({ packets, counts }) =>
    packets === null ? [] : [{ packets, counts }],
  );
  const chain = packetLatency(processes, profile, policy, options.basis);
  const perFunction = functions.map(
    (f): FunctionReport => ({
      id: f.id,
      packets: f.packets,
      latency: latencyOf(f, profile, policy, options.basis),
      ratios: ratiosOf(f),
    }),
  );
  const ratios = greatestRatios(perFunction.map((f) => f.ratios));
  const facts = factsOf(measurement, chain, ratios, policy);
  const found = findings(facts);
  const advice = advise(
    {
      functions: functions.length,
      fabric: facts.fabric,
      driver: setup.driver ?? null,
      policy: setup.policy ?? null,
      quantumMs: setup.quantumMs ?? null,
      batch: setup.batch ?? null,
      perPacketUs: chain.us === null ? null : chain.us / functions.length,
    },
    options.goal,
  );
  const measuredUs = measurement.observations.medianUs ?? null;
  return {
    name: measurement.name,
    server: profile.id,
    policy,
    basis: options.basis,
    functions: perFunction,
    chain,
    shares: latencyTerms.map(({ term, title }) => ({ term, title, share: termShare(chain, term) })),
    ratios,
    usefulShare:
      ratios.wait === null || ratios.contention === null ? null : usefulShare(ratios.wait, ratios.contention),
    measuredUs,
    explainedShare: measuredUs === null || chain.us === null ? null : chain.us / measuredUs,
    reference: referenceOf(setup, policy, functions.length),
    bottleneck: found.find((f) => !f.healthy) ?? null,
    findings: found,
    advice: {
      ...advice,
      goal: options.goal,
      steps: tuningSteps(advice.tuning, functions, setup.cores ?? [], setup.batch ?? null),
    },
    notes: notesOf(measurement, chain, advice.tuning.batch),
  };
}

const latencyOf = (
  { packets, counts }: MeasuredFunction,
  profile: ServerProfile,
  policy: Policy,
  basis: CostBasis,
): PacketLatency | null =>
  packets === null ? null : packetLatency([{ packets, counts }], profile, policy, basis);

const ratiosOf = ({ times }: MeasuredFunction): TimeRatios =>
  timeRatios({ run: times.runMs, notRunnable: times.notRunnableMs, runnable: times.runnableMs });

function factsOf(
  measurement: Measurement,
  latency: PacketLatency,
  ratios: TimeRatios,
  policy: Policy,
): Facts {
  const { functions, setup } = measurement;
  const migrations = functions.flatMap((f) => f.migrations ?? []);
  return {
    measurement,
    functions: functions.length,
    fabric: setup.fabric ?? null,
    policy,
    batch: setup.batch ?? 1,
    latency,
    ratios,
    migrations: migrations.length === 0 ? null : migrations.reduce((a, b) => a + b, 0),
    lockShare: greatestShare(functions, "lock"),
    crossingShare: greatestShare(functions, "crossing"),
    contextSwitchesPerPacket: perPacket(latency, "contextSwitch"),
  };
}

/** Greatest share of a function's time in hot spots of a kind; null when no function lists hot spots. */
function greatestShare(functions: readonly MeasuredFunction[], kind: Hotspot["kind"]): number | null {
  const sums = functions
    .filter((f) => f.hotspots.length > 0)
    .map((f) => f.hotspots.reduce((sum, h) => (h.kind === kind ? sum + h.share : sum), 0));
  return sums.length === 0 ? null : Math.max(...sums);
}

const termOf = (latency: PacketLatency, name: LatencyTermName) => latency.terms.find((t) => t.term === name);
const termUs = (latency: PacketLatency, name: LatencyTermName): number | null =>
  termOf(latency, name)?.us ?? null;
const perPacket = (latency: PacketLatency, name: LatencyTermName): number | null =>
  termOf(latency, name)?.perPacket ?? null;

function notesOf({ functions, setup }: Measurement, chain: PacketLatency, advisedBatch: number): string[] {
  const left = functions.filter((f) => f.packets === null).map((f) => f.id);
  // a line over routers: it says nothing of a chain, and nothing new where the caches were counted
  const dramRefs =
    functions.length === 1 && termUs(chain, "l1Data") === null ? perPacket(chain, "dramData") : null;
  const dramUs = dramRefs === null ? null : latencyFromDramRefsUs(dramRefs);
  const fillUs =
    setup.pps === undefined || advisedBatch === 1 ? null : batchFillUs(advisedBatch, setup.pps, true);
  const unknown = chain.terms.filter((t) => t.us === null).map((t) => t.title);
  return [
    ...(left.length > 0 ? [`not in the sum, packets unknown: ${left.join(", ")}`] : []),
    ...(chain.us !== null && unknown.length > 0
      ? [`the sum is a lower end, not known: ${unknown.join(", ")}`]
      : []),
    ...(setup.driver === "dpdk"
      ? ["of the thesis' DPDK router about 15 % stay unexplained by its references (Table 6.4)"]
      : []),
    ...(setup.driver !== "dpdk" && dramUs !== null
      ? [`from its DRAM references alone a router like the thesis' takes ${dramUs.toFixed(2)} us (Table 6.7)`]
      : []),
    ...(fillUs !== null && chain.us !== null && fillUs > chain.us && setup.driver !== "dpdk"
      ? [
          `${advisedBatch} packets take ${Math.round(fillUs)} us to come: the calls must return what is there, not wait for all`,
        ]
      : []),
    ...(worseAtSink(setup.batch ?? 1)
      ? ["what packets wait for so large a batch is not in the sum: measured outside it was worse than none"]
      : []),
  ];
}
