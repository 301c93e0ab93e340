import { assert } from "../../core/index.ts";
import { checkProblem } from "../parseProblem.ts";
import { planDevices } from "../plan/planDevices.ts";
import type { Plan } from "../plan/planResult.ts";
import type { Study, StudyComparison, StudySeries, StudyTools } from "./studyFigure.ts";

/** Functions of Table 5.5 in turn, 1 Gbps each; the turn is inferred [harkous-5.2.5]. */
const TURN = ["l2fwd", "l3fwd", "fw", "vdecap", "lb", "tunneling", "nat"];
const KINDS = ["cpu", "npu", "fpga", "asic"];
const BUDGET_USD = 100_000;
/** Total that the thesis' numbers of devices imply [harkous-readings] no. 11. */
const TOTAL = 217;
const STEPS = [...Array.from({ length: 21 }, (_, i) => 10 * (i + 1)), TOTAL];
/** Time for one plan (our choice; it takes tenths of a second). */
const PLAN_MS = 30_000;

const assumptions = [
  "functions of Table 5.5 in turn, 1 Gbps each; turn and total are inferred",
  "required L3Fwd uses constructs, no throughput",
];

type Objective = {
  objective: { delay?: number; cost?: number; normalise?: { delay: number; cost: number } };
  maxCost?: number;
};
const scenarios: readonly { id: string; title: string; options: Objective }[] = [
  { id: "S1", title: "S1 delay", options: { objective: { delay: 1 } } },
  { id: "S2", title: "S2 cost", options: { objective: { cost: 1 } } },
  { id: "S3", title: "S3 delay and cost", options: { objective: { delay: 0.5, cost: 0.5 } } },
  {
    id: "S4",
    title: "S4 delay, at most 100,000 $",
    options: { objective: { delay: 1 }, maxCost: BUDGET_USD },
  },
];

/** Plan of PA-P4VNF-RA for so many functions; the direct way to one point of the figures. */
function planOf(total: number, options: Objective, { catalogue, highs, nowMs }: StudyTools): Plan {
  const workload = TURN.map((f, i) => ({
    function: f,
    gbps: 1,
    count: Math.floor(total / TURN.length) + (i < total % TURN.length ? 1 : 0),
  })).filter((w) => w.count > 0);
  const deviceTypes = KINDS.map((profile) => ({ profile }));
  const { problem, diagnostics } = checkProblem({ deviceTypes, workload, options }, catalogue);
  assert(problem !== null, diagnostics.map((d) => d.message).join("; "));
  return planDevices(problem, catalogue, "exact", { timeLimitMs: PLAN_MS, nowMs }, highs);
}

const countOf = (plan: Plan, profile: string): number =>
  plan.types.find((t) => t.profile === profile)?.count ?? 0;

const boughtText = (plan: Plan): string => plan.types.map((t) => `${t.count} ${t.profile}`).join(" + ");

/** Normalisers with which S3 buys what is printed: the budget of S4, and the delay of the functions on CPUs. */
const S3_READING: Objective = {
  objective: { delay: 0.5, cost: 0.5, normalise: { delay: 13_864.32, cost: BUDGET_USD } },
};

const s4Targets: readonly {
  total: number;
  target: string;
  what: string;
  thesis: string;
  assumption: string | null;
}[] = [
  {
    ...{ total: 90, target: "C2", what: "devices for 90 functions", thesis: "2 asic + 4 fpga, the last" },
    assumption: null,
  },
  {
    ...{ total: 199, target: "C3", what: "devices for 199 functions", thesis: "20 fpga, the last" },
    assumption: null,
  },
  {
    ...{ total: 174, target: "C4", what: "second ASIC dropped", thesis: "at 174 functions" },
    assumption: "not determined by the thesis; here the last plan with one ASIC is at 151",
  },
  {
    ...{ total: 22, target: "C5", what: "first ASIC full", thesis: "at 22 functions" },
    assumption: "not determined by the thesis; here one ASIC holds 16",
  },
];

/** Fig. 5.4: devices bought under a budget of 100,000 $. */
export const figure54: Study = {
  figure: "5.4",
  title: "Devices bought under a budget",
  source: "Harkous, thesis, Fig. 5.4 (Sec. 5.2.5, scenario 4)",
  typicalMs: 4_000,
  standing: {
    kind: "open",
    why: "90 and 199 functions come out as printed; under no reading of the turn does the second ASIC go at 174, nor the first fill up at 22, with these two",
  },
  run(tools) {
    const started = tools.nowMs();
    const { options } = scenarios[3]!;
    const plans = STEPS.map((total, i) => {
      tools.onProgress?.(i / STEPS.length);
      return { total, plan: planOf(total, options, tools) };
    });
    const series = KINDS.map((profile): StudySeries => {
      const points = plans.map(({ total, plan }) => ({ x: total, y: countOf(plan, profile) }));
      return { name: profile, unit: "devices", points };
    });
    const comparisons = s4Targets.map(({ total, ...target }): StudyComparison => {
      const plan = plans.find((p) => p.total === total)?.plan ?? planOf(total, options, tools);
      return { ...target, ours: `${boughtText(plan)} (${total} functions)` };
    });
    return { x: "functions", series, comparisons, assumptions, costMs: tools.nowMs() - started };
  },
};

/** Fig. 5.5: delay and price of the four scenarios. */
export const figure55: Study = {
  figure: "5.5",
  title: "Delay and price of a plan",
  source: "Harkous, thesis, Fig. 5.5 (Sec. 5.2.5); the curves are not in the text",
  typicalMs: 15_000,
  standing: {
    kind: "fitted",
    why: "total and turn of the functions are inferred from the printed devices; S3 comes out with a price normaliser that is inferred too",
  },
  run(tools) {
    const started = tools.nowMs();
    const series: StudySeries[] = [];
    const comparisons: StudyComparison[] = [];
    const thesis = { S1: "15 asic", S2: "25 cpu", S3: "22 npu" };
    scenarios.forEach(({ id, title, options }, s) => {
      const plans = STEPS.map((total, i) => {
        tools.onProgress?.((s + i / STEPS.length) / scenarios.length);
        return { total, plan: planOf(total, options, tools) };
      });
      const points = (value: (plan: Plan) => number | null) =>
        plans.flatMap(({ total, plan }) => {
          const y = value(plan);
          return y === null ? [] : [{ x: total, y }];
        });
      series.push({ name: `delay, ${title}`, unit: "us", points: points((p) => p.delayUs) });
      series.push({ name: `price, ${title}`, unit: "$", points: points((p) => p.costUsd) });
      if (id === "S4") return;
      if (id === "S3")
        comparisons.push({
          what: "S3 with a delay of all CPUs and a price of 100,000 $ as normalisers",
          target: "C1",
          thesis: thesis.S3,
          ours: boughtText(planOf(TOTAL, S3_READING, tools)),
          assumption: "fitted: these normalisers were chosen because 22 NPUs come out",
        });
      comparisons.push({
        what: `devices of ${title}, all functions`,
        target: "C1",
        thesis: thesis[id as keyof typeof thesis],
        ours: boughtText(plans.at(-1)!.plan),
        assumption:
          id === "S3"
            ? "depends on the normalisers, which are not given; here the largest recorded values"
            : "within one device; total and turn of the functions are inferred",
      });
    });
    return { x: "functions", series, comparisons, assumptions, costMs: tools.nowMs() - started };
  },
};
