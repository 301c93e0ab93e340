import type { StatedExtern } from "@p4twin/models/device";
import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import type { BoundSegment, Element } from "@p4twin/models/twin";
import { AlarmRule, boundSegmentSchema } from "@p4twin/models/twin";
import { demoScenario } from "./scenario.ts";

type SwitchModel = {
  label: string;
  nodeId: number;
  program: string;
  device: string;
  externs?: readonly StatedExtern[];
};

/** What the emulated switches take for their registers, which t4p4s publishes nothing about (our choice). */
const externs: readonly StatedExtern[] = [
  { name: "register.read", us: 1.3, errorUs: 0.5 },
  { name: "register.write", us: 1.3, errorUs: 0.5 },
];
const uc1 = { program: "lib:latency_control_uc1", device: "t4p4s", externs };
const s1: SwitchModel = { label: "s1", nodeId: 1, ...uc1 };
// the source of the INT domain; its times are those measured with the firewall (our choice: nobody measured the source)
const s2: SwitchModel = { label: "s2", nodeId: 2, program: "lib:l3fwd_firewall", device: "agilio-cx" };
const s3: SwitchModel = { label: "s3", nodeId: 3, ...uc1, program: "lib:latency_control_uc2" };
// no Agilio: it has no queue metadata, which the program reads (thesis Sec. 6.3.4)
const s4: SwitchModel = { label: "s4", nodeId: 4, ...uc1 };

/** The switches of the demo cloud by the profile that predicts them. */
export function demoDevices(): { device: string; switches: string[] }[] {
  const bound = new Map<string, string[]>();
  for (const { device, label } of [s1, s2, s3, s4]) bound.set(device, [...(bound.get(device) ?? []), label]);
  return [...bound].map(([device, switches]) => ({ device, switches }));
}

/**
 * One pass; `offeredPps` is the load of the queue behind it, whose rate is that of the emulated ports,
 * `reportedPps` the part of it that reports show.
 */
const pass = (model: SwitchModel, offeredPps: number | null = null, reportedPps = 0): Element => ({
  kind: "switch",
  timeUnit: "ns",
  path: "max",
  engine: DEFAULT_ESTIMATOR,
  queue:
    offeredPps === null
      ? null
      : { ratePps: 6000, offeredPps, backgroundPps: offeredPps - reportedPps, depthIn: "packets" },
  ...model,
  externs: [...(model.externs ?? [])],
});
const vnf = (label: string, meanUs: number, sigmaUs: number): Element => ({
  kind: "vnf",
  label,
  meanUs,
  sigmaUs,
  source: "declared by the operator",
});

const elements: Record<string, Element[]> = {
  "edge-firewall": [pass(s1), vnf("firewall", 300, 30), pass(s1, 1500, 400)],
  "edge-transcode": [
    pass(s2),
    { kind: "link", label: "s2-s3", delayUs: null },
    pass(s3),
    vnf("transcoder", 420, 45),
    pass(s3, 1500, 400),
  ],
  "video-cache": [pass(s4), vnf("cache", 150, 15), pass(s4, 1050, 250)],
};
const names: Record<string, string> = {
  "edge-firewall": "Firewall at s1",
  "edge-transcode": "Transcoder from s2 to s3",
  "video-cache": "Cache at s4",
};

/**
 * A full queue at s1 makes 11 ms, which is below PL: its alarm watches for less (our choice). What the queue drops is
 * in no report, as no program sees it.
 */
export const FIREWALL_ALARM = AlarmRule.parse({ triggerUs: 10_000, resetUs: 8_000 });

/** The segments of a flow of the demo scenario, bound to what its switches send. */
export function demoBindings(flow: string): BoundSegment[] {
  const scenario = demoScenario();
  const nodeId = (id: string): number => scenario.switches.find((s) => s.id === id)?.nodeId ?? 0;
  return scenario.segments
    .filter((s) => s.flow === flow)
    .map((s) => {
      const begin = s.source ?? s.store;
      return boundSegmentSchema.parse({
        id: s.id,
        name: names[s.id],
        kind: s.kind,
        plUs: s.plUs,
        dlUs: s.dlUs,
        flows: s.report ? [s.report.flow] : [],
        // a hop of UC2's INT stack has no ports
        from: { nodeId: nodeId(begin.switch), port: s.kind === "uc2" ? null : begin.port },
        to: { nodeId: nodeId(s.enforce.switch), port: 3 },
        elements: elements[s.id],
        ...(s.id === "edge-firewall" ? { alarm: FIREWALL_ALARM } : {}),
      });
    });
}
