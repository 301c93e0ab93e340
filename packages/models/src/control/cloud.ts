import { assert, type Random } from "../core/index.ts";
import { createDelaySource } from "./delay.ts";
import type { Pace } from "./gaps.ts";
import { Port } from "./port/port.ts";
import type { SimulationScenario } from "./scenario.ts";
import { SegmentControl } from "./segment/segmentControl.ts";

type VnfState = {
  id: string;
  drawUs: (extraUs: number) => number;
  extraUs: number;
  keepsOrder: boolean;
  lossShare: number;
  /** packets of each flow that are still to be lost one after the other */
  loseNext: Int32Array;
  lastLeftUs: number;
};

export type SwitchStep = {
  kind: "switch";
  id: string;
  nodeId: number;
  in: number;
  out: number;
  linkUs: number;
  port: Port | null;
  processUs: (extraUs: number) => number;
  extraUs: number;
  /** added to every pass while the switch is made to be slow */
  slowUs: number;
  stores: SegmentControl[];
  enforces: SegmentControl[];
};

export type VnfStep = { kind: "vnf"; vnf: VnfState };

type FlowState = {
  id: string;
  pps: number;
  pace: Pace;
  isTransit: boolean;
  steps: (SwitchStep | VnfStep)[];
  /** when the next packet leaves the source; an event at another time is void */
  nextUs: number;
  sent: number;
};

/** The state of a scenario with all names resolved, so that a packet's way needs no look-up. */
export type Cloud = { flows: FlowState[]; vnfs: VnfState[]; segments: SegmentControl[]; ports: Port[] };

/** Resolves a validated scenario into its state. */
export function createCloud(scenario: SimulationScenario, random: Random): Cloud {
  const ports: Port[] = [];
  const switches = new Map(
    scenario.switches.map((s) => {
      const own = s.ports.map((config) => [config.port, new Port(config)] as const);
      ports.push(...own.map(([, port]) => port));
      return [s.id, { config: s, processUs: createDelaySource(s.processing, random), ports: new Map(own) }];
    }),
  );
  const vnfs = scenario.vnfs.map(
    ({ id, delay, keepsOrder, lossShare }): VnfState => ({
      id,
      drawUs: createDelaySource(delay, random),
      extraUs: 0,
      keepsOrder,
      lossShare,
      loseNext: new Int32Array(scenario.flows.length),
      lastLeftUs: 0,
    }),
  );
  const segments = scenario.segments.map((s) => new SegmentControl(s));

  const stepsOf = (flow: SimulationScenario["flows"][number]): (SwitchStep | VnfStep)[] =>
    flow.path.map((step) => {
      if ("vnf" in step) {
        const vnf = vnfs.find((v) => v.id === step.vnf);
        assert(vnf, `vnf ${step.vnf} was validated`);
        return { kind: "vnf", vnf };
      }
      const found = switches.get(step.switch);
      assert(found, `switch ${step.switch} was validated`);
      const judgedAt = (place: "store" | "enforce"): SegmentControl[] =>
        segments.filter((_, i) => {
          const s = scenario.segments[i];
          return s.flow === flow.id && s[place].switch === step.switch && s[place].port === step.in;
        });
      return {
        kind: "switch",
        id: step.switch,
        nodeId: found.config.nodeId,
        in: step.in,
        out: step.out,
        linkUs: step.linkUs,
        port: found.ports.get(step.out) ?? null,
        processUs: found.processUs,
        extraUs: flow.kind === "critical" ? found.config.criticalExtraUs : 0,
        slowUs: 0,
        stores: judgedAt("store"),
        enforces: judgedAt("enforce"),
      };
    });
  const flows = scenario.flows.map(
    (flow): FlowState => ({
      id: flow.id,
      pps: flow.pps,
      pace: flow,
      isTransit: flow.kind === "transit",
      steps: stepsOf(flow),
      nextUs: Number.NaN,
      sent: 0,
    }),
  );
  return { flows, vnfs, segments, ports };
}
