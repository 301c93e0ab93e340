import { assert, createRandom } from "../core/index.ts";
import { createDelaySource } from "./delay.ts";
import { decide, storedArrivalUs } from "./policy.ts";
import { createPort, type Port } from "./port.ts";
import type { SimulationScenario, Step } from "./scenario.ts";
import { TimeHeap } from "./timeHeap.ts";

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
};

export type PacketOutcome = "delivered" | "policyDrop" | "tailDrop";

/** The fate of one packet. `passes` holds what it met up to its end; the pass in which it was dropped has `egressUs` = ingress. */
export type PacketRecord = {
  flowId: string;
  outcome: PacketOutcome;
  sentUs: number;
  endUs: number;
  passes: SwitchPass[];
};

export type SimulationOptions = { seed: number; onPacket: (packet: PacketRecord) => void };

export type Simulation = {
  /** Runs every event up to `untilUs` (simulated microseconds since the start). */
  advance(untilUs: number): void;
  setFlowRate(flowId: string, pps: number): void;
  /** Adds `extraUs` to every packet of a VNF, as `tc` does on the papers' reflector. */
  setVnfDelay(vnfId: string, extraUs: number): void;
  setThresholds(segmentId: string, plUs: number, dlUs: number): void;
};

type Flying = {
  flow: number;
  step: number;
  phase: "arrive" | "enqueue";
  record: PacketRecord;
  /** t1 per segment index, already moved back by the upstream latency (UC2) */
  stored: number[];
  pass: SwitchPass | null;
  prioritised: boolean;
};

/**
 * Discrete-event simulation of P4 switches under latency control (Paolucci et al., Sec. 3; p8-paolucci.md B.2-B.6):
 * Store and Enforce in ingress, rate-limited priority queues behind it, and the register T_queue that the last
 * transit packet to leave has written. Same scenario and seed, same packets.
 */
export function createSimulation(scenario: SimulationScenario, options: SimulationOptions): Simulation {
  const random = createRandom(options.seed);
  const events = new TimeHeap<Flying | { source: number; generation: number }>();
  const switches = new Map(
    scenario.switches.map((s) => [
      s.id,
      {
        ...s,
        delay: createDelaySource(s.processing, random),
        ports: new Map<number, Port>(s.ports.map((p) => [p.port, createPort(p)])),
      },
    ]),
  );
  const vnfs = new Map(
    scenario.vnfs.map((v) => [v.id, { delay: createDelaySource(v.delay, random), extraUs: 0 }]),
  );
  const flows = scenario.flows.map((f) => ({ ...f, generation: 0 }));
  const segments = scenario.segments.map((s) => ({ ...s }));
  let nowUs = 0;

  const gapUs = (flow: (typeof flows)[number]): number =>
    (1e6 / flow.pps) * (1 + flow.jitter * (2 * random.next() - 1));

  const startSource = (index: number, atUs: number): void => {
    const flow = flows[index];
    flow.generation++;
    if (flow.pps > 0)
      events.push(atUs + random.next() * (1e6 / flow.pps), { source: index, generation: flow.generation });
  };

  const finish = (packet: Flying, outcome: PacketOutcome, endUs: number): void => {
    packet.record.outcome = outcome;
    packet.record.endUs = endUs;
    options.onPacket(packet.record);
  };

  const next = (packet: Flying, atUs: number): void => {
    packet.step++;
    packet.phase = "arrive";
    if (packet.step >= flows[packet.flow].path.length) finish(packet, "delivered", atUs);
    else events.push(atUs, packet);
  };

  /** Time spent inside the switches between a segment's source and its own switch: what INT carries as hop latency (UC2). */
  const upstreamUs = (packet: Flying, segment: (typeof segments)[number]): number => {
    let sum = 0;
    let inside = false;
    for (const pass of packet.record.passes) {
      if (pass.switchId === segment.source?.switch && pass.ingressPort === segment.source.port) inside = true;
      if (inside && pass.switchId !== segment.store.switch) sum += pass.egressUs - pass.ingressUs;
    }
    return sum;
  };

  const arrive = (packet: Flying, step: Extract<Step, { switch: string }>, atUs: number): void => {
    const sw = switches.get(step.switch);
    assert(sw, `switch ${step.switch} was validated`);
    const flow = flows[packet.flow];
    const pass: SwitchPass = {
      switchId: sw.id,
      nodeId: sw.nodeId,
      ingressPort: step.in,
      egressPort: step.out,
      ingressUs: atUs,
      egressUs: atUs,
      queueDepth: 0,
      prioritised: packet.prioritised,
    };
    packet.record.passes.push(pass);
    packet.pass = pass;
    const port = sw.ports.get(step.out);
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i];
      if (segment.flow !== flow.id) continue;
      if (segment.store.switch === sw.id && segment.store.port === step.in)
        packet.stored[i] = segment.kind === "uc2" ? storedArrivalUs(atUs, upstreamUs(packet, segment)) : atUs;
      if (
        segment.enforce.switch === sw.id &&
        segment.enforce.port === step.in &&
        packet.stored[i] !== undefined
      ) {
        const decision = decide(
          atUs - packet.stored[i] + (port?.queueEstimateUs(atUs) ?? 0),
          segment.plUs,
          segment.dlUs,
        );
        if (decision === "drop") {
          finish(packet, "policyDrop", atUs);
          return;
        }
        if (decision === "prioritise") pass.prioritised = true;
      }
    }
    packet.phase = "enqueue";
    const extraUs = flow.kind === "critical" ? sw.criticalExtraUs : 0;
    events.push(atUs + sw.delay.next(extraUs), packet);
  };

  const enqueue = (packet: Flying, step: Extract<Step, { switch: string }>, atUs: number): void => {
    const pass = packet.pass;
    assert(pass, "a packet is in a pass before it is enqueued");
    const port = switches.get(step.switch)?.ports.get(step.out);
    if (port) {
      const queue = port.queue(pass.prioritised);
      pass.queueDepth = queue.depthAt(atUs);
      const departureUs = queue.offer(atUs);
      if (departureUs === Number.POSITIVE_INFINITY) {
        finish(packet, "tailDrop", atUs);
        return;
      }
      pass.egressUs = departureUs;
      if (flows[packet.flow].kind === "transit") port.noteTransit(departureUs, departureUs - atUs);
    } else pass.egressUs = atUs;
    next(packet, pass.egressUs + step.linkUs);
  };

  const step = (packet: Flying, atUs: number): void => {
    const at = flows[packet.flow].path[packet.step];
    if ("vnf" in at) {
      const vnf = vnfs.get(at.vnf);
      assert(vnf, `vnf ${at.vnf} was validated`);
      next(packet, atUs + vnf.delay.next(vnf.extraUs));
    } else if (packet.phase === "arrive") arrive(packet, at, atUs);
    else enqueue(packet, at, atUs);
  };

  const emit = (source: number, atUs: number): void => {
    const flow = flows[source];
    const record: PacketRecord = {
      flowId: flow.id,
      outcome: "delivered",
      sentUs: atUs,
      endUs: atUs,
      passes: [],
    };
    step(
      { flow: source, step: 0, phase: "arrive", record, stored: [], pass: null, prioritised: false },
      atUs,
    );
    events.push(atUs + gapUs(flow), { source, generation: flow.generation });
  };

  for (let i = 0; i < flows.length; i++) startSource(i, 0);

  const find = <T extends { id: string }>(list: T[], id: string, what: string): T => {
    const found = list.find((x) => x.id === id);
    assert(found, `no ${what} '${id}' in the scenario`);
    return found;
  };

  return {
    advance(untilUs) {
      while (events.nextTime <= untilUs) {
        nowUs = events.nextTime;
        const event = events.pop();
        if (!event) break;
        if (!("source" in event)) step(event, nowUs);
        else if (event.generation === flows[event.source].generation) emit(event.source, nowUs);
      }
      nowUs = untilUs;
    },
    setFlowRate(flowId, pps) {
      const flow = find(flows, flowId, "flow");
      flow.pps = pps;
      startSource(flows.indexOf(flow), nowUs);
    },
    setVnfDelay(vnfId, extraUs) {
      const vnf = vnfs.get(vnfId);
      assert(vnf, `no vnf '${vnfId}' in the scenario`);
      vnf.extraUs = extraUs;
    },
    setThresholds(segmentId, plUs, dlUs) {
      const segment = find(segments, segmentId, "segment");
      segment.plUs = plUs;
      segment.dlUs = dlUs;
    },
  };
}
