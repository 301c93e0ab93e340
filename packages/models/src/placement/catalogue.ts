import type { NetworkFunction } from "../chain/index.ts";
import type { DeviceProfile } from "../device/index.ts";
import { baseDelayUs, latencyInterval, nfDelayUs } from "../latency/index.ts";

/** What an engine reads of a device profile. Null: unknown, and therefore no limit. */
export type DeviceFacts = {
  profile: string;
  architectures: readonly string[];
  /** delta^BP: once per access of a packet to the device */
  baseUs: number;
  /** T_d, per interface */
  gbps: number | null;
  powerWatts: number;
  costUsd: number;
  /** omega_d */
  maxConstructs: number | null;
  /** tau_d */
  maxRules: number | null;
  /** T_d^e of each extern function of the device, by its name in lower case */
  externs: ReadonlyMap<string, number | null>;
  /** Delta_d^y of Eq. 5.1: what the function adds to the base delay; null when it needs an extern that is not here */
  functionUs(f: NetworkFunction): number | null;
  /** standard deviation of the packet latency; null where the profile publishes none */
  spreadUs: number | null;
  /** half the width of the latency interval of one access (fit error and spread); null where the profile does not publish both */
  halfWidthUs: number | null;
  /** by how much the estimate of the function is known to be too high at most; widens the low side of the interval */
  biasUs(f: NetworkFunction): number;
};

/** Device profiles and library functions that problems may name. */
export type Catalogue = {
  /** what the catalogue was made of, as plain data that can be sent to a worker */
  profiles: readonly DeviceProfile[];
  /** null when there is no such profile, or when it does not say its latency, what power it draws or what it costs */
  device(profile: string): DeviceFacts | null;
  functions: readonly NetworkFunction[];
};

/** Builds a catalogue; of two profiles with the same id the later one counts. */
export function createCatalogue(
  profiles: readonly DeviceProfile[],
  functions: readonly NetworkFunction[],
): Catalogue {
  const facts = new Map(profiles.map((p) => [p.id, factsOf(p)]));
  return { profiles, device: (profile) => facts.get(profile) ?? null, functions };
}

const noConstructs = { parse: 0, modify: 0, copy: 0, remove: 0, add: 0, table: 0 };

function factsOf(profile: DeviceProfile): DeviceFacts | null {
  const { gbpsPerLink, maxConstructs, powerWatts, costUsd } = profile.capacity;
  const baseUs = baseDelayUs(profile);
  if (powerWatts === null || costUsd === null || baseUs === null) return null;
  // the function does not say how it matches, so the scarcest kind of table counts (our choice)
  const ruleLimits = profile.limits.rules.map((r) => r.operableMax.value);
  const biases = new WeakMap<NetworkFunction, number>();
  return {
    profile: profile.id,
    architectures: profile.architectures,
    baseUs,
    gbps: gbpsPerLink?.value ?? null,
    powerWatts: powerWatts.value,
    costUsd: costUsd.value,
    maxConstructs: maxConstructs?.value ?? null,
    maxRules: ruleLimits.length > 0 ? Math.min(...ruleLimits) : null,
    externs: new Map(profile.externs.map((e) => [e.name.toLowerCase(), e.throughputGbps?.value ?? null])),
    functionUs: (f) => nfDelayUs(f, profile),
    spreadUs: profile.spreadUs?.value ?? null,
    halfWidthUs: latencyInterval(profile, noConstructs, 0)?.highUs ?? null,
    biasUs: (f) => {
      const known = biases.get(f);
      if (known !== undefined) return known;
      const around = latencyInterval(profile, f.features, 0);
      const us = around === null ? 0 : -(around.lowUs + around.highUs);
      biases.set(f, us);
      return us;
    },
  };
}
