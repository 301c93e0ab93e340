import { RateLimitedQueue } from "./egressQueue.ts";

/** An egress port: its queues and the register T_queue that its transit packets write when they leave. */
export type Port = {
  queue(prioritised: boolean): RateLimitedQueue;
  /** A transit packet leaves at `departureUs` after waiting `waitUs`; calls must come in order of departure. */
  noteTransit(departureUs: number, waitUs: number): void;
  /** T_queue as ingress reads it at `nowUs`: the wait of the last transit packet that has left; 0 before the first. */
  queueEstimateUs(nowUs: number): number;
};

export function createPort(config: { ratePps: number; capacity: number }): Port {
  const normal = new RateLimitedQueue(config.ratePps, config.capacity);
  // BMv2 gives every priority of a port its own rate and its own slots (p8-paolucci.md B.6)
  const top = new RateLimitedQueue(config.ratePps, config.capacity);
  const departures: number[] = [];
  const waits: number[] = [];
  let head = 0;
  let registerUs = 0;
  return {
    queue: (prioritised) => (prioritised ? top : normal),
    noteTransit(departureUs, waitUs) {
      departures.push(departureUs);
      waits.push(waitUs);
    },
    queueEstimateUs(nowUs) {
      while (head < departures.length && departures[head] <= nowUs) registerUs = waits[head++];
      if (head > 1024) {
        departures.splice(0, head);
        waits.splice(0, head);
        head = 0;
      }
      return registerUs;
    },
  };
}
