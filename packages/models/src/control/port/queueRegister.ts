import { refineQueueEstimateUs } from "../policy.ts";

/** How ingress reads the register T_queue. */
export type QueueEstimate = {
  /** scale the wait by the depths at dequeue and enqueue */
  refined: boolean;
  /** beyond this age the value falls by 1 us per us, as a queue does that nobody fills; null keeps it for ever */
  decayAfterUs: number | null;
};

/** Register T_queue: what the last noted packet that left a queue has waited. 0 before the first. Times in us. */
export class QueueRegister {
  private waitUs = 0;
  private refinedUs = 0;
  private writtenUs = 0;

  write(nowUs: number, waitUs: number, depthAtEnqueue: number, depthAtDequeue: number): void {
    this.writtenUs = nowUs;
    this.waitUs = waitUs;
    this.refinedUs = refineQueueEstimateUs(waitUs, depthAtEnqueue, depthAtDequeue);
  }

  read(nowUs: number, { refined, decayAfterUs }: QueueEstimate): number {
    const value = refined ? this.refinedUs : this.waitUs;
    if (decayAfterUs === null) return value;
    const overdueUs = nowUs - this.writtenUs - decayAfterUs;
    return overdueUs > 0 ? Math.max(0, value - overdueUs) : value;
  }
}
