import { RateLimitedQueue } from "./egressQueue.ts";
import type { QueueEstimate } from "./queueRegister.ts";
import { SharedLine } from "./sharedLine.ts";

type PortConfig = { ratePps: number; capacity: number; limiter: "perPriority" | "shared" };

/**
 * An egress port with two priorities. `perPriority`: each has its own rate and its own slots, as BMv2
 * [paolucci-queue], so departures are known on arrival. `shared`: one line, the top priority first. In both
 * the transit packets of the normal queue write T_queue; the packets of the top queue write a register of
 * their own, for a policy that judges by the queue a packet would take.
 */
export class Port {
  readonly normal: RateLimitedQueue;
  readonly top: RateLimitedQueue;
  /** null where every priority has its own limiter */
  readonly line: SharedLine | null;

  constructor({ ratePps, capacity, limiter }: PortConfig) {
    this.normal = new RateLimitedQueue(ratePps, capacity);
    this.top = new RateLimitedQueue(ratePps, capacity);
    this.line = limiter === "shared" ? new SharedLine(ratePps, capacity) : null;
  }

  depthAt(nowUs: number, prioritised: boolean): number {
    if (this.line) return (prioritised ? this.line.top : this.line.normal).length;
    return (prioritised ? this.top : this.normal).depthAt(nowUs);
  }

  /** T_queue of the normal or the top queue as ingress reads it at `nowUs`, in us. */
  queueEstimateUs(nowUs: number, estimate: QueueEstimate, prioritised: boolean): number {
    if (this.line) return (prioritised ? this.line.top : this.line.normal).register.read(nowUs, estimate);
    const queue = prioritised ? this.top : this.normal;
    queue.depthAt(nowUs);
    return queue.register.read(nowUs, estimate);
  }
}
