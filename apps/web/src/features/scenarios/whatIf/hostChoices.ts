import {
  applyChange,
  type Catalogue,
  type Change,
  compareEvaluations,
  evaluatePlacement,
} from "@p4twin/models/placement";
import type { Prediction } from "./predict.ts";

/** What a chain would become on a device. */
export type HostChoice = {
  device: string;
  profile: string;
  /** what to do to get there */
  change: Change;
  delayUs: number | null;
  /** against what is shown now */
  addedUs: number | null;
  addedWatts: number | null;
  /** the first constraint that would be broken newly; null when none is */
  breaks: string | null;
};

/** More devices than a person looks through; a filter narrows them (our choice). */
export const MOST_CHOICES = 40;

/**
 * Every device that the function at `position` could move to (null: the whole chain), predicted one by one:
 * what works first, then what takes less time. `filter` is a part of a device's id or profile.
 */
export function hostChoices(
  { state, now }: Prediction,
  catalogue: Catalogue,
  { chain: id, position, filter }: { chain: string; position: number | null; filter: string },
): HostChoice[] {
  const chain = state.problem.chains.find((candidate) => candidate.id === id);
  if (!chain) return [];
  const hosts = state.layout.chains.find((laid) => laid.id === id)?.hosts ?? [];
  const here = position === null ? (new Set(hosts).size === 1 ? hosts[0] : undefined) : hosts[position];
  const wanted = filter.trim().toLowerCase();
  const devices = state.problem.devices
    .filter(({ id: device }) => device !== here)
    .filter((device) => `${device.id} ${device.profile}`.toLowerCase().includes(wanted))
    .slice(0, MOST_CHOICES);
  const choices = devices.flatMap(({ id: device, profile }): HostChoice[] => {
    const change: Change =
      position === null
        ? { kind: "place", chain: id, hosts: chain.functions.map(() => device) }
        : { kind: "move", chain: id, position, to: device };
    const next = applyChange(state, change, catalogue);
    if (!next.ok) return [];
    const variant = evaluatePlacement(next.value, { catalogue });
    const { chains, powerWatts, violations } = compareEvaluations(now, variant);
    const delay = chains.find((entry) => entry.id === id)?.delayUs;
    return [
      {
        device,
        profile,
        change,
        delayUs: delay?.variant ?? null,
        addedUs: delay?.delta ?? null,
        addedWatts: powerWatts.delta,
        breaks: violations.added[0] ?? null,
      },
    ];
  });
  const late = (us: number | null): number => us ?? Number.POSITIVE_INFINITY;
  return choices.sort(
    (a, b) => Number(a.breaks !== null) - Number(b.breaks !== null) || late(a.delayUs) - late(b.delayUs),
  );
}
