import { defaultDriftSettings, withRunSpread } from "../src/twin/index.ts";
import { median, round } from "./measure.ts";
import { DAY, type Noise, noisesOf } from "./twinDrift/noises.ts";
import { ours, pageHinkley, type Rule, rules } from "./twinDrift/rules.ts";

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2];
/** Steps of a switch that starts again every hour: beyond what a start tells, found after several. */
const RUN_STEPS = [0.2, 0.3, 0.5];
const STEP_AT = 1200;
const LOOK = 2400;

/** How far from the true second of a step of 10 % the drift is said to have begun, in stretches of the noise. */
function beginnings(rule: Rule, noise: Noise): number[] {
  const found: number[] = [];
  for (const series of noise.series)
    for (let n = 0; n < 6; n++) {
      const start = n * Math.floor((series.length - LOOK) / 6);
      const feed = rule.start();
      for (let i = 0; i < LOOK; i++)
        if (feed(series[start + i]! + (i >= STEP_AT ? 0.1 : 0)) && i >= STEP_AT) {
          found.push(Math.abs((rule.beganAt?.() ?? Number.POSITIVE_INFINITY) - STEP_AT));
          break;
        }
    }
  return found;
}

/**
 * Starts of the switch from a step to the call: two days of one program, a start every hour, the step at half past the
 * first midnight; null where it was not called in the second day.
 */
function startsUntilFound(rule: Rule, { series, programs = 1 }: Noise, step: number): (number | null)[] {
  const [stepAt, hour] = [DAY + 1800, 3600];
  return series.slice(0, programs).flatMap((first, i) => {
    const days = [...first, ...(series[i + programs] ?? [])];
    if (days.length <= stepAt) return [];
    const feed = rule.start();
    for (let at = 0; at < days.length; at++) {
      const called = feed(days[at]! + (at >= stepAt ? step : 0));
      if (called && at >= stepAt) return [Math.floor(at / hour) - Math.floor(stepAt / hour)];
    }
    return [null];
  });
}

/** Windows from the step to the call in stretches of the noise; null where it was not called in 20 minutes. */
function delays(rule: Rule, noise: Noise, step: number): (number | null)[] {
  const found: (number | null)[] = [];
  for (const series of noise.series) {
    const most = Math.min(24, Math.ceil(24 / noise.series.length));
    const stride = Math.max(1, Math.floor((series.length - LOOK) / most));
    for (let start = 0, n = 0; start + LOOK <= series.length && n < most; start += stride, n++) {
      const feed = rule.start();
      let at: number | null = null;
      for (let i = 0; i < LOOK && at === null; i++) {
        const called = feed(series[start + i]! + (i >= STEP_AT ? step : 0));
        if (called && i >= STEP_AT) at = i - STEP_AT + 1;
      }
      found.push(at);
    }
  }
  return found;
}

function callsIn(rule: Rule, series: readonly number[]): number {
  const feed = rule.start();
  return series.reduce((calls, share) => calls + (feed(share) ? 1 : 0), 0);
}

const falseAlarmsPerDay = (rule: Rule, noise: Noise): number =>
  noise.series.reduce((calls, series) => calls + callsIn(rule, series), 0) / noise.days;

const shown = (values: readonly (number | null)[]): string => {
  const sorted = values.map((v) => v ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const word = (v: number): string => (Number.isFinite(v) ? String(v) : "-");
  return `${word(median(sorted))} (${word(sorted[Math.floor(0.9 * (sorted.length - 1))]!)})`;
};
/**
 * Detection delay in windows, median (90th percentile), and false alarms a day of the drift rules, on noise
 * of the emulator, synthetic noise and the real switch. P4TWIN_NOISE: only the kinds whose name holds it.
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const noises = noisesOf(process.env.P4TWIN_NOISE ?? "");
  const rows: Record<string, string | number>[] = [];
  for (const noise of noises)
    for (const given of rules) {
      // the profile of a switch whose runs differ says by how much
      const runUs = noise.runShare ?? 0;
      const errors = [{ source: "run of the switch", belowUs: runUs, aboveUs: runUs }];
      const settings = withRunSpread(defaultDriftSettings, { meanUs: 1, errors });
      const rule = given === pageHinkley ? ours(settings) : given;
      const perDay = falseAlarmsPerDay(rule, noise);
      const byStep = STEPS.map((step) => delays(rule, noise, step));
      rows.push({
        noise: noise.name,
        "sigma %": round(100 * noise.sigma),
        rule: rule.name,
        ...Object.fromEntries(STEPS.map((step, i) => [`${100 * step} %`, shown(byStep[i]!)])),
        "false/day": round(perDay),
      });
      if (given !== pageHinkley) continue;
      const off = beginnings(rule, noise);
      Object.assign(rows.at(-1)!, { "begin off s": shown(off) });
      if (noise.runShare)
        for (const step of RUN_STEPS)
          Object.assign(rows.at(-1)!, {
            [`${100 * step} %, starts`]: shown(startsUntilFound(rule, noise, step)),
          });
      if (noise.firstDays) {
        const first = noise.firstDays.map((series) => callsIn(rule, series));
        const mean = first.reduce((a, b) => a + b, 0) / first.length;
        Object.assign(rows.at(-1)!, { "first day (most)": `${round(mean)} (${Math.max(...first)})` });
        if (mean >= 1)
          throw new Error(`${noise.name}: ${mean} false alarms on the first day, less than 1 is promised`);
      }
      if (perDay > 1) throw new Error(`${noise.name}: ${perDay} false alarms a day, less than 1 is promised`);
      if (noise.name.startsWith("real") || noise.wanders) continue;
      if (median(off) > 5)
        throw new Error(`${noise.name}: a drift of 10 % begins ${median(off)} s off, 5 are promised`);
      const five = byStep[STEPS.indexOf(0.05)]!.map((v) => v ?? Number.POSITIVE_INFINITY);
      if (perDay > 0.5)
        throw new Error(`${noise.name}: ${perDay} false alarms a day, at most 0.5 are promised`);
      if (median(five) > 120)
        throw new Error(`${noise.name}: 5 % are found after ${median(five)} windows, 120 are promised`);
    }
  return { name: "twin: windows until a drift is called, median (p90), and false alarms a day", rows };
}
