import type { ChainInstance, DeviceInstance, Instance } from "../instance.ts";

/** Labels that one search may make before it answers with its best and a bound (our choice; some 100 MB). */
export const DEFAULT_MAX_LABELS = 300_000;

export type EmbedLimits = {
  /** the most labels that one search may make */
  maxLabels: number;
  /** asked now and then */
  stop: () => boolean;
  /** labels after which a search tightens its bounds, and again; its own choice unless given */
  labelsBetween?: number;
};

/**
 * What is asked for: how long the chain may take, and which combinations of device types (`typesOf`) are not wanted.
 */
export type EmbedRules = { budgetUs: number; excluded: ReadonlySet<string> };

/** The combination of device types on which functions run, as one word. */
export const typesOf = (instance: Instance, hosts: readonly number[]): string =>
  [...new Set(hosts.flatMap((d) => profileOf(instance.devices[d]!)))].sort().join(" ");

const profileOf = ({ isHost, facts }: DeviceInstance): string[] => (isHost ? [] : [facts.profile]);

/** The rules of the problem itself: the budget of the chain (5.31), all combinations. */
export const problemRules = ({ chain }: ChainInstance): EmbedRules => ({
  budgetUs: chain.maxDelayUs === null ? Number.POSITIVE_INFINITY : chain.maxDelayUs + ROUNDING_US,
  excluded: new Set(),
});

/** Half the tolerance of the checker, as in the integer program: accepted in spite of rounding. */
const ROUNDING_US = 5e-7;

/**
 * Whether no way gets shorter by a detour: what the search's proof rests on, and true of every device whose
 * base delay is measured.
 */
export const detoursCost = (instance: Instance): boolean =>
  instance.devices.every((d) => !d.forwards || d.facts.baseUs + d.forwardUs >= 0);
