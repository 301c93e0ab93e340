import { assert } from "../core/index.ts";
import type { SimulationScenario } from "./scenario.ts";
import { type RunSettings, simulateScenario } from "./simulateScenario.ts";

export type TuneGoal = {
  segmentId: string;
  /** values to try; pairs with PL above DL are left out */
  plsUs: readonly number[];
  dlsUs: readonly number[];
  /** what 99 % of the packets that leave the segment may take at most */
  p99GoalUs: number;
};

/** Outcome of one pair: loss of the segment's flow, loss of all other flows together, time in the segment. */
export type TuneCell = {
  plUs: number;
  dlUs: number;
  loss: number;
  otherLoss: number;
  /** share of the judged packets that took the top priority */
  prioritised: number;
  /** null when no packet left the segment */
  p99Us: number | null;
  meetsGoal: boolean;
};

/** The map over all pairs, and the best of those that meet the goal; null when none does, with the reason. */
export type TuneReport = { cells: TuneCell[]; best: TuneCell | null; reason: string | null };

/**
 * Simulates the scenario with every pair of PL and DL of one segment; `onProgress` hears the share of the
 * pairs that are done. Best is the pair that meets the goal with the least loss of the segment's flow, then
 * the least loss of the others, then the least use of the top priority (our choice). Same settings, same
 * answer.
 */
export function tuneThresholds(
  scenario: SimulationScenario,
  goal: TuneGoal,
  settings: RunSettings,
  onProgress?: (fraction: number) => void,
): TuneReport {
  const index = scenario.segments.findIndex((s) => s.id === goal.segmentId);
  assert(index >= 0, `no segment '${goal.segmentId}' in the scenario`);
  const pairs = goal.plsUs.flatMap((plUs) =>
    goal.dlsUs.flatMap((dlUs) => (plUs > dlUs ? [] : [{ plUs, dlUs }])),
  );
  const cells = pairs.map(({ plUs, dlUs }, i) => {
    onProgress?.(i / pairs.length);
    return cellAt(scenario, index, plUs, dlUs, goal, settings);
  });
  const meeting = cells.filter((cell) => cell.meetsGoal).sort(better);
  return { cells, best: meeting[0] ?? null, reason: meeting.length > 0 ? null : reasonOf(cells, goal) };
}

function cellAt(
  scenario: SimulationScenario,
  index: number,
  plUs: number,
  dlUs: number,
  { p99GoalUs }: TuneGoal,
  settings: RunSettings,
): TuneCell {
  const segments = scenario.segments.map((s, i) => (i === index ? { ...s, plUs, dlUs } : s));
  const report = simulateScenario({ ...scenario, segments }, settings);
  const { flowId, judged, prioritised, p99Us } = report.segments[index];
  const own = report.flows.filter((f) => f.flowId === flowId);
  const others = report.flows.filter((f) => f.flowId !== flowId);
  return {
    plUs,
    dlUs,
    loss: lossOf(own),
    otherLoss: lossOf(others),
    prioritised: judged === 0 ? 0 : prioritised / judged,
    p99Us,
    meetsGoal: p99Us !== null && p99Us <= p99GoalUs,
  };
}

const lossOf = (flows: readonly { sent: number; delivered: number }[]): number => {
  const sent = flows.reduce((sum, f) => sum + f.sent, 0);
  return sent === 0 ? 0 : 1 - flows.reduce((sum, f) => sum + f.delivered, 0) / sent;
};

const better = (a: TuneCell, b: TuneCell): number =>
  a.loss - b.loss ||
  a.otherLoss - b.otherLoss ||
  a.prioritised - b.prioritised ||
  b.plUs - a.plUs ||
  b.dlUs - a.dlUs;

function reasonOf(cells: readonly TuneCell[], { p99GoalUs }: TuneGoal): string {
  const found = cells.flatMap((c) => (c.p99Us === null ? [] : [c.p99Us]));
  if (cells.length === 0) return "there is no pair with PL at most DL; give other values";
  if (found.length === 0) return "with every pair all packets of the segment are lost; allow a greater DL";
  return `the least 99th percentile is ${Math.min(...found).toFixed(1)} us, the goal ${p99GoalUs} us`;
}

/**
 * Commands of the BMv2 CLI that set a pair in our UC1 and UC2 programs; their registers count whole
 * microseconds (Paolucci et al., Fig. 8).
 */
export const bmv2Commands = ({ plUs, dlUs }: { plUs: number; dlUs: number }): string[] => [
  `register_write bounded_latency 0 ${Math.round(plUs)}`,
  `register_write drop_latency 0 ${Math.round(dlUs)}`,
];

/**
 * The same pair as P4Runtime writes, one `Update` in text form each. Registers are named: their ids stand in
 * the program's p4info. Targets may refuse register writes over P4Runtime (BMv2 does): then its own command
 * line is the way.
 */
export const p4RuntimeUpdates = ({ plUs, dlUs }: { plUs: number; dlUs: number }): string[] =>
  [["bounded_latency", plUs] as const, ["drop_latency", dlUs] as const].map(([register, us]) => {
    const bytes = Math.round(us).toString(16).padStart(12, "0").match(/../g) ?? [];
    return `type: MODIFY entity { register_entry { register_id: ID_OF(${register}) index { index: 0 } data { bitstring: "${bytes.map((b) => `\\x${b}`).join("")}" } } }`;
  });
