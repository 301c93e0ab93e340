import { estimateProgram, latencyForms } from "../latency/index.ts";
import type { Estimator } from "./contract.ts";

/** The published latency forms as engines, the default first. */
export const builtInEstimators: readonly Estimator[] = latencyForms.map((form) => ({
  id: form.id,
  title: form.title,
  async estimate(program, device, { signal, packetBytes, extremes }) {
    signal?.throwIfAborted();
    return estimateProgram({ program, device, form, packetBytes, extremes });
  },
}));
