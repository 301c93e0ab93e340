import type { FlowResult } from "./paolucci.ts";

/** Flows of a run by name. */
export type Run = Record<string, FlowResult>;

export const SIMULATED_S = { seconds: 4, warmUpS: 1.5 };
export const ms = (us: number): number => us / 1000;
export const percent = (share: number): number => 100 * share;
export const NO_PHASE =
  "which flow loses what under tail drop is an artefact of phase: totals and thresholds are compared";
export const QUEUE =
  "64 packets a queue and a rate limit of each priority, as BMv2 has them; gaps of packets spread by 20 %";

/** Lines of a sweep: what share of a flow is lost, and how long its packets take in the mean. */
export const loss = (flow: string, name: string) => ({
  ...{ name, unit: "%" },
  value: (r: Run) => percent(r[flow].lost),
});
export const latency = (flow: string, name: string) => ({
  ...{ name, unit: "ms" },
  value: (r: Run) => ms(r[flow].meanUs),
});
export const lcAndBe = [loss("lc", "LC loss"), latency("lc", "LC latency"), latency("be", "BE latency")];
