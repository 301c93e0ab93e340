/** Priorities of the normal policies; 120 is niceness 0 (thesis Table 6.6: 140 queues, 1-99 real-time). */
const CFS_PRIORITIES = { from: 100, to: 139, default: 120 } as const;

/**
 * Time slice of priority P in 100..139, ms (thesis Eq. 6.1): (140 - P) 20 below 120, else (140 - P) 5. The
 * formula is that of an older scheduler; here it is a parameter of the model, not what a kernel does
 * [katsikas-readings] no. 15.
 */
export const cfsQuantumMs = (priority: number): number => (140 - priority) * (priority < 120 ? 20 : 5);

/** Niceness of a priority: P = 120 + niceness. */
export const nicenessOf = (priority: number): number => priority - CFS_PRIORITIES.default;

/** Least priority value whose slice is at most `quantumMs`; 139 when even that is longer. */
export function priorityForQuantum(quantumMs: number): number {
  for (let p: number = CFS_PRIORITIES.from; p < CFS_PRIORITIES.to; p++)
    if (cfsQuantumMs(p) <= quantumMs) return p;
  return CFS_PRIORITIES.to;
}
