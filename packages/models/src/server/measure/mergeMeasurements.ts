import { type Counters, counterNames } from "../perPacket/counters.ts";
import type { MeasuredFunction, Measurement } from "./measurement.ts";

/**
 * One measurement of several files of the same run (the thesis takes core, L1 and DRAM from perf, L2 and L3
 * from PCM): functions are joined by id, or when both files have one function; a later file fills what is
 * unknown, it never replaces.
 */
export function mergeMeasurements(first: Measurement, ...others: readonly Measurement[]): Measurement {
  return others.reduce((merged, other) => {
    const single = merged.functions.length === 1 && other.functions.length === 1;
    const pairOf = (f: MeasuredFunction): MeasuredFunction | undefined =>
      single ? other.functions[0] : other.functions.find((o) => o.id === f.id);
    const extra = single ? [] : other.functions.filter((o) => !merged.functions.some((f) => f.id === o.id));
    return {
      name: merged.name,
      server: merged.server ?? other.server,
      setup: { ...other.setup, ...merged.setup },
      observations: {
        ...other.observations,
        ...merged.observations,
        coreScaling: [...merged.observations.coreScaling, ...other.observations.coreScaling],
        classification: [...merged.observations.classification, ...other.observations.classification],
      },
      functions: [...merged.functions.map((f) => filled(f, pairOf(f))), ...extra],
    };
  }, first);
}

function filled(f: MeasuredFunction, by: MeasuredFunction | undefined): MeasuredFunction {
  if (by === undefined) return f;
  // counts of runs with different numbers of packets are brought to those of the first
  const scale = f.packets !== null && by.packets !== null ? f.packets / by.packets : 1;
  const counts: Counters = { ...f.counts };
  for (const name of counterNames) {
    const other = by.counts[name];
    counts[name] ??= other === null ? null : other * scale;
  }
  return {
    id: f.id,
    pid: f.pid ?? by.pid,
    packets: f.packets ?? by.packets,
    counts,
    times: {
      runMs: f.times.runMs ?? by.times.runMs,
      notRunnableMs: f.times.notRunnableMs ?? by.times.notRunnableMs,
      runnableMs: f.times.runnableMs ?? by.times.runnableMs,
    },
    migrations: f.migrations ?? by.migrations,
    cycles: f.cycles ?? by.cycles,
    hotspots: f.hotspots.length > 0 ? f.hotspots : by.hotspots,
  };
}
