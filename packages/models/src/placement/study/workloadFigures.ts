import type { Network } from "../../topology/index.ts";
import { alikeChains } from "../batch/alike.ts";
import { kindBound } from "../batch/kindBound.ts";
import { solveBatch } from "../batch/solveBatch.ts";
import { isProof, type Placement } from "../result.ts";
import {
  chainOfLength,
  instanceOf,
  inTurn,
  mixedServers,
  programmableTors,
  smartNics,
} from "./studyClouds.ts";
import type { Study, StudyPoint, StudySeries, StudyTools } from "./studyFigure.ts";

/** Time for one point (our choice); one that is not proven until then is shown with its bound. */
const POINT_MS = 4000;
/** The same for a point beside a printed number: ten chains at 10 us take their proof some seconds longer. */
const PRINTED_MS = 30_000;

type Workload = { network: Network; functions: readonly string[]; gbps: number; maxDelayUs: number | null };

const problemOf = ({ network, functions, gbps, maxDelayUs }: Workload, count: number): object => ({
  ...network,
  chains: inTurn([{ functions, gbps, maxDelayUs }], count),
});

/** So many equal chains at once on an empty network. */
function place(
  workload: Workload,
  count: number,
  { catalogue, highs, nowMs }: StudyTools,
  timeLimitMs = POINT_MS,
): Placement {
  const instance = instanceOf(problemOf(workload, count), catalogue);
  return solveBatch(instance, { timeLimitMs, nowMs }, highs);
}

/**
 * Time for the relaxation (our choice; it takes tenths of a second), and chains up to which capacities are looked for.
 */
const HOLD_MS = 30_000;
const MOST_CHAINS = 256;

/** Whether the relaxation over kinds of devices holds so many chains: what it does not hold, no placement does. */
export function mayHold(workload: Workload, count: number, { catalogue, highs }: StudyTools): boolean {
  const instance = instanceOf(problemOf(workload, count), catalogue);
  const bound = kindBound(instance, alikeChains(instance), { timeLimitMs: HOLD_MS }, highs);
  return bound === null || bound.status !== "infeasible";
}

/** Most chains that are not proven to find no place, and most that were placed, from there downwards. */
function capacityOf(workload: Workload, tools: StudyTools): { atMost: number; placed: Placement | null } {
  let atMost = 0;
  for (let step = MOST_CHAINS / 2; step >= 1; step /= 2) {
    if (mayHold(workload, atMost + step, tools)) atMost += step;
  }
  for (let count = atMost; count > 0; count--) {
    const placement = place(workload, count, tools);
    if (placement.status !== "infeasible") return { atMost, placed: placement };
    if (isProof(placement)) atMost = count - 1;
  }
  return { atMost, placed: null };
}

function powerPoints(
  workload: Workload,
  counts: readonly number[],
  perChain: number,
  tools: StudyTools,
): StudyPoint[] {
  const points: StudyPoint[] = [];
  for (const count of counts) {
    const placement = place(workload, count, tools);
    if (placement.status === "infeasible") break;
    const { powerWatts, bound } = placement;
    const proven = placement.status === "optimal" || bound === null;
    points.push({ x: count * perChain, y: powerWatts, ...(proven ? {} : { bound }) });
  }
  return points;
}

const budgets = [
  { name: "10 us", maxDelayUs: 10, thesis: 13 },
  { name: "100 us", maxDelayUs: 100, thesis: 21 },
  { name: "best effort", maxDelayUs: null, thesis: 27 },
];

/** Fig. 5.10: power and capacity for chains of several lengths and budgets (Exp. 1). */
export const figure510: Study = {
  figure: "5.10",
  title: "Chains of several lengths and budgets",
  source: "Harkous, thesis, Fig. 5.10 (Sec. 5.3.5, Exp. 1)",
  typicalMs: 60_000,
  standing: {
    kind: "fitted",
    why: "network and chain were searched for the printed capacities and powers: two of three capacities and both powers come out, the third is one off",
  },
  run(tools) {
    const started = tools.nowMs();
    const series: StudySeries[] = [];
    const comparisons = [];
    const lengths = [2, 4, 6] as const;
    for (const [i, length] of lengths.entries()) {
      for (const [j, { name, maxDelayUs, thesis }] of budgets.entries()) {
        tools.onProgress?.((i + j / budgets.length) / lengths.length);
        const functions = chainOfLength[length];
        const workload = { network: mixedServers(), functions, gbps: length / 2, maxDelayUs };
        const counts = [1, 2, 3, 4].map((n) => Math.round((n * 20) / length));
        const points = powerPoints(workload, counts, length, tools);
        series.push({ name: `length ${length}, ${name}`, unit: "W", points });
        if (length !== 6) continue;
        const { atMost, placed } = capacityOf(workload, tools);
        comparisons.push({
          what: `most chains of length 6, ${name}`,
          target: "C6",
          thesis: String(thesis),
          ours: `${placed?.embedded ?? 0} placed, at most ${atMost}`,
          assumption: "fitted: the network was chosen among those tried so that these numbers come nearest",
        });
        const printed = { "10 us": 568, "100 us": 280 }[name];
        if (printed === undefined) continue;
        const ten = place(workload, 10, tools, PRINTED_MS);
        comparisons.push({
          what: `power of 10 chains of length 6, ${name}`,
          target: "C7",
          thesis: `${printed} W`,
          ours: ten.status === "infeasible" ? "not placed" : `${ten.powerWatts} W (${ten.status})`,
          assumption:
            "fitted: the chain was chosen so that this number comes out, the network so that the capacities do",
        });
      }
    }
    const assumptions = [
      "6 CPU, 3 NPU, 3 FPGA, 2 ASIC in two racks, fitted to the printed capacities (with 4 NPU and 2 FPGA twelve chains are proven too many at 10 us, and 22 and 28 are placed at the other budgets)",
      "length 6: the functions of Table 5.5 but the required L2Fwd, chosen because both printed powers come out (in another of twenty orders, too, with which 14 chains are placed at 10 us); lengths 2 and 4: our choice",
    ];
    return { x: "functions", series, comparisons, assumptions, costMs: tools.nowMs() - started };
  },
};

/** Fig. 5.12: power for several shares of programmable ToRs (Exp. 2). */
export const figure512: Study = {
  figure: "5.12",
  title: "Programmable top-of-rack switches",
  source: "Harkous, thesis, Fig. 5.12 (Sec. 5.3.5, Exp. 2)",
  typicalMs: 10_000,
  standing: {
    kind: "fitted",
    why: "one ASIC for each quarter is inferred from the printed changes of slope, which are read off the computed series",
  },
  run(tools) {
    const started = tools.nowMs();
    const counts = Array.from({ length: 10 }, (_, i) => 15 * (i + 1));
    const workloadOf = (asics: number): Workload => ({
      ...{ network: programmableTors(asics), functions: chainOfLength[4], gbps: 1, maxDelayUs: null },
    });
    const series = [0, 1, 2, 3, 4].map((asics): StudySeries => {
      tools.onProgress?.(asics / 5);
      return {
        name: `r = ${asics / 4}`,
        unit: "W",
        points: powerPoints(workloadOf(asics), counts, 1, tools),
      };
    });
    const [without, ...others] = series;
    const comparisons = others.map((line, i) => ({
      what: `change of slope, ${line.name}`,
      target: "C8",
      thesis: `near ${30 * (i + 1)} chains`,
      ours: `at ${slopeChange(line.points, without!.points) ?? "none"} chains, read off the series in steps of 15`,
      assumption: "fitted: one ASIC for each quarter of r, since the thesis gives no topology",
    }));
    const assumptions = [
      "four racks of 15 CPU servers, one ASIC for each quarter of r, fitted to the changes of slope",
    ];
    return { x: "chains", series, comparisons, assumptions, costMs: tools.nowMs() - started };
  },
};

/** A rise of so much of that without ASICs is one without ASICs: between a third of it, with them, and all of it. */
const STEEP = 2 / 3;

/**
 * The x from which on a line rises as one of CPU servers alone; null when it never does. Both lines have the same x.
 */
export function slopeChange(line: readonly StudyPoint[], without: readonly StudyPoint[]): number | null {
  const rise = (points: readonly StudyPoint[], i: number): number => points[i + 1]!.y - points[i]!.y;
  for (let i = 0; i + 1 < Math.min(line.length, without.length); i++)
    if (rise(line, i) > STEEP * rise(without, i)) return line[i]!.x;
  return null;
}

/** Fig. 5.14: power and capacity for several shares of servers with SmartNICs (Exp. 3). */
export const figure514: Study = {
  figure: "5.14",
  title: "Servers with SmartNICs",
  source: "Harkous, thesis, Fig. 5.14 (Sec. 5.3.5, Exp. 3)",
  typicalMs: 5_000,
  standing: {
    kind: "fitted",
    why: "racks and SmartNICs are inferred, of r = 1 from the printed gain; both gains come out",
  },
  run(tools) {
    const started = tools.nowMs();
    const counts = [4, 8, 12, 16, 20, 28, 36, 46, 56];
    const shares = [0, 2, 4].map((racksWith, i) => {
      tools.onProgress?.(i / 3);
      const workload = {
        network: smartNics(racksWith),
        functions: chainOfLength[4],
        gbps: 2,
        maxDelayUs: null,
      };
      const { placed } = capacityOf(workload, tools);
      return {
        r: racksWith / 4,
        points: powerPoints(workload, counts, 1, tools),
        most: placed?.embedded ?? 0,
      };
    });
    const series = shares.map(({ r, points }): StudySeries => ({ name: `r = ${r}`, unit: "W", points }));
    const comparisons = shares.slice(1).map(({ r, most }, i) => ({
      what: `capacity gain, r = ${r}`,
      target: "A19",
      thesis: i === 0 ? "+125 %" : "+250 %",
      ours: `+${Math.round((most / shares[0]!.most - 1) * 100)} % (${most} chains beside ${shares[0]!.most})`,
      assumption: "the thesis' gain is that of chains that stay whole; chains that are split may gain more",
    }));
    const assumptions = [
      "four racks of four servers, half of the SmartNICs NPU and half FPGA (inferred for r = 1)",
    ];
    return { x: "chains", series, comparisons, assumptions, costMs: tools.nowMs() - started };
  },
};
