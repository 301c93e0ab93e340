import type { NetworkFunction } from "../chain/index.ts";
import type { DeviceProfile } from "../device/index.ts";
import { baseDelayUs, latencyIntervals, nfDelayUs } from "../latency/index.ts";
import { linkGbps, serviceRate } from "../queueing/index.ts";
import type { Problem } from "./problem.ts";
import { serverFacts } from "./serverFacts.ts";

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
  /** cores that functions share; null on other devices */
  software: SoftwareFacts | null;
  /** by how much the function may take longer by itself, in a full batch; 0 where the access covers it */
  functionMoreUs(f: NetworkFunction): number;
  /** standard deviation of the packet latency; null where the profile publishes none */
  spreadUs: number | null;
  /** what the profile's fit leaves open of one access, the same each time; null where it publishes none */
  fitErrorUs: number | null;
  /** standard deviation between starts of the device; 0 where none is known */
  runSpreadUs: number;
  /** by how much the estimate of the function is known to be too high at most; widens the low side of the interval */
  biasUs(f: NetworkFunction): number;
};

/** Cores of a server that run chains. */
export type SoftwareFacts = {
  /** 10^9 cycles per second of all of them */
  gigacycles: number;
  cores: number;
  /** packets of a full batch */
  batchPackets: number;
  /** of one packet for input and output */
  ioCycles: number;
  /** bytes on the link beside a frame */
  overheadBytes: number;
};

/** Device profiles and library functions that problems may name. */
export type Catalogue = {
  /** what the catalogue was made of, as plain data that can be sent to a worker */
  profiles: readonly DeviceProfile[];
  /**
   * null when there is no such profile, or when it does not say its latency, what power it draws or what it
   * costs. The rate of a device whose throughput was measured by frame size is that at `packetBytes`.
   */
  device(profile: string, packetBytes?: number): DeviceFacts | null;
  functions: readonly NetworkFunction[];
};

/** Builds a catalogue; of two profiles with the same id the later one counts. */
export function createCatalogue(
  profiles: readonly DeviceProfile[],
  functions: readonly NetworkFunction[],
): Catalogue {
  const known = new Map(profiles.map((p) => [p.id, p]));
  // one object for each profile, and one for each size where that matters: engines compare them by identity
  const facts = new Map<string, DeviceFacts | null>();
  const device = (id: string, packetBytes = STANDARD_FRAME_BYTES): DeviceFacts | null => {
    const profile = known.get(id);
    if (!profile) return null;
    const isBySize = profile.throughput !== null || profile.cores !== undefined;
    const key = isBySize ? `${id} ${packetBytes}` : id;
    let found = facts.get(key);
    if (found === undefined) {
      found = factsOf(profile, packetBytes);
      facts.set(key, found);
    }
    return found;
  };
  return { profiles, device, functions };
}

/** Frames of chains that do not say theirs: the size of the works. */
export const STANDARD_FRAME_BYTES = 1500;

const smallest = new WeakMap<Problem["chains"], number>();

/**
 * The smallest frames among the chains of a problem: at them devices forward least, so what fits then always
 * fits (our choice).
 */
export function smallestFrameBytes({ chains }: Pick<Problem, "chains">): number {
  let least = smallest.get(chains);
  if (least === undefined) {
    const sizes = chains.map(({ packetBytes }) => packetBytes ?? STANDARD_FRAME_BYTES);
    least = sizes.reduce((a, b) => Math.min(a, b), sizes[0] ?? STANDARD_FRAME_BYTES);
    smallest.set(chains, least);
  }
  return least;
}

/** Gbps that a device carries per link: as published, else as measured at this size; null when neither is known. */
function rateOf({ capacity, throughput }: DeviceProfile, packetBytes: number): number | null {
  if (capacity.gbpsPerLink !== null) return capacity.gbpsPerLink.value;
  const service = throughput && serviceRate(throughput, packetBytes);
  return service && linkGbps(service.mpps, packetBytes, throughput.overheadBytes.value);
}

function factsOf(profile: DeviceProfile, packetBytes: number): DeviceFacts | null {
  if (profile.cores !== undefined) return serverFacts(profile, profile.cores, packetBytes);
  const { maxConstructs, powerWatts, costUsd } = profile.capacity;
  const baseUs = baseDelayUs(profile);
  if (powerWatts === null || costUsd === null || baseUs === null) return null;
  // the function does not say how it matches, so the scarcest kind of table counts (our choice)
  const ruleLimits = profile.limits.rules.map((r) => r.operableMax.value);
  const biases = new WeakMap<NetworkFunction, number>();
  return {
    profile: profile.id,
    architectures: profile.architectures,
    baseUs,
    gbps: rateOf(profile, packetBytes),
    powerWatts: powerWatts.value,
    costUsd: costUsd.value,
    maxConstructs: maxConstructs?.value ?? null,
    maxRules: ruleLimits.length > 0 ? Math.min(...ruleLimits) : null,
    externs: new Map(profile.externs.map((e) => [e.name.toLowerCase(), e.throughputGbps?.value ?? null])),
    functionUs: (f) => nfDelayUs(f, profile),
    software: null,
    functionMoreUs: () => 0,
    spreadUs: profile.spreadUs?.value ?? null,
    fitErrorUs: profile.fitRmseUs?.value ?? null,
    runSpreadUs: profile.runSpreadUs?.value ?? 0,
    biasUs: (f) => {
      const known = biases.get(f);
      if (known !== undefined) return known;
      const around = latencyIntervals(profile, f.features, 0);
      // around 0 the interval of a packet is cut, that of the mean is not
      const us =
        around?.meanLowUs == null || around.meanHighUs === null ? 0 : -(around.meanLowUs + around.meanHighUs);
      biases.set(f, us);
      return us;
    },
  };
}
