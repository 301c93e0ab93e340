import type { SimulationScenario } from "../../control/index.ts";
import { assert } from "../../core/index.ts";

/** Addresses and ports of a flow at one place. */
export type Tuple = { src: string; dst: string; srcPort: number; dstPort: number };

/** Programs of the library that switches of a cloud run. */
export type CloudProgram = "latency_control_uc1" | "latency_control_uc2";

/** What one switch runs: its program, and the control plane's words in the language of BMv2's command line. */
export type CloudSwitch = { program: CloudProgram; commands: string[] };

/** A step of a flow's path, with how its packets look when they come there. */
export type CloudStep = SimulationScenario["flows"][number]["path"][number] & { tuple: Tuple };

/** The port by which reports leave every switch (our choice). */
export const REPORT_PORT = 400;

/** Hops that an INT source lets follow, and the items of a block: switch id, latency, egress time (bitmap 0xA4). */
const INT_SOURCE = "8 0xa 0x4";

type Flow = SimulationScenario["flows"][number];
type Segment = SimulationScenario["segments"][number];
type SwitchStep = Extract<CloudStep, { switch: string }>;

/** MAC addresses tell the switches where a flow goes on: nothing on its way changes them. */
export const macsOf = (flow: number): { src: string; dst: string } => ({
  src: macOf(flow, 0),
  dst: macOf(flow, 1),
});
const macOf = (flow: number, end: number): string =>
  `00:04:00:00:${flow.toString(16).padStart(2, "0")}:0${end}`;

/**
 * The steps of each flow. The last VNF before the end of a segment gives packets the addresses that the segment's
 * reports show, as the papers' VNF does.
 */
export function cloudSteps({ flows, segments }: SimulationScenario): CloudStep[][] {
  return flows.map((flow, index) => {
    const own = segments.filter((segment) => segment.flow === flow.id);
    const ends = flow.path.map((step) =>
      "vnf" in step
        ? undefined
        : own.find(({ enforce }) => enforce.switch === step.switch && enforce.port === step.in),
    );
    const first = ends.find((segment) => segment?.report);
    let tuple = first
      ? tupleOf(first)
      : { src: "10.255.0.1", dst: "10.255.0.2", srcPort: 40_000 + index, dstPort: 9 };
    return flow.path.map((step, at) => {
      const segment = ends[at];
      if (segment?.report) tuple = tupleOf(segment);
      return { ...step, tuple };
    });
  });
}

function tupleOf({ id, report }: Segment): Tuple {
  assert(report, `segment ${id} has reports`);
  const { src, dst, srcPort = 0, dstPort = 0, proto } = report.flow;
  assert(proto === 17, `the programs of segment ${id} see UDP only`);
  return { src, dst, srcPort, dstPort };
}

/** Program and entries of each switch of a scenario whose segments are under latency control. */
export function cloudEntries(
  scenario: SimulationScenario,
  steps: readonly CloudStep[][],
): Map<string, CloudSwitch> {
  return new Map(
    scenario.switches.map(({ id, nodeId, ports }) => {
      const visits = steps.flatMap((path, flow) =>
        path.flatMap((step, at) =>
          "vnf" in step || step.switch !== id ? [] : [{ step, at, flow, of: scenario.flows[flow]! }],
        ),
      );
      const program: CloudProgram = scenario.segments.some(
        (segment) => segment.kind === "uc2" && isOnWay(segment, scenario.flows, id),
      )
        ? "latency_control_uc2"
        : "latency_control_uc1";
      const commands = [
        ...ports.flatMap(({ port, ratePps, capacity }) => [
          `set_queue_rate ${ratePps} ${port}`,
          `set_queue_depth ${capacity} ${port}`,
        ]),
        ...visits.map(({ step, flow }) => {
          const { src, dst } = macsOf(flow);
          return `table_add table0 set_egress_port ${step.in} ${src} ${dst} => ${step.out}`;
        }),
        ...scenario.segments.flatMap((segment) =>
          visits
            .filter(({ of }) => of.id === segment.flow)
            .flatMap(({ step }) => segmentCommands(segment, numberOf(scenario, segment), step, program)),
        ),
        // transit packets measure the queue that the packets of a segment leave by
        ...visits
          .filter(({ of, step }) => of.kind === "transit" && outOf(scenario, steps, id).has(step.out))
          .map(({ step, flow }) => {
            const { src, dst } = macsOf(flow);
            return `table_add table_congestion_check do_update_congestion_reg ${step.in} ${src} ${dst} =>`;
          }),
        ...(program === "latency_control_uc2"
          ? [
              `table_set_default tb_int_insert int_transit ${nodeId}`,
              "table_add tb_int_inst_0003 int_set_header_0003_i10 0xa =>",
              "table_add tb_int_inst_0407 int_set_header_0407_i4 0x4 =>",
            ]
          : []),
        ...scenario.segments
          .filter(({ enforce, report }) => enforce.switch === id && report)
          .flatMap(({ report }) => [
            `mirroring_add 1 ${REPORT_PORT}`,
            `table_set_default table_report send_report 00:04:cc:00:00:0${nodeId} 00:04:cc:00:00:fe ${report?.address ?? "127.0.0.1"} 127.0.0.1 32766 ${nodeId}`,
          ]),
      ];
      return [id, { program, commands: [...new Set(commands)] }];
    }),
  );
}

/** By what number the enforcing switch knows the flow of a segment: it has a window, PL and DL of its own. */
export const numberOf = ({ segments }: SimulationScenario, segment: Segment): number =>
  segments.filter(({ enforce }) => enforce.switch === segment.enforce.switch).indexOf(segment);

/** The role of a switch in a segment, whose flow has this `number` there, at one visit of its packets. */
function segmentCommands(
  { kind, store, enforce, source }: Segment,
  number: number,
  step: SwitchStep,
  program: CloudProgram,
): string[] {
  const { src, dst, srcPort, dstPort } = step.tuple;
  const isAt = (place: { switch: string; port: number } | undefined): boolean =>
    place?.switch === step.switch && place.port === step.in;
  const exact = `${step.in} ${src} ${dst} ${srcPort} ${dstPort}`;
  return [
    ...(kind === "uc2" && isAt(source)
      ? [
          `table_add tb_set_source int_set_source ${step.in} =>`,
          `table_add tb_int_source int_source ${src}&&&0xffffffff ${dst}&&&0xffffffff ${srcPort}&&&0xffff ${dstPort}&&&0xffff => ${INT_SOURCE} 1`,
        ]
      : []),
    ...(isAt(store)
      ? [
          `table_add table_store store ${exact} => ${number}`,
          ...(program === "latency_control_uc2" ? [`table_add tb_set_sink int_set_sink ${step.out} =>`] : []),
        ]
      : []),
    ...(isAt(enforce) ? [`table_add table_enforce enforce ${exact} => ${number}`] : []),
  ];
}

/** Whether packets of a segment pass a switch between its source and its end. */
function isOnWay({ flow, source, store, enforce }: Segment, flows: readonly Flow[], id: string): boolean {
  const path = flows.find((each) => each.id === flow)?.path ?? [];
  const at = (place: { switch: string; port: number }): number =>
    path.findIndex((step) => "switch" in step && step.switch === place.switch && step.in === place.port);
  return path.some(
    (step, i) => "switch" in step && step.switch === id && i >= at(source ?? store) && i <= at(enforce),
  );
}

/** Ports of a switch by which packets leave a segment. */
const outOf = (
  { flows, segments }: SimulationScenario,
  steps: readonly CloudStep[][],
  id: string,
): Set<number> =>
  new Set(
    segments
      .filter(({ enforce }) => enforce.switch === id)
      .flatMap(({ flow, enforce }) =>
        (steps[flows.findIndex((each) => each.id === flow)] ?? []).flatMap((step) =>
          "switch" in step && step.switch === id && step.in === enforce.port ? [step.out] : [],
        ),
      ),
  );

/**
 * PL and DL of a segment, whose flow has this `number`, in the registers of the switch that judges by them.
 * `ticksPerUs`: of its clock.
 */
export const thresholdCommands = (number: number, plUs: number, dlUs: number, ticksPerUs: number): string =>
  [
    `register_write bounded_latency ${number} ${Math.round(plUs * ticksPerUs)}`,
    `register_write drop_latency ${number} ${Math.round(dlUs * ticksPerUs)}`,
  ].join("\n");
