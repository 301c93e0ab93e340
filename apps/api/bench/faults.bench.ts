import { createRandom } from "@p4twin/models/core";
import { allFaults } from "./faults/allFaults.ts";
import type { Fault } from "./faults/fault.ts";
import { formOf, type Lab, startLab } from "./faults/lab.ts";
import { type RunResult, runFaults } from "./faults/run.ts";
import { quantile } from "./support/product.ts";

const { env } = process;
const SEED = Number(env.P4TWIN_FAULTS_SEED ?? 12);
const RUNS = Number(env.P4TWIN_FAULTS_RUNS ?? 300);
/** The first run to do, so that one of a long series is repeated alone. */
const FIRST = Number(env.P4TWIN_FAULTS_FIRST ?? 0);
const RATE = Number(env.P4TWIN_FAULTS_RATE ?? 20_000);
const VIEWERS = Number(env.P4TWIN_FAULTS_VIEWERS ?? 20);
/** A machine that does other things besides is slower. */
const BACK_WITHIN_S = Number(env.P4TWIN_FAULTS_BACK_S ?? 5);
const FORM = formOf(env.P4TWIN_FAULTS_FORM ?? "one-command");
/** Only these, by name, commas between them. */
const ONLY = env.P4TWIN_FAULTS_ONLY?.split(",").filter(Boolean) ?? null;
/** A product is used for so many runs and then started from nothing. */
const RUNS_A_PRODUCT = 25;
/** One run in so many is a pair. */
const PAIR_ONE_IN = 3;

/** The faults of run `n`: each alone in turn, and pairs that act on different things, drawn from the seed. */
function chosen(n: number, able: readonly Fault[]): readonly Fault[] {
  const random = createRandom(SEED * 100_003 + n);
  const first = able[n % able.length];
  if (n % PAIR_ONE_IN !== PAIR_ONE_IN - 1) return [first];
  const others = able.filter((f) => f.on !== first.on);
  return others.length === 0 ? [first] : [first, others[Math.floor(random.next() * others.length)]];
}

const round = (value: number | undefined): number | null =>
  value === undefined ? null : Number(value.toFixed(1));

function tableOf(results: readonly RunResult[]) {
  const groups = new Map<string, RunResult[]>();
  for (const result of results) {
    const name = result.faults.length > 1 ? "two at once" : result.faults[0];
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  return [...groups].map(([fault, all]) => {
    const back = all.flatMap((r) => r.recoveredS ?? []).sort((a, b) => a - b);
    return {
      fault,
      runs: all.length,
      survived: all.filter((r) => r.survived).length,
      "back after s, median": round(quantile(back, 0.5)),
      "back after s, max": round(back[back.length - 1]),
      "reports lost": all.reduce((n, r) => n + r.lostReports, 0),
      "windows given up": all.reduce((n, r) => n + r.lostWindows, 0),
      alerts: all.reduce((n, r) => n + r.alerts, 0),
      wrong: all.filter((r) => r.wrong.length > 0).length,
    };
  });
}

/**
 * The product under load while things break around it, alone and in pairs: what it costs, whether it
 * balances, who hears of it.
 */
export default async function bench() {
  let lab: Lab | null = null;
  const results: RunResult[] = [];
  // nothing of it outlives us: processes, disk
  const leave = (): void => void (lab?.stop() ?? Promise.resolve()).finally(() => process.exit(1));
  process.once("SIGINT", leave);
  process.once("SIGTERM", leave);
  try {
    for (let n = FIRST; n < FIRST + RUNS; n++) {
      if (lab && n % RUNS_A_PRODUCT === 0) {
        await lab.stop();
        lab = null;
      }
      lab ??= await startLab({
        form: FORM,
        rate: RATE,
        viewers: VIEWERS,
        seed: SEED,
        backWithinS: BACK_WITHIN_S,
      });
      const current = lab;
      if (n === FIRST) for (const missing of current.place.missing) console.log(`Not tried here: ${missing}`);
      const able = allFaults.filter((f) => !f.unable?.(current) && (ONLY === null || ONLY.includes(f.id)));
      const faults = chosen(n, able);
      const startMs = performance.now();
      const result = await runFaults(current, faults, createRandom(SEED * 7 + n)).catch(
        (error: unknown): RunResult => ({
          faults: faults.map((f) => f.id),
          ...{ survived: false, recoveredS: null, lostReports: 0, lostWindows: 0, alerts: 0, incidents: [] },
          wrong: [error instanceof Error ? error.message : String(error)],
        }),
      );
      results.push(result);
      const s = ((performance.now() - startMs) / 1_000).toFixed(1);
      const back = result.recoveredS === null ? "not back" : `back after ${result.recoveredS.toFixed(1)} s`;
      console.log(
        `run ${n} [${result.faults.join(" + ")}] ${back}, ${result.lostReports} reports lost, ${result.alerts} alerts, ${s} s${result.wrong.length === 0 ? "" : " WRONG"}`,
      );
      if (result.wrong.length === 0) continue;
      for (const what of result.wrong) console.log(`    ${what}`);
      console.log(
        `    again: P4TWIN_FAULTS_SEED=${SEED} P4TWIN_FAULTS_FIRST=${n} P4TWIN_FAULTS_RUNS=1 npm run bench faults`,
      );
      // what failed may have left something behind
      await lab.stop();
      lab = null;
    }
  } finally {
    await lab?.stop();
  }
  const wrong = results.filter((r) => r.wrong.length > 0).length;
  console.log(`${results.length} runs with seed ${SEED}, ${wrong} not as they must be`);
  return {
    name: `faults of the ${FORM} form: ${RATE} reports/s, ${VIEWERS} viewers, ${results.length} runs, seed ${SEED}`,
    rows: tableOf(results),
  };
}
