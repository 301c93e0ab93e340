import type { CoreCurve, CoreWorkload } from "../data/curves.ts";
import { curves, libraryNic } from "../data/library.ts";

/**
 * Throughput of a system with so many cores. `calibration`: on the stated line; `interpolated`: below what is
 * stated, our line.
 */
export type CoreThroughput =
  | { known: true; gbps: number; lowGbps: number; highGbps: number; basis: "calibration" | "interpolated" }
  | { known: false; reason: string };

/** Workloads with published curves: `stateful-100g`, `firewall-40g`, `dpi-40g`. */
export const coreWorkloads = (): CoreWorkload[] => curves().workloads;

export const coreWorkload = (id: string): CoreWorkload | null =>
  curves().workloads.find((w) => w.id === id) ?? null;

/** Most that arrives at the workload's server, Gbps: its NIC's line rate, or what its mix of frames lets through. */
export function workloadLimitGbps({ nic: id, mix }: CoreWorkload): number | null {
  const nic = libraryNic(id);
  if (nic === null) return null;
  return (nic.mixes.find((m) => m.id === mix)?.gbps ?? nic.gbps).value;
}

/**
 * Throughput of `system` with `cores` cores, Gbps [katsikas-m7]: a line over the cores that process, up to
 * its plateau or its knee, then flat or falling, never above what the NIC lets through. Between its least
 * cores and those of the first stated value the line is ours, and the interval reaches up to the plateau.
 */
export function coreThroughput(system: CoreCurve, cores: number, limitGbps: number | null): CoreThroughput {
  const { dispatcherCores, fromCores, gbpsPerCore, plateauGbps, knee, fall, knownFromCores } = system;
  if (!Number.isInteger(cores) || cores < fromCores)
    return { known: false, reason: `stated from ${fromCores} cores on` };
  if (fall !== null && cores > fall.toCores)
    return { known: false, reason: `stated up to ${fall.toCores} cores` };
  const top = Math.min(plateauGbps.value, limitGbps ?? Number.POSITIVE_INFINITY);
  const line = Math.min(gbpsPerCore.value * (cores - dispatcherCores), top);
  if (fall !== null && knee !== null && cores > knee.value) {
    const share = (cores - knee.value) / (fall.toCores - knee.value);
    const gbps = top + (fall.gbps.value - top) * share;
    return { known: true, gbps, lowGbps: gbps, highGbps: gbps, basis: "calibration" };
  }
  if (cores >= knownFromCores)
    return { known: true, gbps: line, lowGbps: line, highGbps: line, basis: "calibration" };
  return { known: true, gbps: line, lowGbps: line, highGbps: top, basis: "interpolated" };
}

/** Least cores with which `system` reaches `gbps`; null when it never does. */
export function coresFor(
  system: CoreCurve,
  gbps: number,
  limitGbps: number | null,
  most = 64,
): number | null {
  for (let cores = system.fromCores; cores <= most; cores++) {
    const got = coreThroughput(system, cores, limitGbps);
    if (!got.known) return null;
    // a rounded slope must not cost a core
    if (got.gbps >= gbps - 1e-6) return cores;
  }
  return null;
}

/**
 * Variants of Metron in the order in which they stop scaling (thesis Fig. 8.6b), with the cores after which
 * they degrade.
 */
export const ablation = (): { id: string; title: string; degradesAfterCores: number }[] =>
  curves()
    .ablation.map(({ degradesAfterCores, ...rest }) => ({
      ...rest,
      degradesAfterCores: degradesAfterCores.value,
    }))
    .sort((a, b) => a.degradesAfterCores - b.degradesAfterCores);

/**
 * Transfers of a packet between cores by the way packets find their core: `dispatcher pipeline rss tag`; null
 * for another.
 */
export const transfersPerPacket = (dispatch: string): number | null =>
  curves().transfers.find((t) => t.id === dispatch)?.perPacket.value ?? null;
