import type { Random } from "../../src/core/index.ts";
import { constructs, countedFeatures, type Measurement } from "../../src/device/index.ts";

type ConstructCounts = Measurement["counts"];

/** What makes starts of a simulated switch hard to fit, all at once; times in us. */
export type Mix = {
  name: string;
  starts: number;
  /** whether all programs run in one start (a switch that is loaded anew keeps its shift), or each has its own */
  shared: boolean;
  /** standard deviation between starts, and the law of their shifts */
  startUs: number;
  law: "normal" | "t5" | "lognormal";
  /** what programs differ by beyond their costs */
  programUs: number;
  /** packets of a start: tail of a lognormal law (sigma), bursts, and correlation of neighbours */
  tail: number;
  bursts: boolean;
  correlation: number;
  packets: number;
  /** correlation of neighbouring starts, in the order in which they are measured (by chance, as the sheet says) */
  between: number;
};

export const coefficientsUs = { base: 200, parse: 1, modify: 2, copy: 2, remove: -0.5, add: 3, table: 0.8 };
const FITTED: readonly Partial<ConstructCounts>[] = [
  {},
  { parse: 4 },
  { parse: 8 },
  { modify: 4 },
  { parse: 8, copy: 5 },
  { parse: 8, remove: 4 },
  { add: 4 },
  { table: 6 },
  { table: 12 },
  { parse: 6, modify: 3, table: 4 },
  { parse: 8, copy: 2, remove: 2, table: 8 },
  { add: 2, modify: 2, table: 3 },
];
const one: ConstructCounts = { parse: 1, modify: 0, copy: 0, remove: 0, add: 0, table: 1 };
const all = (some: readonly Partial<ConstructCounts>[]): ConstructCounts[] =>
  some.map((counts) => ({ ...one, ...counts }));
export const fittedPrograms = all(FITTED);
/** Programs that no fit has seen. */
export const otherPrograms = all([
  { parse: 3, table: 3 },
  { parse: 6, modify: 4, add: 2 },
  { parse: 8, copy: 3, remove: 3, table: 10 },
]);

/** Mean of a program over all starts, without what it alone differs by. */
const trueUs = (counts: ConstructCounts): number => {
  const counted = countedFeatures(counts);
  return constructs.reduce(
    (sum, construct) => sum + coefficientsUs[construct] * counted[construct],
    coefficientsUs.base,
  );
};

export type Start = { program: number; measurement: Measurement };

/** Every program in all of its starts, each a mean over packets as a probe measures them. */
export function simulatedStarts(mix: Mix, programs: readonly ConstructCounts[], random: Random): Start[] {
  const order = programs.flatMap((counts, program) =>
    Array.from({ length: mix.starts }, (_, start) => ({ counts, program, start })),
  );
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const own = programs.map(() => mix.programUs * random.normal());
  const ofStart = Array.from({ length: mix.starts }, () => shiftOf(mix, random.normal(), random));
  let before = random.normal();
  return order.map(({ counts, program, start }) => {
    before = mix.between * before + Math.sqrt(1 - mix.between ** 2) * random.normal();
    const shiftUs = mix.shared ? ofStart[start]! : shiftOf(mix, before, random);
    const meanUs = trueUs(counts) + own[program]! + shiftUs;
    const measuredUs = meanUs * meanOfPackets(mix, random);
    const run = mix.shared ? `start ${start}` : `${program}, start ${start}`;
    const measurement: Measurement = {
      ...{ counts, packetBytes: null, latencyUs: measuredUs, spreadUs: null, packets: mix.packets },
      ...{ program: `p${program}`, run, line: 1 },
    };
    return { program, measurement };
  });
}

/** From a standard normal value to a shift with mean 0 and the mix's standard deviation. */
function shiftOf({ startUs, law }: Mix, normal: number, random: Random): number {
  if (law === "normal") return startUs * normal;
  if (law === "lognormal") {
    const s = 0.8;
    return (startUs * (Math.exp(s * normal - s ** 2 / 2) - 1)) / Math.sqrt(Math.exp(s ** 2) - 1);
  }
  // Student's t with 5 degrees of freedom has the variance 5/3
  const squares = [0, 1, 2, 3, 4].reduce((sum) => sum + random.normal() ** 2, 0);
  return (startUs * normal) / Math.sqrt(squares / 5) / Math.sqrt(5 / 3);
}

/** A burst begins at one packet of 200, has 10 on average, and its packets take four times as long. */
const [BEGINS, ENDS, LONGER] = [1 / 200, 1 / 10, 4];

/** The mean of correlated packets with a tail, as a share of what endless ones would have. */
function meanOfPackets({ packets, tail, bursts, correlation }: Mix, random: Random): number {
  const fresh = Math.sqrt(1 - correlation ** 2);
  const inBursts = BEGINS / (BEGINS + ENDS);
  let [sum, normal] = [0, random.normal()];
  let slow = bursts && random.next() < inBursts;
  for (let i = 0; i < packets; i++) {
    normal = correlation * normal + fresh * random.normal();
    if (bursts) slow = slow ? random.next() >= ENDS : random.next() < BEGINS;
    sum += Math.exp(tail * normal - tail ** 2 / 2) * (slow ? LONGER : 1);
  }
  return sum / packets / (bursts ? 1 + (LONGER - 1) * inBursts : 1);
}
