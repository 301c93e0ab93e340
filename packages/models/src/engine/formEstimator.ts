import { estimateProgram, expectedLatency, type LatencyForm } from "../latency/index.ts";
import type { Estimator } from "./contract.ts";

/** A published latency form as an estimator. */
export const formEstimator = (form: LatencyForm): Estimator => ({
  id: form.id,
  title: form.title,
  async estimate(program, device, { signal, packetBytes, extremes, outcomes }) {
    signal?.throwIfAborted();
    return estimateProgram({ program, device, form, packetBytes, extremes, outcomes });
  },
  expect: (input) => expectedLatency({ ...input, form }),
});
