import { createDelaySource, nextGapUs, type SimulationScenario, Timeline } from "../../control/index.ts";
import { assert, createRandom } from "../../core/index.ts";
import { type CheckedProgram, checkP4 } from "../../p4/index.ts";
import { install } from "../runtime/install.ts";
import type { Sent, Target } from "../target.ts";
import { V1Switch } from "../v1model/switch.ts";
import {
  type CloudProgram,
  type CloudStep,
  cloudEntries,
  cloudSteps,
  macsOf,
  numberOf,
  REPORT_PORT,
  type Tuple,
  thresholdCommands,
} from "./cloudEntries.ts";
import { number, PAYLOAD_AT, readdress, udpFrame } from "./udpFrame.ts";

/** Switches count nanoseconds, as t4p4s and the Agilio do (our choice: BMv2 counts microseconds). */
const TICKS_PER_US = 1000;

export type CloudOptions = {
  seed: number;
  /** the P4 text of the programs that the switches run */
  programs: Readonly<Record<CloudProgram, string>>;
  /** Gets what a switch sends to its collector: the datagram's payload. `exporter` is an index of `exporters`. */
  onReport(payload: Uint8Array, exporter: number): void;
};

type Exporter = { switchId: string; address: string | null };

/** A cloud of switches that run their programs, and what can be changed while it runs. */
export type RunningCloud = {
  readonly exporters: readonly Exporter[];
  /** its switches, by id, with the programs that they run; they live on the time of the cloud */
  readonly switches: ReadonlyMap<string, { target: Target; checked: CheckedProgram; program: CloudProgram }>;
  /** Lets everything happen up to `untilUs`, simulated microseconds since the start. */
  advance(untilUs: number): void;
  setFlowRate(flowId: string, pps: number): void;
  setVnfDelay(vnfId: string, extraUs: number): void;
  setSwitchDelay(switchId: string, extraUs: number): void;
  setThresholds(segmentId: string, plUs: number, dlUs: number): void;
};

type Running = { target: V1Switch; checked: CheckedProgram; program: CloudProgram; extraUs: number };
type Vnf = {
  drawUs: (extraUs: number) => number;
  extraUs: number;
  keepsOrder: boolean;
  lossShare: number;
  lastUs: number;
};
type Source = { pps: number; sent: number /** of the next packet; another time is void */; nextUs: number };

/**
 * Runs a scenario packet by packet: its switches run the library's latency control with entries, measured delays of
 * switches and VNFs are drawn as in the simulation, and a report leaves when the program sends one. So what a queue
 * drops is not reported: no program sees it.
 */
export function createRunningCloud(scenario: SimulationScenario, options: CloudOptions): RunningCloud {
  const timeline = new Timeline();
  const random = createRandom(options.seed);
  const steps = cloudSteps(scenario);
  const vnfs = new Map(scenario.vnfs.map((vnf) => [vnf.id, vnfOf(vnf)]));
  const sources = scenario.flows.map(({ pps }): Source => ({ pps, sent: 0, nextUs: Number.NaN }));
  const frames = scenario.flows.map(({ packetBytes }, flow) =>
    udpFrame(macsOf(flow), firstOf(steps[flow]!).tuple, packetBytes),
  );
  const exporters: Exporter[] = [];
  for (const { enforce, report } of scenario.segments)
    if (report && !exporters.some(({ switchId }) => switchId === enforce.switch))
      exporters.push({ switchId: enforce.switch, address: report.address ?? null });
  /** the flow whose packet is in ingress just now */
  let current = 0;
  const switches = startSwitches();

  function vnfOf({ delay, keepsOrder, lossShare }: SimulationScenario["vnfs"][number]): Vnf {
    return { drawUs: createDelaySource(delay, random), extraUs: 0, keepsOrder, lossShare, lastUs: 0 };
  }

  function startSwitches(): Map<string, Running> {
    const checked = new Map(
      Object.entries(options.programs).map(([name, text]) => [name, checkP4({ file: `${name}.p4`, text })]),
    );
    const entries = cloudEntries(scenario, steps);
    return new Map(
      scenario.switches.map(({ id, processing, criticalExtraUs, clockOffsetUs }) => {
        const drawUs = createDelaySource(processing, random);
        const { program, commands } = entries.get(id)!;
        const running: Running = {
          extraUs: 0,
          program,
          checked: checked.get(program)!,
          target: new V1Switch(checked.get(program)!, {
            timeline,
            seed: options.seed,
            clockOffsetUs,
            clockTicksPerUs: TICKS_PER_US,
            processing: () => ({
              ingressUs: () =>
                drawUs(
                  running.extraUs + (scenario.flows[current]!.kind === "critical" ? criticalExtraUs : 0),
                ),
              egressUs: () => 0,
            }),
          }),
        };
        tell(running.target, commands.join("\n"));
        const exporter = exporters.findIndex(({ switchId }) => switchId === id);
        running.target.onSent = (sent) => {
          if (sent.port !== REPORT_PORT) leave(id, sent);
          else if (exporter >= 0) options.onReport(sent.bytes.subarray(PAYLOAD_AT), exporter);
        };
        return [id, running];
      }),
    );
  }

  function come(flow: number, at: number, bytes: Uint8Array): void {
    const step = steps[flow]![at];
    if (step === undefined) return;
    if ("vnf" in step) visit(flow, at, step.vnf, bytes);
    else {
      current = flow;
      switches.get(step.switch)!.target.offer(step.in, bytes, flow);
    }
  }

  function leave(id: string, { port, bytes, atUs, tag: flow }: Sent): void {
    const path = steps[flow]!;
    const at = path.findIndex((step) => "switch" in step && step.switch === id && step.out === port);
    const step = path[at];
    if (!step || "vnf" in step || at + 1 >= path.length) return;
    timeline.plan(atUs + step.linkUs, () => come(flow, at + 1, bytes));
  }

  function visit(flow: number, at: number, id: string, bytes: Uint8Array): void {
    const vnf = vnfs.get(id)!;
    if (vnf.lossShare > 0 && random.next() < vnf.lossShare) return;
    let leaveUs = timeline.nowUs + vnf.drawUs(vnf.extraUs);
    if (vnf.keepsOrder) {
      leaveUs = Math.max(leaveUs, vnf.lastUs);
      vnf.lastUs = leaveUs;
    }
    const next = steps[flow]![at + 1];
    if (next && next.tuple !== steps[flow]![at]!.tuple) readdress(bytes, next.tuple);
    timeline.plan(leaveUs, () => come(flow, at + 1, bytes));
  }

  function startSource(flow: number): void {
    const { pps } = sources[flow]!;
    sources[flow]!.nextUs = Number.NaN;
    if (pps > 0) plan(flow, timeline.nowUs + random.next() * (1e6 / pps));
  }

  function plan(flow: number, atUs: number): void {
    const source = sources[flow]!;
    source.nextUs = atUs;
    timeline.plan(atUs, () => {
      if (source.nextUs !== atUs) return;
      const bytes = frames[flow]!.slice();
      number(bytes, source.sent++ & 0xffff);
      come(flow, 0, bytes);
      plan(flow, atUs + nextGapUs(scenario.flows[flow]!, source.pps, random));
    });
  }

  function setThresholds(segmentId: string, plUs: number, dlUs: number): void {
    const segment = find(scenario.segments, segmentId, "segment");
    const { target } = switches.get(segment.enforce.switch)!;
    tell(target, thresholdCommands(numberOf(scenario, segment), plUs, dlUs, TICKS_PER_US));
  }

  for (const { id, plUs, dlUs } of scenario.segments) setThresholds(id, plUs, dlUs);
  for (let flow = 0; flow < sources.length; flow++) startSource(flow);

  return {
    exporters,
    switches,
    advance: (untilUs) => timeline.advance(untilUs),
    setFlowRate(flowId, pps) {
      const flow = scenario.flows.indexOf(find(scenario.flows, flowId, "flow"));
      sources[flow]!.pps = pps;
      startSource(flow);
    },
    setVnfDelay(vnfId, extraUs) {
      vnfs.get(find(scenario.vnfs, vnfId, "vnf").id)!.extraUs = extraUs;
    },
    setSwitchDelay(switchId, extraUs) {
      switches.get(find(scenario.switches, switchId, "switch").id)!.extraUs = extraUs;
    },
    setThresholds,
  };
}

function tell(target: V1Switch, commands: string): void {
  const [problem] = install(target, commands, "commands");
  assert(problem === undefined, `the library's programs take the commands of a cloud: ${problem?.message}`);
}

function firstOf(steps: readonly CloudStep[]): { tuple: Tuple } {
  const [first] = steps;
  assert(first, "a flow has a path");
  return first;
}

function find<T extends { id: string }>(list: readonly T[], id: string, what: string): T {
  const found = list.find((each) => each.id === id);
  assert(found, `no ${what} '${id}' in the scenario`);
  return found;
}
