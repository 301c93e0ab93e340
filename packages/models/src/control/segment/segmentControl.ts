import type { Flying } from "../packet.ts";
import { decide, decideByQueue, type PolicyDecision, storedArrivalUs } from "../policy.ts";
import type { Port } from "../port/port.ts";
import type { QueueEstimate } from "../port/queueRegister.ts";
import { createIdWindow, createOrderWindow, type RegisterWindow } from "./registerWindow.ts";
import type { ControlledSegment } from "./segment.ts";

/** Tables Store and Enforce of one segment with their registers. */
export class SegmentControl {
  readonly id: string;
  plUs: number;
  dlUs: number;
  private readonly config: ControlledSegment;
  private readonly window: RegisterWindow;
  private readonly estimate: QueueEstimate;

  constructor(config: ControlledSegment) {
    const { window, queueEstimate } = config;
    this.id = config.id;
    this.plUs = config.plUs;
    this.dlUs = config.dlUs;
    this.config = config;
    this.window =
      window.pairing === "order"
        ? createOrderWindow(window.size, window.resyncIdleUs ?? null)
        : createIdWindow(window.size);
    this.estimate = {
      refined: queueEstimate.formula === "refined",
      decayAfterUs: queueEstimate.decayAfterUs ?? null,
    };
  }

  /** Table Store at ingress time `nowUs`. */
  store(packet: Flying, nowUs: number): void {
    const t1Us = this.config.kind === "uc2" ? storedArrivalUs(nowUs, this.upstreamUs(packet)) : nowUs;
    this.window.store(t1Us, nowUs, packet.ipId);
  }

  /**
   * Table Enforce at ingress time `nowUs` for a packet that will leave by `port` (null: without a queue);
   * notes acc in its pass.
   */
  enforce(packet: Flying, nowUs: number, port: Port | null): PolicyDecision {
    const t1Us = this.window.match(nowUs, packet.ipId);
    // without a t1 there is nothing to judge by (our choice: such a packet passes unchanged)
    if (Number.isNaN(t1Us)) return "pass";
    const transitUs = nowUs - t1Us;
    const normalUs = port === null ? 0 : port.queueEstimateUs(nowUs, this.estimate, false);
    packet.pass.accumulatedUs = transitUs + normalUs;
    if (this.config.judge === "normalQueue") return decide(transitUs + normalUs, this.plUs, this.dlUs);
    const topUs = port === null ? 0 : port.queueEstimateUs(nowUs, this.estimate, true);
    return decideByQueue(transitUs, normalUs, topUs, this.plUs, this.dlUs);
  }

  /**
   * Time spent inside the switches between the segment's source and its own switch: what INT carries as hop
   * latency (UC2).
   */
  private upstreamUs(packet: Flying): number {
    const { source, store } = this.config;
    let sum = 0;
    let inside = false;
    for (const pass of packet.record.passes) {
      if (pass.switchId === source?.switch && pass.ingressPort === source.port) inside = true;
      if (inside && pass.switchId !== store.switch) sum += pass.egressUs - pass.ingressUs;
    }
    return sum;
  }
}
