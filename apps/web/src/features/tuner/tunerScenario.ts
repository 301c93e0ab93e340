import { SimulationScenario, type TuneGoal } from "@p4twin/models/control";
import { files as libraryFiles } from "@p4twin/models/library/simulations";

/** Clouds that can be tuned: a simulation of the library and its segments. */
export const CLOUDS = ["paolucci-uc1", "paolucci-uc2", "paolucci-chain", "demo"] as const;
export type Cloud = (typeof CLOUDS)[number];

/** The load and the goal that the page asks for; null keeps what the cloud has. */
export type Tuning = {
  cloud: Cloud;
  segment: string | null;
  criticalPps: number | null;
  bestEffortPps: number | null;
  transitPps: number | null;
  portPps: number | null;
  vnfUs: number | null;
  vnfSigmaUs: number | null;
  goalUs: number;
  /** thresholds are tried from `fromUs` to `toUs` */
  fromUs: number;
  toUs: number;
};

export const STEPS = 10;
/** Simulated per pair and run: long enough for a 99th percentile of 1000 packets/s. Our choice. */
export const SETTINGS = { seconds: 1.5, warmUpSeconds: 0.6, seed: 7, runs: 3 };

export const readCloud = (cloud: Cloud): SimulationScenario =>
  SimulationScenario.parse(JSON.parse(libraryFiles[`simulations/${cloud}.json`]));

type Kind = SimulationScenario["flows"][number]["kind"];

/** Flows of a kind; of the transit flows those that share a switch with the segment's end, where it is judged. */
const flowsOf = (scenario: SimulationScenario, tuning: Pick<Tuning, "segment">, kind: Kind) => {
  const at = segmentOf(scenario, tuning).enforce.switch;
  return scenario.flows.filter(
    (f) => f.kind === kind && (kind !== "transit" || f.path.some((p) => "switch" in p && p.switch === at)),
  );
};

/** The loads that a cloud has when nothing is asked: packets/s of each kind, of the slowest port, and its first VNF. */
export function loadOf(scenario: SimulationScenario, tuning: Pick<Tuning, "segment">) {
  const sum = (kind: Kind) => flowsOf(scenario, tuning, kind).reduce((total, f) => total + f.pps, 0);
  const rates = scenario.switches.flatMap((s) => s.ports.map((p) => p.ratePps));
  const delay = scenario.vnfs[0]?.delay;
  return {
    criticalPps: sum("critical"),
    bestEffortPps: sum("bestEffort"),
    transitPps: sum("transit"),
    portPps: rates.length > 0 ? Math.min(...rates) : null,
    vnfUs: delay?.meanUs ?? null,
    vnfSigmaUs: delay?.sigmaUs ?? null,
  };
}

/** The cloud under the load asked for: flows of a kind keep their shares of it. */
export function scenarioOf(tuning: Tuning): SimulationScenario {
  const scenario = readCloud(tuning.cloud);
  const now = loadOf(scenario, tuning);
  const kinds = [
    ["critical", tuning.criticalPps, now.criticalPps],
    ["bestEffort", tuning.bestEffortPps, now.bestEffortPps],
    ["transit", tuning.transitPps, now.transitPps],
  ] as const;
  for (const [kind, asked, before] of kinds) {
    const flows = flowsOf(scenario, tuning, kind);
    if (asked !== null)
      for (const flow of flows) flow.pps = before > 0 ? (flow.pps * asked) / before : asked / flows.length;
  }
  if (tuning.portPps !== null)
    for (const { ports } of scenario.switches) for (const port of ports) port.ratePps = tuning.portPps;
  for (const { delay } of scenario.vnfs) {
    if (tuning.vnfUs !== null) delay.meanUs = tuning.vnfUs;
    if (tuning.vnfSigmaUs !== null) delay.sigmaUs = tuning.vnfSigmaUs;
  }
  return scenario;
}

/** The segment that is tuned: the one asked for, else the first. */
export const segmentOf = (scenario: SimulationScenario, { segment }: Pick<Tuning, "segment">) =>
  scenario.segments.find((s) => s.id === segment) ?? scenario.segments[0];

/** Thresholds in equal steps, rounded to whole microseconds as the registers hold them. */
export function goalOf(scenario: SimulationScenario, tuning: Tuning): TuneGoal {
  const { fromUs, toUs, goalUs } = tuning;
  const values = Array.from({ length: STEPS }, (_, i) =>
    Math.max(1, Math.round(fromUs + ((toUs - fromUs) * i) / (STEPS - 1))),
  );
  return {
    segmentId: segmentOf(scenario, tuning).id,
    plsUs: values,
    dlsUs: values,
    p99GoalUs: goalUs,
  };
}

/** What is wrong with the load or the goal, in words; null when it can be simulated. */
export function problemOf(tuning: Tuning): string | null {
  if (tuning.toUs <= tuning.fromUs) return "The greatest threshold must lie above the least.";
  if (tuning.goalUs <= 0) return "The goal must be above zero.";
  const total = (tuning.criticalPps ?? 0) + (tuning.bestEffortPps ?? 0) + (tuning.transitPps ?? 0);
  if (total > 200_000)
    return "More than 200,000 packets/s take too long to simulate; scale rates and ports down.";
  return null;
}
