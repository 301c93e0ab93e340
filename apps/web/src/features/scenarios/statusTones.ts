/** Colours of an engine's status; the word always stands beside them. */
export const STATUS_TONES = { optimal: "ok", feasible: "warn", infeasible: "bad" } as const;
