/** One pass of a packet through a switch, on the clock of the simulation (us). */
export type SwitchPass = {
  switchId: string;
  nodeId: number;
  ingressPort: number;
  egressPort: number;
  ingressUs: number;
  egressUs: number;
  queueDepth: number;
  prioritised: boolean;
  /**
   * (t2 - t1) + upstream + queue estimate as Enforce computed it here; null where nothing was judged or no t1 was found
   */
  accumulatedUs: number | null;
};

export type PacketOutcome = "delivered" | "policyDrop" | "tailDrop" | "vnfLoss";

/**
 * The fate of one packet. `passes` holds what it met up to its end; the pass in which it was dropped has
 * `egressUs` = ingress.
 */
export type PacketRecord = {
  flowId: string;
  outcome: PacketOutcome;
  sentUs: number;
  endUs: number;
  passes: SwitchPass[];
};

/** A packet under way; reused for another one after its end. */
export class Flying {
  readonly slot: number;
  readonly record: PacketRecord = { flowId: "", outcome: "delivered", sentUs: 0, endUs: 0, passes: [] };
  flow = 0;
  step = 0;
  /** inside a switch, on the way from its ingress to its queue */
  processed = false;
  /** IPv4 identification, counted per flow */
  ipId = 0;
  private readonly spare: SwitchPass[] = [];

  constructor(slot: number) {
    this.slot = slot;
  }

  restart(flow: number, flowId: string, nowUs: number, ipId: number): void {
    this.flow = flow;
    this.step = 0;
    this.processed = false;
    this.ipId = ipId;
    const { record } = this;
    record.flowId = flowId;
    record.sentUs = nowUs;
    record.endUs = nowUs;
    // length = 0 would give the array a new store for every packet
    while (record.passes.length > 0) record.passes.pop();
  }

  get pass(): SwitchPass {
    return this.record.passes[this.record.passes.length - 1];
  }

  /** Begins a pass. */
  enter(
    switchId: string,
    nodeId: number,
    ingressPort: number,
    egressPort: number,
    nowUs: number,
  ): SwitchPass {
    const { passes } = this.record;
    let pass = this.spare[passes.length];
    if (pass === undefined) {
      pass = {
        switchId,
        nodeId,
        ingressPort,
        egressPort,
        ingressUs: nowUs,
        egressUs: nowUs,
        queueDepth: 0,
        prioritised: false,
        accumulatedUs: null,
      };
      this.spare.push(pass);
    } else {
      pass.switchId = switchId;
      pass.nodeId = nodeId;
      pass.ingressPort = ingressPort;
      pass.egressPort = egressPort;
      pass.ingressUs = nowUs;
      pass.egressUs = nowUs;
      pass.queueDepth = 0;
      pass.prioritised = false;
      pass.accumulatedUs = null;
    }
    passes.push(pass);
    return pass;
  }
}
