import { DomainError } from "../errors.ts";
import { forAll } from "../shared/caller.ts";
import { type EstimatesByEngine, isOwnEngine } from "./ownEngines.ts";

/** Estimates that are kept, and how long a failure stands before the engine is asked again (our choice). */
const MAX_REMEMBERED = 500;
const RETRY_AFTER_MS = 60_000;

/**
 * Remembers estimates by own engines for who asks the same again and again (the twin, every few seconds).
 * Versions of engines, programs and profiles never change, so an answer stands; a failure is told again for a
 * minute instead of being made again.
 */
export function rememberEstimates(engines: EstimatesByEngine, nowMs: () => number): EstimatesByEngine {
  type Kept = { report: ReturnType<EstimatesByEngine["estimate"]>; failedAtMs: number | null };
  const kept = new Map<string, Kept>();
  return {
    estimate(id, program, device, options) {
      if (!isOwnEngine(id)) return engines.estimate(id, program, device, options);
      const paths = program.paths.map((path) => [path.id, path.features]);
      const key = JSON.stringify([id, program.program, paths, device.id, device.version, options]);
      const known = kept.get(key);
      if (known && (known.failedAtMs === null || nowMs() - known.failedAtMs < RETRY_AFTER_MS))
        return known.report;
      const oldest = kept.keys().next();
      if (kept.size >= MAX_REMEMBERED && !oldest.done) kept.delete(oldest.value);
      const report = forAll(() => engines.estimate(id, program, device, options));
      const entry: Kept = { report, failedAtMs: null };
      report.catch((error: unknown) => {
        // who was refused for asking too much says nothing of the engine
        if (error instanceof DomainError && error.code === "too_many") kept.delete(key);
        else entry.failedAtMs = nowMs();
      });
      kept.set(key, entry);
      return entry.report;
    },
  };
}
