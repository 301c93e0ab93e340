import { assert, createRandom } from "../core/index.ts";
import { createCloud, type SwitchStep, type VnfStep } from "./cloud.ts";
import { EventHeap } from "./eventHeap.ts";
import { nextGapUs } from "./gaps.ts";
import { Flying, type PacketOutcome, type PacketRecord } from "./packet.ts";
import type { Port } from "./port/port.ts";
import type { SimulationScenario } from "./scenario.ts";
import { IP_IDS } from "./segment/registerWindow.ts";

export type SimulationOptions = {
  seed: number;
  /** Gets every packet at its end. The record is reused: it holds until the call returns. */
  onPacket: (packet: PacketRecord) => void;
};

export type Simulation = {
  /** Runs every event up to `untilUs` (simulated microseconds since the start). */
  advance(untilUs: number): void;
  setFlowRate(flowId: string, pps: number): void;
  /** Adds `extraUs` to every packet of a VNF, as `tc` does on the papers' reflector. */
  setVnfDelay(vnfId: string, extraUs: number): void;
  /** Adds `extraUs` to every pass of a switch, as a slower clock of its processor does. */
  setSwitchDelay(switchId: string, extraUs: number): void;
  /** The next `packets` packets of a flow that reach the VNF do not leave it. */
  loseAtVnf(vnfId: string, flowId: string, packets: number): void;
  setThresholds(segmentId: string, plUs: number, dlUs: number): void;
};

/**
 * Discrete-event simulation of P4 switches under latency control (Paolucci et al., Sec. 3; [paolucci-policy]
 * to [paolucci-queue]): Store and Enforce in ingress with their register windows, rate-limited priority
 * queues behind it, and the register T_queue that the last transit packet to leave has written. Same scenario
 * and seed, same packets.
 */
export function createSimulation(scenario: SimulationScenario, options: SimulationOptions): Simulation {
  const random = createRandom(options.seed);
  const { flows, vnfs, segments, ports } = createCloud(scenario, random);
  // codes of events: a packet's slot, or below zero a source, or below the sources a shared line
  const events = new EventHeap();
  const firstLine = -1 - flows.length;
  const lineOf = new Map(ports.map((port, i) => [port, firstLine - i]));
  const packets: Flying[] = [];
  const free: Flying[] = [];
  let nowUs = 0;

  const schedule = (source: number, atUs: number): void => {
    flows[source].nextUs = atUs;
    events.push(atUs, -1 - source);
  };

  const startSource = (source: number, atUs: number): void => {
    const flow = flows[source];
    flow.nextUs = Number.NaN;
    if (flow.pps > 0) schedule(source, atUs + random.next() * (1e6 / flow.pps));
  };

  const finish = (packet: Flying, outcome: PacketOutcome, endUs: number): void => {
    packet.record.outcome = outcome;
    packet.record.endUs = endUs;
    options.onPacket(packet.record);
    free.push(packet);
  };

  const next = (packet: Flying, atUs: number): void => {
    packet.processed = false;
    if (++packet.step >= flows[packet.flow].steps.length) finish(packet, "delivered", atUs);
    else events.push(atUs, packet.slot);
  };

  const arrive = (packet: Flying, step: SwitchStep, atUs: number): void => {
    const pass = packet.enter(step.id, step.nodeId, step.in, step.out, atUs);
    for (const segment of step.stores) segment.store(packet, atUs);
    for (const segment of step.enforces) {
      const decision = segment.enforce(packet, atUs, step.port);
      if (decision === "drop") {
        finish(packet, "policyDrop", atUs);
        return;
      }
      if (decision === "prioritise") pass.prioritised = true;
    }
    packet.processed = true;
    events.push(atUs + step.processUs(step.extraUs + step.slowUs), packet.slot);
  };

  const enqueue = (packet: Flying, step: SwitchStep, atUs: number): void => {
    const { pass } = packet;
    const { port } = step;
    if (port === null) {
      pass.egressUs = atUs;
      next(packet, atUs + step.linkUs);
      return;
    }
    pass.queueDepth = port.depthAt(atUs, pass.prioritised);
    const noted = pass.prioritised || flows[packet.flow].isTransit;
    if (port.line !== null) {
      const wasIdle = port.line.length === 0;
      if (!port.line.offer(atUs, packet.slot, pass.prioritised, noted)) finish(packet, "tailDrop", atUs);
      else if (wasIdle) awaitService(port, port.line.nextServiceUs(atUs));
      return;
    }
    const departureUs = (pass.prioritised ? port.top : port.normal).offer(atUs, noted);
    if (departureUs === Number.POSITIVE_INFINITY) {
      finish(packet, "tailDrop", atUs);
      return;
    }
    pass.egressUs = departureUs;
    next(packet, departureUs + step.linkUs);
  };

  const awaitService = (port: Port, atUs: number): void => {
    const code = lineOf.get(port);
    assert(code !== undefined, "every port has its code");
    events.push(atUs, code);
  };

  const serve = (port: Port, atUs: number): void => {
    assert(port.line !== null, "only shared lines are served by events");
    const packet = packets[port.line.serve(atUs)];
    const step = flows[packet.flow].steps[packet.step];
    assert(step.kind === "switch", "packets wait in switches");
    packet.pass.egressUs = atUs;
    next(packet, atUs + step.linkUs);
    if (port.line.length > 0) awaitService(port, port.line.nextServiceUs(atUs));
  };

  const visit = (packet: Flying, { vnf }: VnfStep, atUs: number): void => {
    const mustLose = vnf.loseNext[packet.flow] > 0;
    if (mustLose || (vnf.lossShare > 0 && random.next() < vnf.lossShare)) {
      if (mustLose) vnf.loseNext[packet.flow]--;
      finish(packet, "vnfLoss", atUs);
      return;
    }
    let leaveUs = atUs + vnf.drawUs(vnf.extraUs);
    if (vnf.keepsOrder) {
      if (leaveUs < vnf.lastLeftUs) leaveUs = vnf.lastLeftUs;
      vnf.lastLeftUs = leaveUs;
    }
    next(packet, leaveUs);
  };

  const move = (packet: Flying, atUs: number): void => {
    const step = flows[packet.flow].steps[packet.step];
    if (step.kind === "vnf") visit(packet, step, atUs);
    else if (packet.processed) enqueue(packet, step, atUs);
    else arrive(packet, step, atUs);
  };

  const emit = (source: number, atUs: number): void => {
    const flow = flows[source];
    let packet = free.pop();
    if (packet === undefined) {
      packet = new Flying(packets.length);
      packets.push(packet);
    }
    packet.restart(source, flow.id, atUs, flow.sent++ % IP_IDS);
    move(packet, atUs);
    schedule(source, atUs + nextGapUs(flow.pace, flow.pps, random));
  };

  for (let i = 0; i < flows.length; i++) startSource(i, 0);

  return {
    advance(untilUs) {
      for (let atUs = events.nextTime; atUs <= untilUs; atUs = events.nextTime) {
        nowUs = atUs;
        const code = events.pop();
        if (code >= 0) move(packets[code], nowUs);
        else if (code <= firstLine) serve(ports[firstLine - code], nowUs);
        // a source whose rate was changed has another time now
        else if (flows[-1 - code].nextUs === nowUs) emit(-1 - code, nowUs);
      }
      nowUs = untilUs;
    },
    setFlowRate(flowId, pps) {
      const flow = find(flows, flowId, "flow");
      flow.pps = pps;
      startSource(flows.indexOf(flow), nowUs);
    },
    setVnfDelay(vnfId, extraUs) {
      find(vnfs, vnfId, "vnf").extraUs = extraUs;
    },
    setSwitchDelay(switchId, extraUs) {
      const passes = flows
        .flatMap(({ steps }) => steps)
        .filter((step): step is SwitchStep => step.kind === "switch" && step.id === switchId);
      assert(passes.length > 0, `no flow passes a switch '${switchId}'`);
      for (const pass of passes) pass.slowUs = extraUs;
    },
    loseAtVnf(vnfId, flowId, count) {
      const flow = flows.indexOf(find(flows, flowId, "flow"));
      find(vnfs, vnfId, "vnf").loseNext[flow] += count;
    },
    setThresholds(segmentId, plUs, dlUs) {
      const segment = find(segments, segmentId, "segment");
      segment.plUs = plUs;
      segment.dlUs = dlUs;
    },
  };
}

function find<T extends { id: string }>(list: T[], id: string, what: string): T {
  const found = list.find((x) => x.id === id);
  assert(found, `no ${what} '${id}' in the scenario`);
  return found;
}
