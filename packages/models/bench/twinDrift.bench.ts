import { libraryFiles } from "../library/index.ts";
import { createSimulation, SimulationScenario } from "../src/control/index.ts";
import { createRandom } from "../src/core/index.ts";
import { defaultDriftSettings, startDrift, stepDrift } from "../src/twin/index.ts";
import { median, round } from "./measure.ts";

/** Shares of one second each; a rule is fed them one by one and says when it calls a drift. */
type Rule = { name: string; start(): (share: number) => boolean };

const WARM = defaultDriftSettings.warmWindows;
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2];
const STEP_AT = 1200;
const LOOK = 2400;
const DAY = 86_400;

/** What the product runs. */
const pageHinkley: Rule = {
  name: "Page-Hinkley, robust (ours)",
  start() {
    let state = startDrift();
    let atMs = 0;
    return (share) => {
      const next = stepDrift(state, defaultDriftSettings, atMs, share);
      state = next.state;
      atMs += 1000;
      return next.change === "drifted";
    };
  },
};

/** The textbook's: reference and deviation of the warm start, k = 0.5, h = 5; starts anew after each call. */
const cusum: Rule = {
  name: "CUSUM k=0.5 h=5",
  start() {
    const warm: number[] = [];
    let [mean, sigma, up, down] = [0, 0, 0, 0];
    return (share) => {
      if (warm.length < WARM) {
        warm.push(share);
        if (warm.length === WARM) {
          mean = warm.reduce((a, b) => a + b, 0) / WARM;
          sigma = Math.sqrt(warm.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (WARM - 1));
        }
        return false;
      }
      const z = (share - mean) / sigma;
      up = Math.max(0, up + z - 0.5);
      down = Math.max(0, down - z - 0.5);
      if (Math.max(up, down) <= 5) return false;
      [up, down] = [0, 0];
      return true;
    };
  },
};

/** Mean of the last 30 windows more than `share` off that of the warm start; calls once until it is back. */
const meanThreshold = (share: number): Rule => ({
  name: `mean of 30 windows off by ${100 * share} %`,
  start() {
    const last: number[] = [];
    let [seen, mean, isOff] = [0, 0, false];
    return (value) => {
      if (seen++ < WARM) {
        mean += value / WARM;
        return false;
      }
      last.push(value);
      if (last.length > 30) last.shift();
      if (last.length < 30) return false;
      const was = isOff;
      isOff = Math.abs(last.reduce((a, b) => a + b, 0) / 30 - mean) > share;
      return isOff && !was;
    };
  },
});

const rules = [pageHinkley, cusum, meanThreshold(0.01), meanThreshold(0.05)];

type Noise = { name: string; sigma: number; series: number[][]; days: number };

/** First-order autoregression of standard deviation 1 %. */
function autoregression(phi: number, days: number, perSeries: number): Noise {
  const random = createRandom(Math.round(1000 * phi) + 17);
  const series = Array.from({ length: days }, () => {
    let last = 0;
    return Array.from({ length: perSeries }, () => {
      last = phi * last + Math.sqrt(1 - phi ** 2) * random.normal();
      return 0.01 * last;
    });
  });
  return { name: `autoregression ${phi}, 1 %`, sigma: 0.01, series, days: (days * perSeries) / DAY };
}

/** Independent seconds of 1 % with something more. */
function disturbed(
  name: string,
  days: number,
  more: (random: ReturnType<typeof createRandom>, i: number) => number,
): Noise {
  const random = createRandom(29);
  const series = Array.from({ length: days }, () =>
    Array.from({ length: DAY }, (_, i) => 0.01 * random.normal() + more(random, i)),
  );
  return { name, sigma: 0.01, series, days };
}

/** Residual shares of the demo cloud's segments, calm, from the packet simulation: hops and VNFs, as INT shows them. */
function emulator(hours: number): Noise {
  const scenario = SimulationScenario.parse(JSON.parse(libraryFiles["simulations/demo.json"] ?? ""));
  const places = [
    { flow: "web-edge", from: 0, to: 1 },
    { flow: "web-edge", from: 2, to: 4 },
    { flow: "video-cache", from: 0, to: 1 },
  ];
  const sums = places.map(() => new Float64Array(hours * 3600));
  const counts = places.map(() => new Float64Array(hours * 3600));
  const simulation = createSimulation(scenario, {
    seed: 5,
    onPacket({ flowId, outcome, passes, sentUs }) {
      const second = Math.floor(sentUs / 1e6);
      places.forEach(({ flow, from, to }, i) => {
        if (flow !== flowId || outcome !== "delivered" || second >= hours * 3600) return;
        // stays, and what lies between two stays in one switch; links between two clocks are not seen
        let us = 0;
        for (let p = from; p <= to; p++) {
          const pass = passes[p]!;
          us += pass.egressUs - pass.ingressUs;
          const before = passes[p - 1];
          if (p > from && before?.nodeId === pass.nodeId) us += pass.ingressUs - before.egressUs;
        }
        sums[i]![second]! += us;
        counts[i]![second]! += 1;
      });
    },
  });
  for (let second = 0; second <= hours * 3600; second += 60) simulation.advance(second * 1e6);
  const series = places.map((_, i) => {
    const means = [...sums[i]!].flatMap((sum, s) => (counts[i]![s]! > 0 ? [sum / counts[i]![s]!] : []));
    // the model of the calm cloud is its own mean: what is left is noise
    const mean = means.reduce((a, b) => a + b, 0) / means.length;
    return means.map((m) => m / mean - 1);
  });
  const all = series.flat();
  const sigma = Math.sqrt(all.reduce((sum, x) => sum + x * x, 0) / all.length);
  return { name: `emulator, ${hours} h of 3 segments`, sigma, series, days: (3 * hours) / 24 };
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

function falseAlarmsPerDay(rule: Rule, noise: Noise): number {
  let calls = 0;
  for (const series of noise.series) {
    const feed = rule.start();
    for (const share of series) if (feed(share)) calls++;
  }
  return calls / noise.days;
}

const shown = (values: readonly (number | null)[]): string => {
  const sorted = values.map((v) => v ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const word = (v: number): string => (Number.isFinite(v) ? String(v) : "-");
  return `${word(median(sorted))} (${word(sorted[Math.floor(0.9 * (sorted.length - 1))]!)})`;
};

/**
 * Detection delay in windows, median (90th percentile), and false alarms a day of the drift rules, on noise
 * of the emulator and synthetic noise.
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const noises = [
    emulator(1),
    ...[0, 0.5, 0.8, 0.9].map((phi) => autoregression(phi, 4, DAY)),
    disturbed("1 %, a tenth of the seconds with pauses of 30 %", 4, (random) =>
      random.next() < 0.1 ? 0.3 : 0,
    ),
    disturbed("1 %, a swing of 1 % over the day", 4, (_, i) => 0.01 * Math.sin((2 * Math.PI * i) / DAY)),
    disturbed("1 %, and Student's t of two degrees", 4, (random) => {
      return (0.01 * random.normal()) / Math.sqrt(-Math.log(1 - random.next()));
    }),
  ];
  const rows: Record<string, string | number>[] = [];
  for (const noise of noises)
    for (const rule of rules) {
      const perDay = falseAlarmsPerDay(rule, noise);
      const byStep = STEPS.map((step) => delays(rule, noise, step));
      rows.push({
        noise: noise.name,
        "sigma %": round(100 * noise.sigma),
        rule: rule.name,
        ...Object.fromEntries(STEPS.map((step, i) => [`${100 * step} %`, shown(byStep[i]!)])),
        "false/day": round(perDay),
      });
      if (rule !== pageHinkley) continue;
      const five = byStep[STEPS.indexOf(0.05)]!.map((v) => v ?? Number.POSITIVE_INFINITY);
      if (perDay > 0.5)
        throw new Error(`${noise.name}: ${perDay} false alarms a day, at most 0.5 are promised`);
      if (median(five) > 120)
        throw new Error(`${noise.name}: 5 % are found after ${median(five)} windows, 120 are promised`);
    }
  return { name: "twin: windows until a drift is called, median (p90), and false alarms a day", rows };
}
