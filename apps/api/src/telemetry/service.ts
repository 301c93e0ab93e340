import type { CollectorState } from "../collector/state.ts";
import type { WriterCounters } from "../writer/writer.ts";
import type { TelemetryState } from "./schema.ts";

type Deps = {
  host: string;
  collector(): CollectorState | null;
  writer(): WriterCounters;
  watchers(): number;
};

const reportsOf = (state: CollectorState): number => state.exporters.reduce((sum, e) => sum + e.reports, 0);

/** The collector's own account, with rates from its last two statements. */
export function createTelemetryService({ host, collector, writer, watchers }: Deps) {
  let newest: CollectorState | null = null;
  let before: CollectorState | null = null;
  return {
    state(): TelemetryState | null {
      const state = collector();
      if (!state) return null;
      if (state !== newest) {
        before = newest;
        newest = state;
      }
      const seconds = before ? (state.atMs - before.atMs) / 1000 : 0;
      return {
        ...state,
        host,
        reportsPerS:
          before && seconds > 0 ? Math.max(0, (reportsOf(state) - reportsOf(before)) / seconds) : 0,
        watchers: watchers(),
        writer: writer(),
        exporters: state.exporters.map((e) => ({ ...e, label: null })),
      };
    },
  };
}
export type TelemetryService = ReturnType<typeof createTelemetryService>;
