import { type Construct, constructs, createRandom } from "../../src/core/index.ts";
import { type ConstructCounts, countedFeatures } from "../../src/device/counted.ts";
import { libraryDevice } from "../../src/device/library.ts";
import type { DeviceProfile } from "../../src/device/profile.ts";

/** A run of one program of the thesis' experiments: raw counts, run and what was "measured". */
export type SimulatedRun = { counts: ConstructCounts; run: string; latencyUs: number };

/** A measured cost as `fit` names it, and the bends of a fit. */
type FoundCosts = {
  costUs: Record<string, number>;
  highUs: Record<string, number>;
  rmseUs: number;
  bends: readonly { construct: string; kind: string; overCount: number }[];
};

export const publishedDevices = ["t4p4s", "netfpga-sume", "agilio-cx"] as const;

const base: ConstructCounts = { parse: 1, modify: 0, copy: 0, remove: 0, add: 0, table: 1 };

/** Thesis Eq. 4.6 with the corrections of its text, written out apart from the estimator. */
function publishedUs({ linear, corrections }: DeviceProfile, counts: ConstructCounts): number {
  const counted = countedFeatures(counts);
  let us = linear!.baseUs.value;
  for (const c of constructs) {
    us += linear!.slopesUs[c].value * counted[c];
    for (const bend of corrections.filter(({ construct }) => construct === c)) {
      const beyond = Math.max(0, counted[c] - bend.overCount.value);
      if (bend.kind === "once") us += beyond > 0 ? bend.us.value : 0;
      else us += beyond * (bend.us.value - linear!.slopesUs[c].value);
    }
  }
  return us;
}

/** The seven experiments of the thesis (Sec. 3.2.1), each program in three runs. */
export function publishedExperiments(id: string, noise: () => number): SimulatedRun[] {
  const profile = libraryDevice(id)!;
  const sweeps: [keyof ConstructCounts, number][] = [
    ["parse", 14],
    ["modify", 14],
    ["copy", 10],
    ["remove", 10],
    ["add", 10],
    ["table", 14],
  ];
  return sweeps.flatMap(([construct, most]) =>
    Array.from({ length: most }, (_, i) => i + 1).flatMap((n) =>
      ["a", "b", "c"].map((run) => {
        const counts = { ...base, [construct]: n };
        return { counts, run: `${construct}${n}${run}`, latencyUs: publishedUs(profile, counts) + noise() };
      }),
    ),
  );
}

export const gaussian = (seed: number) => {
  const random = createRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
};

/** The experiments of a device with 0.05 us of noise, as a file that the command line and the page read. */
export function publishedCsv(id: string): string {
  const normal = gaussian(3);
  const rows = publishedExperiments(id, () => 0.05 * normal());
  const lines = rows.map(({ counts, run, latencyUs }) =>
    [run, ...constructs.map((c) => counts[c]), latencyUs.toFixed(4)].join(","),
  );
  return `${["run", ...constructs, "latencyUs"].join(",")}\n${lines.join("\n")}\n`;
}

/** Where costs and bends that were found are not those of the published profile; empty when they came back. */
export function unlikePublished(id: string, found: FoundCosts): string[] {
  const { linear, corrections } = libraryDevice(id)!;
  const off = (us: number | undefined, publishedUs: number, byUs: number): boolean =>
    us === undefined || !(Math.abs(us - publishedUs) < byUs);
  const costs = constructs.filter((c: Construct) => {
    const publishedUs = linear!.slopesUs[c].value;
    // 0 is near the SUME's -0.02 too: the interval tells the sign
    return off(found.costUs[c], publishedUs, 0.02) || (publishedUs < 0 && !(found.highUs[c]! < 0));
  });
  const bendsOf = (bends: FoundCosts["bends"]): string =>
    bends
      .map(({ construct, kind, overCount }) => `${construct} ${kind} ${overCount}`)
      .sort()
      .join(", ");
  const published = corrections.map((each) => ({ ...each, overCount: each.overCount.value }));
  return [
    ...costs.map((c) => `${c}: ${found.costUs[c]} up to ${found.highUs[c]}`),
    ...(off(found.costUs.base, linear!.baseUs.value, 0.05) ? [`base: ${found.costUs.base}`] : []),
    ...(bendsOf(found.bends) === bendsOf(published) ? [] : [`bends: ${bendsOf(found.bends)}`]),
    ...(found.rmseUs < 0.4 ? [] : [`RMSE: ${found.rmseUs}`]),
  ];
}
