import { constructs } from "../../core/index.ts";
import { countedFeatures } from "../counted.ts";
import { inverse, quadratic } from "../fit/mixedModel.ts";
import type { ProbeArchitecture } from "./probeFrames.ts";
import { DUMMIES, PLAIN, type Probe, type ProbeProgram, probeProgram } from "./probePrograms.ts";

/** A base and six costs are sought: fewer programs cannot tell them apart, more than these are no better. */
export const MIXED = { least: 8, most: 48 };

/**
 * Programs that vary all constructs at once: those of all that the headers allow whose information on base and costs
 * has the greatest determinant (D-optimal: Fedorov 1972; greedy start, then exchanges while one gains).
 */
export function mixedPrograms(count: number, architecture: ProbeArchitecture = "v1model"): ProbeProgram[] {
  const all = candidates();
  const rows = all.map((probe) => rowOf(probeProgram("mixed", 0, probe, architecture)));
  return exchanged(rows, count).map((at, i) => probeProgram("mixed", i + 1, all[at]!, architecture));
}

/** What a program says of base and costs: 1 and its counts, parse and table less one. */
export function rowOf({ counts }: ProbeProgram): number[] {
  const counted = countedFeatures(counts);
  return [1, ...constructs.map((construct) => counted[construct])];
}

/** Logarithm of the determinant of the information of `rows`. */
export const information = (rows: readonly (readonly number[])[]): number =>
  inverse(normalOf(rows)).logDeterminant;

/** Places of the chosen rows, each once, in ascending order. */
function exchanged(rows: readonly (readonly number[])[], count: number): number[] {
  const chosen: number[] = [];
  const isFree = (at: number): boolean => !chosen.includes(at);
  const places = rows.map((_, at) => at);
  while (chosen.length < count) {
    const { inverse: covariance } = inverse(normalOf(chosen.map((at) => rows[at]!)));
    const gains = places.filter(isFree).map((at) => ({ at, gain: quadratic(covariance, rows[at]!) }));
    chosen.push(gains.reduce((best, each) => (each.gain > best.gain ? each : best)).at);
  }
  let value = information(chosen.map((at) => rows[at]!));
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let k = 0; k < count; k++)
      for (const at of places.filter(isFree)) {
        const tried = chosen.map((each, i) => (i === k ? at : each));
        const gained = information(tried.map((each) => rows[each]!));
        if (gained <= value + 1e-9) continue;
        [value, chosen[k], isBetter] = [gained, at, true];
      }
  }
  return chosen.sort((a, b) => a - b);
}

/** Keeps the first rows of a greedy start, which determine nothing yet, from a determinant of 0. */
const RIDGE = 1e-6;

function normalOf(rows: readonly (readonly number[])[]): number[][] {
  const size = 1 + constructs.length;
  const normal = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  // loops: the exchange of programs asks for it thousands of times
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? RIDGE : 0;
      for (const row of rows) sum += row[i]! * row[j]!;
      normal[i]![j] = sum;
      normal[j]![i] = sum;
    }
  return normal;
}

/** Ends and middle of what can be: an optimal design lies at the ends, the middle shows a bend. */
const levels = (most: number): number[] => [...new Set([0, Math.floor(most / 2), most])];
const TABLES = levels(14);

function candidates(): Probe[] {
  const bare = [1, 2, 3].flatMap((parsed) => TABLES.map((tables): Probe => ({ parsed, tables })));
  const mixed = levels(DUMMIES).flatMap((dummies) =>
    levels(DUMMIES - dummies).flatMap((added) =>
      levels(dummies).flatMap((removed) =>
        // a copy has another header as its source
        levels(dummies - removed < 2 ? 0 : dummies - removed).flatMap((copied) =>
          levels(PLAIN - 1 + dummies - removed - copied).flatMap((modified) =>
            TABLES.map((tables): Probe => mixedProbe({ dummies, added, removed, copied, modified, tables })),
          ),
        ),
      ),
    ),
  );
  return [...bare, ...mixed];
}

type Mixed = Record<"dummies" | "added" | "removed" | "copied" | "modified" | "tables", number>;

/** Parsed dummies in order: copied ones, modified ones behind the three plain headers, the last ones removed. */
function mixedProbe({ dummies, added, removed, copied, modified, tables }: Mixed): Probe {
  const kept = dummies - removed;
  const range = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  const plain = ["ethernet.src = 2", "ipv4.ttl = 9", "udp.source = 5"];
  const written = [...plain, ...range(copied, kept).map((i) => `d${i}.value = 1`)];
  return {
    parsed: PLAIN + dummies,
    tables,
    statements: [
      ...range(0, copied).map((i) => `hdr.d${i} = hdr.d${(i + 1) % kept};`),
      ...written.slice(0, modified).map((field) => `hdr.${field};`),
      ...range(kept, dummies).map((i) => `hdr.d${i}.setInvalid();`),
      ...range(dummies, dummies + added).map((i) => `hdr.d${i}.setValid();`),
    ],
  };
}
