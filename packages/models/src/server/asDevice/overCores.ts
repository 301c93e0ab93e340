import { coresOf, type Driver, type ServerProfile } from "../data/serverProfile.ts";
import type { ServerFunction } from "./batchCycles.ts";
import type { PortBound } from "./portBound.ts";
import { type ServerCapacity, serverCapacity, serverDevice } from "./serverDevice.ts";

/** What functions carry with so many cores. */
export type CorePoint = ServerCapacity & { cores: number };

/**
 * Capacity of functions on 1 core, 2, and so on to all of a server, each packet on one core (no transfers between
 * them); empty when the profile does not state the driver.
 */
export function capacityOverCores(
  profile: ServerProfile,
  driver: Driver,
  functions: readonly ServerFunction[],
  { frameBytes, port }: { frameBytes: number; port: PortBound | null },
): CorePoint[] {
  return Array.from({ length: coresOf(profile) }, (_, i) => i + 1).flatMap((cores) => {
    const device = serverDevice(profile, { id: profile.id, cores, driver, transfers: 0 });
    return device.ok ? [{ cores, ...serverCapacity(device.value, functions, frameBytes, port) }] : [];
  });
}

/** Least cores that carry `gbps`; null when not all of them do. */
export const leastCores = (points: readonly CorePoint[], gbps: number): number | null =>
  // a rounded rate must not cost a core
  points.find((p) => p.gbps >= gbps - 1e-6)?.cores ?? null;
