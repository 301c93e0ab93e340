import { SampleStore } from "@p4twin/models/telemetry";
import type { Link } from "../bus/link.ts";
import { SAMPLE_SUBJECTS } from "../cluster/liveRelay.ts";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { readKept, writeKept } from "./keptFile.ts";

/** Memory for kept reports (our choice): some 200,000, which is hours of a few exporters. */
const SAMPLE_BUDGET_BYTES = 64 * 1024 * 1024;

type SampleHoldDeps = {
  link: Pick<Link, "on">;
  /** where they lie while no process holds them; null: nowhere */
  file: string | null;
  log: Pick<Log, "warn">;
};

/**
 * Hears the reports that collectors keep, and holds the newest of them in memory. They outlive an orderly end, in a
 * file; a process that is killed loses those since its start.
 */
export function createSampleHold({ link, file, log }: SampleHoldDeps, budgetBytes = SAMPLE_BUDGET_BYTES) {
  const store = new SampleStore(budgetBytes);
  let off: (() => void) | null = null;
  return {
    name: "kept reports",
    async start() {
      try {
        for (const chunk of file === null ? [] : await readKept(file)) store.add(chunk);
      } catch (error) {
        log.warn({ error }, "the kept reports of before could not be read");
      }
      off = link.on(SAMPLE_SUBJECTS, (payload) => {
        store.add(payload);
      });
    },
    async stop() {
      if (off === null) return;
      off();
      off = null;
      try {
        if (file !== null) await writeKept(file, store.chunks());
      } catch (error) {
        log.warn({ error }, "the kept reports could not be written: they end with this process");
      }
    },
    chunks: () => store.chunks(),
    held: () => ({ ...store.held(), budgetBytes }),
  } satisfies Component & Record<string, unknown>;
}
export type SampleHold = ReturnType<typeof createSampleHold>;
