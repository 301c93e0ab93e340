import { ExponentialSum, Histogram } from "@p4twin/models/telemetry";
import type { Bus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Clock } from "../shared/service.ts";

/** Series that are summed (our choice): a segment and each of its elements is one. Further ones are counted. */
const MAX_SERIES = 20_000;
/** As alarms do: older windows are not of now. */
const STALE_MS = 60_000;

/** Sums of one segment (`part` 0) or of one of its elements since `startMs`. */
export type Series = {
  deploymentId: string;
  segmentId: string;
  part: number;
  label: string | null;
  startMs: number;
  latency: ExponentialSum;
  dropped: number;
  abovePl: number;
  aboveDl: number;
  sequenceGaps: number;
};

/**
 * Windows are what happened in a second; what reads us wants sums that only grow from one start. A component that hears
 * closed windows; those of captures that are filled into the past are not of now.
 */
export function createSeriesSums({ bus, clock }: { bus: Pick<Bus, "windows">; clock: Clock }) {
  const all = new Map<string, Series>();
  const scratch = new Histogram();
  let refused = 0;
  let off: (() => void) | null = null;

  const add = (row: WindowRow): void => {
    const key = `${row.deploymentId}\n${row.segmentId}\n${row.part}`;
    let series = all.get(key);
    if (!series) {
      if (all.size >= MAX_SERIES) {
        refused++;
        return;
      }
      const { deploymentId, segmentId, part, partLabel, startMs } = row;
      series = {
        ...{ deploymentId, segmentId, part, label: partLabel, startMs, latency: new ExponentialSum() },
        ...{ dropped: 0, abovePl: 0, aboveDl: 0, sequenceGaps: 0 },
      };
      all.set(key, series);
    }
    series.label = row.partLabel;
    series.dropped += row.dropped;
    series.abovePl += row.abovePl;
    series.aboveDl += row.aboveDl;
    // a late arrival takes a gap back, and a sum must not: what is counted is never less than before
    series.sequenceGaps += Math.max(0, row.sequenceGaps);
    if (row.histogram !== null && scratch.read(row.histogram)) series.latency.add(scratch);
  };

  return {
    name: "sums of segments",
    async start(): Promise<void> {
      off = bus.windows.on((rows) => {
        const since = clock().getTime() - STALE_MS;
        for (const row of rows) if (row.startMs >= since) add(row);
      });
    },
    async stop(): Promise<void> {
      off?.();
    },
    /** Forgets the series of deployments that are gone. */
    keep(deploymentIds: ReadonlySet<string>): void {
      for (const [key, { deploymentId }] of all) if (!deploymentIds.has(deploymentId)) all.delete(key);
    },
    list: (): Series[] => [...all.values()],
    /** windows that were left out because there are too many series */
    refused: () => refused,
  };
}
export type SeriesSums = ReturnType<typeof createSeriesSums>;
