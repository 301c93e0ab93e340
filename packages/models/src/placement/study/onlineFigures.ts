import { significantText } from "../../core/index.ts";
import { agnostic } from "../agnostic.ts";
import { DEFAULT_MAX_LABELS } from "../exact/rules.ts";
import { createExactSession } from "../exact/session.ts";
import { solveExact } from "../exact/solveExact.ts";
import { greedy } from "../greedy.ts";
import { createGreedySession } from "../greedySession.ts";
import { solveModel } from "../ilp/solveModel.ts";
import { emptyLedger } from "../ledger.ts";
import type { Placement } from "../result.ts";
import { instanceOf, inTurn, serverRacks, thesisKinds } from "./studyClouds.ts";
import type { Study, StudySeries, StudyTools } from "./studyFigure.ts";

const FUNCTIONS_PER_TURN = 8;
const CHAINS_PER_TURN = 3;
const LIMITS = { maxLabels: DEFAULT_MAX_LABELS, stop: () => false };

/** Functions of so many chains A, B, C in turn. */
const functionsOf = (chains: number): number =>
  thesisKinds.slice(0, chains % CHAINS_PER_TURN).reduce((sum, k) => sum + k.functions.length, 0) +
  Math.floor(chains / CHAINS_PER_TURN) * FUNCTIONS_PER_TURN;

const online = (racks: number, chains: number, { catalogue }: StudyTools) =>
  instanceOf({ ...serverRacks(racks), chains: inTurn(thesisKinds, chains) }, catalogue);

/** Fig. 5.16: with the delay model beside the performance-agnostic baseline (Exp. 4). */
export const figure516: Study = {
  figure: "5.16",
  title: "With and without a delay model",
  source: "Harkous, thesis, Fig. 5.16 (Sec. 5.3.5, Exp. 4)",
  typicalMs: 2_000,
  standing: {
    kind: "open",
    why: "the same power comes out; 2.6 times the time and 1.68 extra trials rest on a solver, a measurement and an order that are not given",
  },
  run(tools) {
    const { nowMs } = tools;
    const started = nowMs();
    const counts = [60, 150, 300, 450, 600, 750];
    const runs = counts.map((count, i) => {
      tools.onProgress?.(i / counts.length);
      const instance = online(4, count, tools);
      const aware = solveExact(instance, { timeLimitMs: null, online: true, nowMs });
      return { count, aware, trial: agnostic(instance, { timeLimitMs: null, nowMs }) };
    });
    const seriesOf = (
      name: string,
      unit: string,
      value: (run: (typeof runs)[number]) => number,
    ): StudySeries => ({
      ...{ name, unit },
      points: runs.map((run) => ({ x: functionsOf(run.count), y: value(run) })),
    });
    const last = runs.at(-1)!;
    const comparisons = [
      {
        ...{ what: "time of the baseline, times that with the model", target: "C9", thesis: "2.6" },
        ours: (last.trial.timeMs / last.aware.timeMs).toFixed(2),
        assumption: "another solver; warm times, without deployment and measurement",
      },
      {
        ...{ what: "extra trials per chain", target: "C9", thesis: "1.68" },
        ours: ((last.trial.extraTrials ?? 0) / last.count).toFixed(2),
        assumption: "order of the chains not given; a combination is the set of types that host functions",
      },
      {
        ...{ what: "power with the model and of the baseline", target: "C9", thesis: "the same" },
        ours: `${last.aware.powerWatts} and ${last.trial.powerWatts} W`,
        assumption: "order of the chains not given",
      },
    ];
    return {
      x: "functions",
      series: [
        seriesOf("power, with the model", "W", (r) => r.aware.powerWatts),
        seriesOf("power, baseline", "W", (r) => r.trial.powerWatts),
        seriesOf("time per chain, with the model", "ms", (r) => r.aware.timeMs / r.count),
        seriesOf("time per chain, baseline", "ms", (r) => r.trial.timeMs / r.count),
      ],
      comparisons,
      assumptions: ["chains A, B, C in turn on four racks of Exp. 4"],
      costMs: nowMs() - started,
    };
  },
};

const thesisMs = [
  { racks: 4, ilp: 435, greedy: 5 },
  { racks: 10, ilp: 4137, greedy: 30 },
  { racks: 20, ilp: 28_500, greedy: 35 },
  { racks: 30, ilp: 64_000, greedy: 53 },
];
/**
 * Chains per measurement, and for the integer program; racks up to which it is asked (our choice: it takes
 * seconds for a chain).
 */
const CHAINS = 300;
const ILP_CHAINS = 2;
const ILP_RACKS = 10;

/** Fig. 5.17: time per chain and embedded functions of greedy and of the optimum (Exp. 5). */
export const figure517: Study = {
  figure: "5.17",
  title: "Greedy beside the optimum",
  source: "Harkous, thesis, Fig. 5.17 (Sec. 5.3.5, Exp. 5)",
  typicalMs: 4_000,
  standing: {
    kind: "open",
    why: "order, stop rule and thresholds are not given: the literal greedy holds 2413 functions, printed are 1480",
  },
  run(tools) {
    const started = tools.nowMs();
    const rows = thesisMs.map(({ racks }, i) => {
      tools.onProgress?.(i / (thesisMs.length + 1));
      return { racks, ...timesOf(racks, tools) };
    });
    const seriesOf = (name: string, points: { x: number; y: number }[]): StudySeries => ({
      name,
      unit: "ms",
      points,
    });
    const ours = (value: (row: (typeof rows)[number]) => number | null) =>
      rows.flatMap((row) => {
        const y = value(row);
        return y === null ? [] : [{ x: row.racks, y }];
      });
    return {
      x: "racks",
      series: [
        seriesOf(
          "exact",
          ours((r) => r.exactMs),
        ),
        seriesOf(
          "greedy",
          ours((r) => r.greedyMs),
        ),
        seriesOf(
          "integer program (HiGHS)",
          ours((r) => r.ilpMs),
        ),
        seriesOf(
          "integer program, thesis",
          thesisMs.map((t) => ({ x: t.racks, y: t.ilp })),
        ),
        seriesOf(
          "greedy, thesis",
          thesisMs.map((t) => ({ x: t.racks, y: t.greedy })),
        ),
      ],
      comparisons: [
        ...thesisMs.map(({ racks, ilp, greedy: quick }, i) => ({
          what: `ms per chain on ${racks} racks: optimum, greedy`,
          target: "C10",
          thesis: `${ilp}, ${quick}`,
          ours: `${significantText(rows[i]!.exactMs, 2)}, ${significantText(rows[i]!.greedyMs, 2)}`,
          assumption:
            "hardware and solver not given; here warm: code compiled by the chains before, network set up",
        })),
        ...capacityComparisons(tools),
      ],
      assumptions: ["chains A, B, C in turn", "greedy keeps its list per kind of device"],
      costMs: tools.nowMs() - started,
    };
  },
};

/** Mean times per chain in a network that is set up. */
function timesOf(
  racks: number,
  tools: StudyTools,
): { exactMs: number; greedyMs: number; ilpMs: number | null } {
  const { nowMs, highs } = tools;
  const instance = online(racks, CHAINS + ILP_CHAINS, tools);
  const exact = createExactSession(instance);
  const quick = createGreedySession(instance, {});
  const t0 = nowMs();
  for (let i = 0; i < CHAINS; i++) {
    const { embedding } = exact.embed(i, LIMITS);
    if (embedding) exact.book(embedding);
  }
  const t1 = nowMs();
  for (let i = 0; i < CHAINS; i++) {
    const embedding = quick.embed(i);
    if (embedding) quick.book(embedding);
  }
  const t2 = nowMs();
  if (racks <= ILP_RACKS) {
    for (let i = 0; i < ILP_CHAINS; i++) {
      const scope = { chains: [i], ledger: emptyLedger(instance), without: new Set<never>() };
      solveModel(instance, scope, { timeLimitMs: null }, highs);
    }
  }
  const ilpMs = racks <= ILP_RACKS ? (nowMs() - t2) / ILP_CHAINS : null;
  return { exactMs: (t1 - t0) / CHAINS, greedyMs: (t2 - t1) / CHAINS, ilpMs };
}

/** Functions of the thesis' comparison of greedy with the optimum on four racks. */
const GREEDY_FUNCTIONS = 1480;

function capacityComparisons(tools: StudyTools) {
  const { nowMs } = tools;
  const all = online(4, 1000, tools);
  const untilFirst = ({ rejected }: Placement): number =>
    functionsOf(rejected.length === 0 ? 1000 : Number(rejected[0]!.slice(1)) - 1);
  const quick = greedy(all, { nowMs });
  const exact = solveExact(all, { timeLimitMs: null, online: true, nowMs });
  const some = online(4, Math.ceil((GREEDY_FUNCTIONS * CHAINS_PER_TURN) / FUNCTIONS_PER_TURN), tools);
  const gapWatts =
    greedy(some, { nowMs }).powerWatts -
    solveExact(some, { timeLimitMs: null, online: true, nowMs }).powerWatts;
  return [
    {
      ...{ what: "functions on four racks until the first rejection: greedy, optimum", target: "C11" },
      ...{ thesis: "1480, 2018", ours: `${untilFirst(quick)}, ${untilFirst(exact)}` },
      assumption: "arrival order, stop rule, thresholds and sharing not given",
    },
    {
      ...{ what: "power of greedy above the optimum at 1480 functions", target: "C12", thesis: "8000 W" },
      ours: `${gapWatts} W`,
      assumption: "inputs not given",
    },
  ];
}
