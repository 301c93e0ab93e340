import { assert } from "../core/index.ts";
import type { SimulationScenario } from "./scenario.ts";
import { type RunSettings, simulateScenario } from "./simulateScenario.ts";

export type TuneGoal = {
  segmentId: string;
  /** values to try; pairs with PL above DL are left out */
  plsUs: readonly number[];
  dlsUs: readonly number[];
  /** what 99 % of the packets that enter the segment may take at most; a lost packet counts as above it */
  p99GoalUs: number;
};

/** `runs`: how often each pair is simulated, with seeds from `seed` on. */
export type TuneSettings = RunSettings & { runs: number };

/**
 * Outcome of one pair, the worst of its runs: loss of the segment's flow, loss of all other flows together,
 * time in the segment.
 */
export type TuneCell = {
  plUs: number;
  dlUs: number;
  loss: number;
  otherLoss: number;
  /** share of the judged packets that took the top priority */
  prioritised: number;
  /** within this 99 % of the packets that entered the segment left it; null when more than 1 % were lost */
  p99Us: number | null;
  meetsGoal: boolean;
  /** PL and DL may each move by less than this and the goal is met on the map; null when no pair tried misses it */
  cliffUs: number | null;
};

/** The map over all pairs, and the best of those that meet the goal; null when none does, with the reason. */
export type TuneReport = { cells: TuneCell[]; best: TuneCell | null; reason: string | null };

/** Shares of packets that differ by less are one: a run of some thousand packets tells no more apart (our choice). */
const SAME_SHARE = 0.005;

/**
 * Simulates the scenario with every pair of PL and DL of one segment; `onProgress` hears the share of the
 * pairs that are done. Best is the pair that meets the goal in every run with the least loss of the segment's
 * flow, then the least loss of the others, then the least use of the top priority; of pairs that are alike the
 * one in the middle of them (our choice). Same settings, same answer.
 */
export function tuneThresholds(
  scenario: SimulationScenario,
  goal: TuneGoal,
  settings: TuneSettings,
  onProgress?: (fraction: number) => void,
): TuneReport {
  const index = scenario.segments.findIndex((s) => s.id === goal.segmentId);
  assert(index >= 0, `no segment '${goal.segmentId}' in the scenario`);
  assert(settings.runs >= 1, "a pair is simulated at least once");
  const pairs = goal.plsUs.flatMap((plUs) =>
    goal.dlsUs.flatMap((dlUs) => (plUs > dlUs ? [] : [{ plUs, dlUs }])),
  );
  const outcomes = pairs.map(({ plUs, dlUs }, i) => {
    onProgress?.(i / pairs.length);
    return outcomeAt(scenario, index, { plUs, dlUs }, goal, settings);
  });
  const missing = outcomes.filter((cell) => !cell.meetsGoal);
  const cells = outcomes.map((cell) => ({ ...cell, cliffUs: cell.meetsGoal ? nearestUs(cell, missing) : 0 }));
  const best = middleOf(alikeBest(cells), cells);
  return { cells, best, reason: best ? null : reasonOf(cells, goal) };
}

function outcomeAt(
  scenario: SimulationScenario,
  index: number,
  pair: { plUs: number; dlUs: number },
  { p99GoalUs }: TuneGoal,
  settings: TuneSettings,
): Omit<TuneCell, "cliffUs"> {
  const segments = scenario.segments.map((s, i) => (i === index ? { ...s, ...pair } : s));
  const runs = Array.from({ length: settings.runs }, (_, i) => {
    const report = simulateScenario({ ...scenario, segments }, { ...settings, seed: settings.seed + i });
    const { flowId, judged, prioritised, p99OfEnteredUs } = report.segments[index];
    return {
      loss: lossOf(report.flows.filter((f) => f.flowId === flowId)),
      otherLoss: lossOf(report.flows.filter((f) => f.flowId !== flowId)),
      prioritised: judged === 0 ? 0 : prioritised / judged,
      p99Us: p99OfEnteredUs,
    };
  });
  const p99sUs = runs.flatMap((run) => (run.p99Us === null ? [] : [run.p99Us]));
  const p99Us = p99sUs.length < runs.length ? null : Math.max(...p99sUs);
  return {
    ...pair,
    loss: Math.max(...runs.map((run) => run.loss)),
    otherLoss: Math.max(...runs.map((run) => run.otherLoss)),
    prioritised: Math.max(...runs.map((run) => run.prioritised)),
    p99Us,
    meetsGoal: p99Us !== null && p99Us <= p99GoalUs,
  };
}

const lossOf = (flows: readonly { sent: number; delivered: number }[]): number => {
  const sent = flows.reduce((sum, f) => sum + f.sent, 0);
  return sent === 0 ? 0 : 1 - flows.reduce((sum, f) => sum + f.delivered, 0) / sent;
};

type Pair = Pick<TuneCell, "plUs" | "dlUs">;

/** The greater of what PL and what DL must move to come from a pair to the nearest of others; null without others. */
const nearestUs = ({ plUs, dlUs }: Pair, others: readonly Pair[]): number | null =>
  others.length === 0
    ? null
    : Math.min(...others.map((o) => Math.max(Math.abs(o.plUs - plUs), Math.abs(o.dlUs - dlUs))));

/** The pairs that meet the goal and of which none is better than another by more than the runs tell apart. */
function alikeBest(cells: readonly TuneCell[]): TuneCell[] {
  let left = cells.filter((cell) => cell.meetsGoal);
  for (const share of ["loss", "otherLoss", "prioritised"] as const) {
    const least = Math.min(...left.map((cell) => cell[share]));
    left = left.filter((cell) => cell[share] <= least + SAME_SHARE);
  }
  return left;
}

/**
 * The pair furthest from the edge of a flat region: from the pairs outside, and from the end of what was tried,
 * beyond which nothing is known. Of several the one nearest to their mean, then the greatest PL, as it
 * prioritises least.
 */
function middleOf(flat: readonly TuneCell[], cells: readonly TuneCell[]): TuneCell | null {
  const outside = cells.filter((cell) => !flat.includes(cell));
  const edgeOf = (key: "plUs" | "dlUs", cell: TuneCell): number => {
    const values = cells.map((c) => c[key]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return least === most ? Number.POSITIVE_INFINITY : Math.min(cell[key] - least, most - cell[key]);
  };
  const inner = (cell: TuneCell): number =>
    Math.min(
      nearestUs(cell, outside) ?? Number.POSITIVE_INFINITY,
      edgeOf("plUs", cell),
      edgeOf("dlUs", cell),
    );
  const depth = Math.max(...flat.map(inner));
  const innermost = flat.filter((cell) => inner(cell) === depth);
  const mean = (key: "plUs" | "dlUs"): number =>
    innermost.reduce((sum, c) => sum + c[key], 0) / innermost.length;
  const [plUs, dlUs] = [mean("plUs"), mean("dlUs")];
  const off = (cell: TuneCell): number => Math.hypot(cell.plUs - plUs, cell.dlUs - dlUs);
  return innermost.toSorted((a, b) => off(a) - off(b) || b.plUs - a.plUs || b.dlUs - a.dlUs)[0] ?? null;
}

function reasonOf(cells: readonly TuneCell[], { p99GoalUs }: TuneGoal): string {
  const found = cells.flatMap((c) => (c.p99Us === null ? [] : [c.p99Us]));
  if (cells.length === 0) return "there is no pair with PL at most DL; give other values";
  if (found.length === 0) {
    const least = (100 * Math.min(...cells.map((c) => c.loss))).toFixed(1);
    return `with every pair more than 1 % of the segment's packets are lost, at the least ${least} % of its flow: allow a greater DL`;
  }
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
