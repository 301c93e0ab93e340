/** What the Enforce table does with a latency-critical packet. */
export type PolicyDecision = "drop" | "prioritise" | "pass";

/**
 * The PL/DL rule (Paolucci et al., Sec. 3): acc = (t2 - t1) + upstream + queue estimate, all in us. Strictly
 * above DL drops, else strictly above PL prioritises; a boundary value passes. Drop wins when both are
 * exceeded.
 */
export function decide(accumulatedUs: number, plUs: number, dlUs: number): PolicyDecision {
  if (accumulatedUs > dlUs) return "drop";
  return accumulatedUs > plUs ? "prioritise" : "pass";
}

/**
 * The same with the wait of the queue that the packet would take (remedy of [paolucci-failures], "drop judged
 * with the wrong queue"): what is late in the normal queue is prioritised, and dropped only when it would be
 * late in the top queue too.
 */
export function decideByQueue(
  transitUs: number,
  normalWaitUs: number,
  topWaitUs: number,
  plUs: number,
  dlUs: number,
): PolicyDecision {
  if (transitUs + normalWaitUs <= plUs) return "pass";
  return transitUs + topWaitUs > dlUs ? "drop" : "prioritise";
}

/**
 * The queue estimate refined for micro-bursts (Paolucci et al., Sec. 3): wait of the last transit packet
 * scaled by the depth it left behind over the depth it found. With an empty queue at enqueue the ratio is
 * undefined: the wait is kept.
 */
export function refineQueueEstimateUs(
  dequeueWaitUs: number,
  depthAtEnqueue: number,
  depthAtDequeue: number,
): number {
  return depthAtEnqueue > 0 ? (dequeueWaitUs * depthAtDequeue) / depthAtEnqueue : dequeueWaitUs;
}

/** What Table Store writes in UC2: the arrival time moved back by the upstream hop latency, never below zero. */
export const storedArrivalUs = (t1Us: number, upstreamUs: number): number => Math.max(0, t1Us - upstreamUs);
