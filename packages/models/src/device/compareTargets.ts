import type { DeviceProfile } from "./profile.ts";

type Profile = Pick<DeviceProfile, "id" | "title" | "capacity" | "linear" | "externs" | "ratings">;

/** Criteria of Table 3.6, in its order. */
export const ratingCriteria = [
  ["throughput", "Throughput"],
  ["forwardingLatency", "Forwarding latency"],
  ["flowScalability", "Flow scalability"],
  ["ruleUpdateResponsiveness", "Rule-update responsiveness"],
  ["jitter", "Jitter"],
  ["resourceAvailability", "Resources"],
  ["flexibility", "Flexibility"],
  ["price", "Price"],
] as const;

/** Numbers of Table 5.6 that a target is compared by (our choice: the thesis does not name the axes of Fig. 5.3). */
const AXES: readonly { label: string; unit: string; of: (profile: Profile) => number | null }[] = [
  { label: "Throughput", unit: "Gbps", of: ({ capacity }) => capacity.gbpsPerLink?.value ?? null },
  { label: "Constructs", unit: "", of: ({ capacity }) => capacity.maxConstructs?.value ?? null },
  { label: "Power", unit: "W", of: ({ capacity }) => capacity.powerWatts?.value ?? null },
  { label: "Cost", unit: "$", of: ({ capacity }) => capacity.costUsd?.value ?? null },
  { label: "Base delay", unit: "µs", of: ({ linear }) => linear?.baseUs.value ?? null },
  { label: "SipHash delay", unit: "µs", of: (profile) => sipHash(profile)?.latencyUs.value ?? null },
  {
    label: "SipHash throughput",
    unit: "Gbps",
    of: (profile) => sipHash(profile)?.throughputGbps?.value ?? null,
  },
];
const sipHash = ({ externs }: Profile) => externs.find(({ name }) => name === "SipHash-2-4");

export type ComparedTargets = {
  axes: readonly { label: string; unit: string; most: number }[];
  /** by target: each number, and as a share of the largest */
  targets: readonly { id: string; title: string; values: readonly number[]; shares: readonly number[] }[];
};

/** The profiles that have every axis, each number as a share of the largest among them (rule D26). */
export function compareTargets(profiles: readonly Profile[]): ComparedTargets {
  const whole = profiles.flatMap((profile) => {
    const values = AXES.flatMap(({ of }) => of(profile) ?? []);
    return values.length === AXES.length ? [{ id: profile.id, title: profile.title, values }] : [];
  });
  const most = AXES.map((_, axis) => Math.max(...whole.map(({ values }) => values[axis] ?? 0)));
  return {
    axes: AXES.map(({ label, unit }, axis) => ({ label, unit, most: most[axis] ?? 0 })),
    targets: whole.map((target) => ({
      ...target,
      shares: target.values.map((value, axis) => (most[axis] ? value / most[axis] : 0)),
    })),
  };
}
