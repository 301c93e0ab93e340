import { SampleStore } from "@p4twin/models/telemetry";
import type { Link } from "../bus/link.ts";
import { SAMPLE_SUBJECTS } from "../cluster/liveRelay.ts";
import type { Component } from "../components.ts";

/** Memory for kept reports (our choice): some 200,000, which is hours of a few exporters. */
const SAMPLE_BUDGET_BYTES = 64 * 1024 * 1024;

/** Hears the reports that collectors keep, and holds the newest of them. */
export function createSampleHold(link: Pick<Link, "on">, budgetBytes = SAMPLE_BUDGET_BYTES) {
  const store = new SampleStore(budgetBytes);
  let off: (() => void) | null = null;
  return {
    name: "kept reports",
    async start() {
      off = link.on(SAMPLE_SUBJECTS, (payload) => {
        store.add(payload);
      });
    },
    async stop() {
      off?.();
    },
    chunks: () => store.chunks(),
    held: () => ({ ...store.held(), budgetBytes }),
  } satisfies Component & Record<string, unknown>;
}
export type SampleHold = ReturnType<typeof createSampleHold>;
