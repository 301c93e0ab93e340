import { readFileSync } from "node:fs";
import { join } from "node:path";
import { libraryFiles } from "../../library/index.ts";
import { createSimulation, SimulationScenario } from "../../src/control/index.ts";
import { createRandom } from "../../src/core/index.ts";
import { round } from "../measure.ts";

export const DAY = 86_400;
const FIRST_DAYS = 24;

/**
 * `runShare`: what runs of the switch differ by, one standard deviation, where they do. `programs`: so many series are
 * of different programs, then they come again.
 */
export type Noise = {
  name: string;
  sigma: number;
  series: number[][];
  days: number;
  runShare?: number;
  programs?: number;
  /** first days of twins of their own, where `series` is one history */
  firstDays?: number[][];
  /** a history that comes and goes by more than the floor by itself: a small step in it waits */
  wanders?: boolean;
};

/** First-order autoregression of standard deviation `sigma`; `white`: independent seconds beside it. */
function autoregression(phi: number, days: number, perSeries: number, sigma = 0.01, white = 0): Noise {
  const random = createRandom(Math.round(1000 * phi) + 17);
  const series = Array.from({ length: days }, () => {
    let last = 0;
    return Array.from({ length: perSeries }, () => {
      last = phi * last + Math.sqrt(1 - phi ** 2) * random.normal();
      return sigma * last + white * random.normal();
    });
  });
  const name = `autoregression ${phi}, ${round(100 * sigma)} %${white > 0 ? `, and ${round(100 * white)} %` : ""}`;
  const wanders = phi > 0.99;
  return { name, sigma: Math.hypot(sigma, white), series, days: (days * perSeries) / DAY, wanders };
}

/**
 * Pauses of 30 % that come in bursts: one every `everyS` seconds, `lengthS` long on average (both exponential), in
 * which `part` of the seconds is paused.
 */
function bursts(everyS: number, lengthS: number, part: number, days: number): Noise {
  let [left, next] = [0, 0];
  const name = `1 %, bursts of pauses every ${everyS} s for ${lengthS} s, in ${100 * part} % of their seconds, ${days} days on end`;
  const noise = disturbed(name, days + FIRST_DAYS, (random) => {
    const drawn = (mean: number): number => Math.ceil(-mean * Math.log(1 - random.next()));
    if (left > 0) left--;
    else if (--next <= 0) [left, next] = [drawn(lengthS), drawn(everyS)];
    return left > 0 && random.next() < part ? 0.3 : 0;
  });
  // one history: on its first day stretches are learnt, and the first of a kind is called
  const series = [noise.series.slice(0, days).flat()];
  return { ...noise, series, days, firstDays: noise.series.slice(days), wanders: true };
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

/** Seconds of a run that follow each other in a drawn history: longer than its bursts (our choice). */
const BLOCK_S = 2;
/** Two days for each of the ten programs that were measured. */
const REAL_DAYS = 20;
const DATA = process.env.P4TWIN_BMV2_LATENCY ?? null;

/**
 * The real BMv2: days of seconds drawn in blocks from its measured runs (`quiet.csv` of P4TWIN_BMV2_LATENCY; the
 * columns order, program, start, seq, wireUs), packets at 300 a second. `restarts`: another run of the same program
 * every hour, else each day is of one run.
 */
function realSwitch(folder: string, days: number, restarts: boolean): Noise {
  const random = createRandom(41);
  const [, ...lines] = readFileSync(join(folder, "quiet.csv"), "utf8").trim().split("\n");
  const runs = new Map<string, Map<string, number[]>>();
  for (const line of lines) {
    const [order, program, , , us] = line.split(",") as [string, string, string, string, string];
    const ofProgram = runs.get(program) ?? new Map<string, number[]>();
    runs.set(program, ofProgram.set(order, [...(ofProgram.get(order) ?? []), Number(us)]));
  }
  const programs = [...runs.values()].map((each) => [...each.values()]);
  const perSecond = 300;
  const secondsOf = (run: readonly number[], count: number): number[] => {
    const means: number[] = [];
    while (means.length < count) {
      const from = random.integer(run.length - BLOCK_S * perSecond + 1);
      for (let s = 0; s < BLOCK_S; s++)
        means.push(meanOf(run.slice(from + s * perSecond, from + (s + 1) * perSecond)));
    }
    return means.slice(0, count);
  };
  const spreads: number[] = [];
  const series = Array.from({ length: days }, (_, day) => {
    const ofProgram = programs[day % programs.length]!;
    const mean = meanOf(ofProgram.map(meanOf));
    for (const run of ofProgram) spreads.push(meanOf(run) / mean - 1);
    const one = ofProgram[random.integer(ofProgram.length)]!;
    const hours = Array.from({ length: 24 }, () =>
      restarts ? ofProgram[random.integer(ofProgram.length)]! : one,
    );
    return hours.flatMap((run) => secondsOf(run, 3600).map((us) => us / mean - 1));
  });
  const all = series.flat();
  const runShare = Math.sqrt(meanOf(spreads.map((s) => s * s)) * 1.25);
  return {
    name: `real BMv2, ${restarts ? "another start every hour" : "one start a day"}`,
    ...{ sigma: Math.sqrt(meanOf(all.map((x) => x * x))), series, days },
    ...(restarts ? { runShare, programs: programs.length } : {}),
  };
}

const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** The noises whose kind holds `wanted`; each is made only when it is asked for. */
export const noisesOf = (wanted: string): Noise[] =>
  (
    [
      ["emulator", () => [emulator(1)]],
      ["autoregression", () => [0, 0.5, 0.8, 0.9].map((phi) => autoregression(phi, 4, DAY))],
      ["wandering", () => [autoregression(0.999, 4, DAY, 0.02), autoregression(0.999, 4, DAY, 0.02, 0.01)]],
      ["bursts", () => [bursts(3600, 120, 0.5, 4), bursts(3600, 600, 0.8, 4), bursts(1800, 60, 1, 4)]],
      [
        "pauses",
        () => [
          disturbed("1 %, a tenth of the seconds with pauses of 30 %", 4, (random) =>
            random.next() < 0.1 ? 0.3 : 0,
          ),
        ],
      ],
      [
        "swing",
        () => [
          disturbed(
            "1 %, a swing of 1 % over the day",
            4,
            (_, i) => 0.01 * Math.sin((2 * Math.PI * i) / DAY),
          ),
        ],
      ],
      [
        "tails",
        () => [
          disturbed("1 %, and Student's t of two degrees", 4, (random) => {
            return (0.01 * random.normal()) / Math.sqrt(-Math.log(1 - random.next()));
          }),
        ],
      ],
      ...(DATA === null
        ? []
        : [
            ["real start", () => [realSwitch(DATA, REAL_DAYS, false)]] as const,
            ["real restarts", () => [realSwitch(DATA, REAL_DAYS, true)]] as const,
          ]),
    ] as const
  )
    .filter(([kind]) => kind.includes(wanted))
    .flatMap(([, make]) => make());
