import { type Construct, constructs, type DeviceProfile, inBase } from "../device/index.ts";
import { type CostEvent, noFeatures, type PathCost } from "../program/index.ts";
import { type Bend, bentTerms, correctionsOf } from "./constructTerms.ts";
import { findExtern } from "./externTerms.ts";
import type { LatencyForm } from "./latencyForm.ts";
import { sumUs } from "./term.ts";

/**
 * One summand of a cost. `slot` holds what it must remember of a path; `total` is added at the end, null: no answer.
 */
type Part = {
  start: readonly number[];
  step(slot: readonly number[], event: CostEvent): { slot: readonly number[]; cost: number };
  total(slot: readonly number[]): number | null;
};

/** The mean of `estimatePath` (us) as a cost that is summed along a path, thresholds and look-ups included. */
export function meanCost(profile: DeviceProfile, form: LatencyForm): PathCost {
  const slopes = form.slopes(profile);
  const sums = constructs.flatMap((construct): Part[] => {
    const slope = slopes?.[construct];
    if (slope === undefined) return [];
    return correctionsOf(profile, construct).length > 0
      ? [bentPart(profile, construct, slope)]
      : [slopePart(construct, slope)];
  });
  return sumOf([basePart(profile, form), ...sums, externPart(profile)]);
}

/** By how much the low end of the interval is widened beyond the half width (us, never negative; rule L10). */
export const biasCost = (profile: DeviceProfile): PathCost =>
  sumOf(
    constructs.flatMap((construct): Part[] => {
      const biases = profile.biases.filter((each) => each.construct === construct);
      if (biases.length === 0) return [];
      const most = Math.max(...biases.map((each) => each.fromCount)) + 1;
      const free = inBase.has(construct) ? 1 : 0;
      return [
        countPart([construct], most, ([count = 0]) => {
          const reached = biases.filter((each) => count - free >= each.fromCount);
          return reached.sort((a, b) => b.fromCount - a.fromCount)[0]?.overestimateUs.value ?? 0;
        }),
      ];
    }),
  );

/** Bytes of the headers that a path adds, 16 B each where sizes are not known (P8 Sec. IV-F). */
export const addedBytesCost = (assumedBytes: number): PathCost =>
  sumOf([
    {
      start: [0, 0, 1],
      step([count = 0, bytes = 0, sized = 1], event) {
        if (event.kind !== "count" || event.construct !== "add") return unchanged([count, bytes, sized]);
        return unchanged([count + 1, bytes + (event.bytes ?? 0), event.bytes === null ? 0 : sized]);
      },
      total: ([count = 0, bytes = 0, sized = 1]) => (sized === 1 ? bytes : count * assumedBytes),
    },
  ]);

const basePart = (profile: DeviceProfile, form: LatencyForm): Part =>
  countPart(form.baseConstructs, Number.POSITIVE_INFINITY, (counts) => {
    const features = noFeatures();
    form.baseConstructs.forEach((construct, index) => {
      features[construct] = counts[index] ?? 0;
    });
    const basis = form.basis(profile, features);
    return basis.available ? basis.base.totalUs : null;
  });

/** Remembers how often each of `counted` occurs, up to `most`. */
const countPart = (
  counted: readonly Construct[],
  most: number,
  total: (counts: readonly number[]) => number | null,
): Part => ({
  start: counted.map(() => 0),
  step(slot, event) {
    const index = event.kind === "count" ? counted.indexOf(event.construct) : -1;
    return unchanged(
      index < 0 ? slot : slot.map((count, at) => (at === index ? Math.min(most, count + 1) : count)),
    );
  },
  total,
});

/** A construct that costs the same each time, the first one free when the base holds it. */
function slopePart(construct: Construct, slope: number): Part {
  const isFirstFree = inBase.has(construct) && slope !== 0;
  return {
    start: isFirstFree ? [0] : [],
    step(slot, event) {
      if (event.kind !== "count" || event.construct !== construct) return unchanged(slot);
      return isFirstFree && slot[0] === 0 ? { slot: [1], cost: 0 } : { slot, cost: slope };
    },
    total: () => 0,
  };
}

/**
 * A construct with thresholds. Slot: count, whether all sizes are known, bytes so far, headers beyond each
 * threshold in bytes.
 */
function bentPart(profile: DeviceProfile, construct: Construct, slope: number): Part {
  const corrections = correctionsOf(profile, construct);
  const limits = corrections.map((each) => each.overBytes?.value ?? Number.POSITIVE_INFINITY);
  const highest = Math.max(0, ...limits.filter(Number.isFinite));
  const isSized = construct === "add" || construct === "remove";
  return {
    start: [0, isSized ? 1 : 0, 0, ...limits.map(() => 0)],
    step(slot, event) {
      if (event.kind !== "count" || event.construct !== construct) return unchanged(slot);
      const [count = 0, sized = 0, bytes = 0, ...beyond] = slot;
      if (sized === 0 || event.bytes === null) return unchanged([count + 1, 0, 0, ...limits.map(() => 0)]);
      const total = bytes + event.bytes;
      const passed = beyond.map((each, index) => each + (total > (limits[index] ?? 0) ? 1 : 0));
      return unchanged([count + 1, 1, Math.min(total, highest + 1), ...passed]);
    },
    total([raw = 0, sized = 0, , ...beyond]) {
      const count = Math.max(0, raw - (inBase.has(construct) ? 1 : 0));
      const bends = corrections.map((correction, index): Bend => {
        const bySize = sized === 1 && correction.overBytes !== null;
        const byCount = Math.max(0, count - correction.overCount.value);
        return { correction, beyond: bySize ? (beyond[index] ?? 0) : byCount, bySize };
      });
      return sumUs(bentTerms(construct, count, slope, bends));
    },
  };
}

/** Externs cost once each; those that the profile does not publish cost nothing. */
function externPart(profile: DeviceProfile): Part {
  return {
    start: [0],
    step(slot, event) {
      const known = event.kind === "extern" ? findExtern(profile, event.name) : undefined;
      if (!known) return unchanged(slot);
      const bit = 2 ** profile.externs.indexOf(known);
      const used = slot[0] ?? 0;
      if (Math.floor(used / bit) % 2 === 1) return unchanged(slot);
      return { slot: [used + bit], cost: known.latencyUs.value };
    },
    total: () => 0,
  };
}

const unchanged = (slot: readonly number[]): { slot: readonly number[]; cost: number } => ({ slot, cost: 0 });

/** Parts side by side: their slots make the state. Steps are remembered, because the same ones come again and again. */
function sumOf(parts: readonly Part[]): PathCost {
  const encode = (slots: readonly (readonly number[])[]): string =>
    slots.map((slot) => slot.join(",")).join(";");
  const decode = (state: string): number[][] =>
    state.split(";").map((slot) => (slot === "" ? [] : slot.split(",").map(Number)));
  const known = new Map<string, { state: string; cost: number }>();
  return {
    start: encode(parts.map((part) => part.start)),
    step(state, event) {
      const what = event.kind === "count" ? `${event.construct} ${event.bytes}` : `() ${event.name}`;
      const key = `${state} ${what}`;
      const before = known.get(key);
      if (before) return before;
      const slots = decode(state);
      let cost = 0;
      const next = parts.map((part, index) => {
        const stepped = part.step(slots[index] ?? [], event);
        cost += stepped.cost;
        return stepped.slot;
      });
      const after = { state: encode(next), cost };
      known.set(key, after);
      return after;
    },
    end(state) {
      const slots = decode(state);
      let sum = 0;
      for (const [index, part] of parts.entries()) {
        const total = part.total(slots[index] ?? []);
        if (total === null) return null;
        sum += total;
      }
      return sum;
    },
  };
}
