import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createRandom } from "../src/core/index.ts";
import { constructs, countedFeatures, type FitResult, fitProfile } from "../src/device/index.ts";
import { mixes } from "./fitCoverage/mixes.ts";
import {
  coefficientsUs,
  fittedPrograms,
  type Mix,
  otherPrograms,
  type Start,
  simulatedStarts,
} from "./fitCoverage/simulatedStarts.ts";
import { round } from "./measure.ts";

const REPLICATIONS = Number(process.env.P4TWIN_REPLICATIONS ?? 1000);
/** The other computation takes a second for ten. */
const COMPARED = Number(process.env.P4TWIN_COMPARED ?? 60);
const MIXES = new RegExp(process.env.P4TWIN_MIX ?? "");

/** How often something was inside its 95 % interval. */
type Count = { inside: number; of: number };
const share = ({ inside, of }: Count): string => (of === 0 ? "-" : `${round((100 * inside) / of)} %`);
const note = (count: Count, low: number | null, high: number | null, us: number): void => {
  if (low === null || high === null) return;
  count.of++;
  if (low <= us && us <= high) count.inside++;
};
const nothing = (): Count => ({ inside: 0, of: 0 });

/**
 * How often 95 % intervals of a fit hold the truth where starts differ, packets have tails and bursts, and neighbours
 * are correlated, all at once: of base and costs, and of a start of a program that the fit has not seen. With
 * P4TWIN_RSCRIPT beside Kenward and Roger's intervals, by lmerTest.
 *
 *   [P4TWIN_RSCRIPT=Rscript P4TWIN_REPLICATIONS=1000 P4TWIN_COMPARED=60 P4TWIN_MIX=…] npm run bench fitCoverage
 */
export default function fitCoverage(): { name: string; rows: Record<string, string | number>[] } {
  return {
    name: `coverage of a fit's 95 % intervals, ${REPLICATIONS} replications a row`,
    rows: mixes.filter(({ name }) => MIXES.test(name)).map(rowOf),
  };
}

function rowOf(mix: Mix): Record<string, string | number> {
  const random = createRandom(mix.name.length + 17);
  const [base, costs, start] = [nothing(), nothing(), nothing()];
  const begun = process.cpuUsage();
  const compared: { starts: readonly Start[]; fit: FitResult }[] = [];
  let bent = 0;
  for (let replication = 0; replication < REPLICATIONS; replication++) {
    const starts = simulatedStarts(mix, fittedPrograms, random);
    const fit = fitProfile(starts.map(({ measurement }) => measurement));
    if (fit.bends.length > 0) bent++;
    else if (compared.length < COMPARED) compared.push({ starts, fit });
    for (const { name, lowUs, highUs } of fit.coefficients)
      if (name === "base") note(base, lowUs, highUs, coefficientsUs.base);
      else note(costs, lowUs, highUs, coefficientsUs[name as keyof typeof coefficientsUs]);
    // on their own: a start that the fitted programs share would be no new one
    for (const { measurement } of simulatedStarts(mix, otherPrograms, random)) {
      const { us, halfUs } = fit.predict(countedFeatures(measurement.counts), null)!;
      if (halfUs !== null) note(start, us - halfUs, us + halfUs, measurement.latencyUs);
    }
  }
  const { user, system } = process.cpuUsage(begun);
  return {
    mix: mix.name,
    base: share(base),
    costs: share(costs),
    "a new start of an unseen program": share(start),
    "fits with a bend that is not": bent,
    ...besideKenwardRoger(compared),
    "CPU s": round((user + system) / 1e6),
  };
}

/** The same data through lmerTest: coverage there, and how wide ours is beside it. */
function besideKenwardRoger(
  compared: readonly { starts: readonly Start[]; fit: FitResult }[],
): Record<string, string | number> {
  const rscript = process.env.P4TWIN_RSCRIPT;
  if (!rscript || compared.length === 0) return {};
  const lines = compared.flatMap(({ starts }, replication) =>
    starts.map(({ measurement: { counts, program, run, latencyUs } }) => {
      const counted = countedFeatures(counts);
      return [replication, program, `"${run}"`, ...constructs.map((c) => counted[c]), latencyUs].join(",");
    }),
  );
  const head = `replication,program,run,${constructs.join(",")},latencyUs`;
  const answer = execFileSync(rscript, [join(import.meta.dirname, "fitCoverage", "kenwardRoger.R")], {
    input: [head, ...lines].join("\n"),
    maxBuffer: 1 << 26,
  });
  const [base, costs] = [nothing(), nothing()];
  const wider: number[] = [];
  for (const line of answer.toString().trim().split("\n")) {
    const [replication, name, low, high] = line.split(",") as [
      string,
      keyof typeof coefficientsUs,
      string,
      string,
    ];
    note(name === "base" ? base : costs, Number(low), Number(high), coefficientsUs[name]);
    const ours = compared[Number(replication)]!.fit.coefficients.find((each) => each.name === name)!;
    wider.push(Math.log((ours.highUs! - ours.lowUs!) / (Number(high) - Number(low))));
  }
  const middle = Math.exp(wider.reduce((a, b) => a + b, 0) / wider.length);
  return {
    "base, lmerTest": share(base),
    "costs, lmerTest": share(costs),
    "our width over lmerTest's": round(middle),
  };
}
