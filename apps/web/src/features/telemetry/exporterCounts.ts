import type { TelemetryState } from "./useTelemetry.ts";

/** An exporter that was silent longer counts as gone quiet (our choice: ten windows). */
export const QUIET_MS = 10_000;

type Heard = Pick<TelemetryState["exporters"][number], "lastHeardMs" | "reports">;

/**
 * How many exporters were ever heard, send now, and sent reports but went quiet. Whoever never sent a report
 * is not missed.
 */
export function exporterCounts({ atMs, exporters }: { atMs: number; exporters: readonly Heard[] }) {
  const isQuiet = (e: Heard) => atMs - e.lastHeardMs > QUIET_MS;
  return {
    heard: exporters.length,
    sending: exporters.filter((e) => !isQuiet(e)).length,
    quiet: exporters.filter((e) => isQuiet(e) && e.reports > 0).length,
  };
}
