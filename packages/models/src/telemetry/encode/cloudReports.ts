import type { PacketRecord, SimulationScenario, SwitchPass } from "../../control/index.ts";
import { assert } from "../../core/index.ts";
import { encodeReport } from "./encoder.ts";
import type { HopInput } from "./input.ts";

/** Node id, ports, hop latency, queue, ingress and egress timestamp. */
const INSTRUCTIONS = 0xfc00;
const PORTS = 0x4000;
/**
 * As fabric-tna numbers them [int-fabric-tna]: traffic manager; a drop by the latency policy is nearest to an ACL's.
 */
const REASON_TRAFFIC_MANAGER = 71;
const REASON_POLICY = 80;
const MAX_HOPS = 10;
const DATAGRAM_BYTES = 2048;

type Segment = SimulationScenario["segments"][number];
type Exporter = { switchId: string; address: string | null };

/** Takes one report datagram: `bytes[0 .. length)`, overwritten by the next. `exporter` is an index of `exporters`. */
export type OnReport = (bytes: Uint8Array, length: number, exporter: number) => void;

/** The switches of a scenario that report, and the translation of a packet's fate into their report datagrams. */
export type CloudReporter = { exporters: readonly Exporter[]; report(packet: PacketRecord): void };

/** The passes that lie in a segment, in order; empty when the packet never entered it. */
function passesOf(segment: Segment, packet: PacketRecord): SwitchPass[] {
  const begin = segment.source ?? segment.store;
  const at =
    ({ switch: id, port }: Segment["store"]) =>
    (p: SwitchPass) =>
      p.switchId === id && p.ingressPort === port;
  const first = packet.passes.findIndex(at(begin));
  if (first < 0) return [];
  const last = packet.passes.findIndex(at(segment.enforce));
  return packet.passes.slice(first, last < 0 ? undefined : last + 1);
}

/**
 * Reports of simulated switches, as real ones send them: the last switch of each segment exports the INT
 * stack of every latency-critical packet, each hop stamped by its own switch's clock (ns); a drop inside the
 * segment sets the drop flag.
 */
export function createCloudReporter(scenario: SimulationScenario, onReport: OnReport): CloudReporter {
  const switches = new Map(scenario.switches.map((s) => [s.id, s]));
  const reporting = scenario.segments.filter((s) => s.report);
  const exporters: Exporter[] = [];
  const sequences: number[] = [];
  const exporterOf = reporting.map((segment) => {
    const address = segment.report?.address ?? null;
    const known = exporters.findIndex((e) => e.switchId === segment.enforce.switch && e.address === address);
    if (known >= 0) return known;
    sequences.push(0);
    return exporters.push({ switchId: segment.enforce.switch, address }) - 1;
  });
  const bytes = new Uint8Array(DATAGRAM_BYTES);

  const clockNs = (switchId: string, atUs: number): number =>
    Math.round(((switches.get(switchId)?.clockOffsetUs ?? 0) + atUs) * 1000);

  const hop = (pass: SwitchPass): HopInput => {
    const ingressTs = clockNs(pass.switchId, pass.ingressUs);
    const egressTs = clockNs(pass.switchId, pass.egressUs);
    return {
      nodeId: pass.nodeId,
      ingressPort: pass.ingressPort,
      egressPort: pass.egressPort,
      hopLatency: egressTs - ingressTs,
      queueId: pass.prioritised ? 7 : 0,
      queueDepth: pass.queueDepth,
      ingressTs,
      egressTs,
    };
  };

  const send = (index: number, packet: PacketRecord, passes: SwitchPass[]): void => {
    const { report, enforce } = reporting[index];
    assert(report, "only segments with a report are kept");
    const last = passes[passes.length - 1];
    const droppedHere =
      packet.outcome !== "delivered" &&
      packet.outcome !== "vnfLoss" &&
      last === packet.passes[packet.passes.length - 1];
    const exporter = exporterOf[index];
    const length = encodeReport(bytes, 0, {
      format: report.format,
      nodeId: switches.get(enforce.switch)?.nodeId ?? 0,
      sequence: sequences[exporter]++,
      timestamp: clockNs(last.switchId, last.ingressUs) % 2 ** 32,
      flags: { tracked: !droppedHere, dropped: droppedHere },
      // where the packet ended: without it a packet dropped in its first pass would belong to no segment
      metadata: droppedHere
        ? { instructions: PORTS, hop: { ingressPort: last.ingressPort, egressPort: last.egressPort } }
        : null,
      drop: droppedHere
        ? {
            queueId: last.prioritised ? 7 : 0,
            reason: packet.outcome === "policyDrop" ? REASON_POLICY : REASON_TRAFFIC_MANAGER,
          }
        : null,
      flow: report.flow,
      int: {
        version: report.int,
        instructions: INSTRUCTIONS,
        remaining: MAX_HOPS - passes.length,
        // a dropped packet never left its last pass: that hop has no egress and is not on the stack
        hops: (droppedHere ? passes.slice(0, -1) : passes).map(hop),
      },
    });
    onReport(bytes, length, exporter);
  };

  return {
    exporters,
    report(packet) {
      for (let i = 0; i < reporting.length; i++) {
        if (reporting[i].flow !== packet.flowId) continue;
        const { enforce } = reporting[i];
        // no switch sees what a VNF loses: only the segments that the packet had left before report it
        if (
          packet.outcome === "vnfLoss" &&
          !packet.passes.some((p) => p.switchId === enforce.switch && p.ingressPort === enforce.port)
        )
          continue;
        const passes = passesOf(reporting[i], packet);
        if (passes.length > 0) send(i, packet, passes);
      }
    },
  };
}
