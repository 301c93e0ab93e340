import type { Registry } from "prom-client";
import { registerBusMetrics } from "./cluster/metrics.ts";
import type { DiskState } from "./disk/guard.ts";
import { registerDiskMetrics } from "./disk/metrics.ts";
import type { Plane } from "./plane.ts";
import type { Clock } from "./shared/service.ts";
import { registerTelemetryMetrics } from "./telemetry/metrics.ts";
import { createTelemetryService } from "./telemetry/service.ts";

type Sources = { plane: Plane; isSupervised: boolean; disk(): DiskState; clock: Clock };

/**
 * Disk, telemetry and bus for Prometheus: behind a broker each process tells its own counters, on one machine the pages
 * tell those of all.
 */
export function registerPlaneMetrics(
  registry: Registry,
  { plane, isSupervised, disk, clock }: Sources,
): void {
  const { telemetry, counters, link } = plane;
  const is = (role: (typeof plane.roles)[number]): boolean => plane.roles.includes(role);
  if (!isSupervised || is("http"))
    registerDiskMetrics(registry, disk, isSupervised ? telemetry.writer : counters.writer);
  if (isSupervised ? is("http") : is("collector"))
    registerTelemetryMetrics(
      registry,
      createTelemetryService({ ...telemetry, ...(isSupervised ? {} : counters), clock }),
    );
  if (!isSupervised) registerBusMetrics(registry, { link, writer: counters.streamWriter });
}
