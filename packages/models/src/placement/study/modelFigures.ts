import type { DeviceProfile } from "../../device/index.ts";
import { estimatePath, type LatencyForm, linearForm, p8Form, referenceBytesOf } from "../../latency/index.ts";
import { refinedSojourn, requiredDevicePps, simpleSojourn, stabilityLimits } from "../../queueing/index.ts";
import type { Study, StudyComparison, StudySeries } from "./studyFigure.ts";

type Counts = [parse: number, modify: number, copy: number, remove: number, add: number, table: number];
/** The validation functions of thesis Table 4.1, raw counts [harkous-4.2]. */
const functions: readonly { name: string; counts: Counts }[] = [
  { name: "L3Fwd", counts: [2, 2, 0, 0, 0, 1] },
  { name: "L3Fwd and firewall", counts: [3, 2, 0, 0, 0, 2] },
  { name: "VxLAN_Decap", counts: [11, 0, 3, 4, 0, 2] },
];
/**
 * Devices in the order of the table, with measured means, the estimates that the thesis and P8 print (us), and the
 * packets' standard deviation of thesis Sec. 4.4.1.
 */
const devices: readonly {
  id: string;
  name: string;
  measuredUs: number[];
  thesisUs: number[];
  p8Us: number[];
  sigmaUs: number;
}[] = [
  {
    ...{ id: "t4p4s", name: "t4p4s", sigmaUs: 4.55 },
    ...{ measuredUs: [45.9, 45.9, 45.9], thesisUs: [45.9, 46, 44.8], p8Us: [45.9, 45.9, 45] },
  },
  {
    ...{ id: "agilio-cx", name: "Agilio CX", sigmaUs: 0.21 },
    ...{ measuredUs: [8.2, 8.9, 15.2], thesisUs: [8.6, 9, 15.5], p8Us: [8.7, 9.1, 15.7] },
  },
  {
    ...{ id: "netfpga-sume", name: "NetFPGA-SUME", sigmaUs: 0.39 },
    ...{ measuredUs: [3.7, 4, 5.2], thesisUs: [3.7, 4, 5.3], p8Us: [3.7, 4, 5.2] },
  },
];

/** Mean of a function by a form (us); null where the form has no answer. */
function estimateUs(counts: Counts, profile: DeviceProfile, form: LatencyForm): number | null {
  const [parse, modify, copy, remove, add, table] = counts;
  const path = { id: "", externs: [], features: { parse, modify, copy, remove, add, table } };
  return estimatePath(path, profile, form, referenceBytesOf(profile)).meanUs;
}

/** Measured beside estimated of nine programs on devices, by one of the published forms. */
function validation(form: LatencyForm, printed: "thesisUs" | "p8Us", target: string): Study["run"] {
  return ({ catalogue, nowMs }) => {
    const started = nowMs();
    const rows = functions.flatMap(({ name, counts }, f) =>
      devices.map((device, d) => {
        const profile = catalogue.profiles.find(({ id }) => id === device.id);
        const oursUs = profile ? estimateUs(counts, profile, form) : null;
        return {
          ...{ x: f * devices.length + d + 1, what: `${name} on ${device.name}`, oursUs },
          ...{ measuredUs: device.measuredUs[f]!, printedUs: device[printed][f]! },
        };
      }),
    );
    const line = (name: string, value: (row: (typeof rows)[number]) => number | null): StudySeries => ({
      name,
      unit: "us",
      points: rows.flatMap((row) => {
        const y = value(row);
        return y === null ? [] : [{ x: row.x, y }];
      }),
    });
    return {
      x: "program and device, in the order of the table",
      series: [
        line("measured in the work", (r) => r.measuredUs),
        line("estimated in the work", (r) => r.printedUs),
        line("estimated here", (r) => r.oursUs),
      ],
      comparisons: rows.map(
        ({ what, measuredUs, printedUs, oursUs }): StudyComparison => ({
          ...{ what, target, thesis: `measured ${measuredUs}, estimated ${printedUs} us` },
          ours:
            oursUs === null
              ? "none"
              : `${oursUs.toFixed(2)} us, ${((100 * (oursUs - measuredUs)) / measuredUs).toFixed(1)} % off the measured`,
          assumption: null,
        }),
      ),
      assumptions: ["measured values are those of the work: nothing is measured here"],
      costMs: nowMs() - started,
    };
  };
}

const table41: Study = {
  figure: "Table 4.1",
  title: "Measured beside estimated, the thesis' form",
  source: "Harkous, thesis, Table 4.1 (Sec. 4.2.4, Eq. 4.6)",
  typicalMs: 5,
  standing: { kind: "reproduced", why: "all nine estimates within 0.05 us of the printed ones" },
  run: validation(linearForm, "thesisUs", "A1"),
};
const tableII: Study = {
  figure: "Table II",
  title: "Measured beside estimated, P8's form",
  source: "Harkous et al., P8, Table II (Sec. V, Eq. 5)",
  typicalMs: 5,
  standing: {
    kind: "fitted",
    why: "P(n) of the parsed headers is solved from the estimates of this table, that they come out proves nothing; the sums are checked against the measured values",
  },
  run: validation(p8Form, "p8Us", "P2"),
};

const NEW_FLOW_SHARES = [0.04, 0.2, 0.5, 1];
const CONTROLLERS = [
  { name: "fast", us: 31 },
  { name: "average", us: 240 },
  { name: "slow", us: 10_000 },
];
/** Standard deviation of the controller as a share of its mean (thesis Sec. 4.4.1). */
const CONTROLLER_SIGMA = 0.1;
const LOADS = Array.from({ length: 19 }, (_, i) => Number((0.05 * (i + 1)).toFixed(2)));

const systemOf = (serviceUs: number, sigmaUs: number, controllerUs: number, newFlowShare: number) => ({
  device: { serviceUs, sigmaUs },
  controller: { serviceUs: controllerUs, sigmaUs: CONTROLLER_SIGMA * controllerUs },
  newFlowShare,
});

/** Sojourn over the controller's load; where a server has no steady state the line ends. */
function sojourns(model: "simple" | "refined"): Study["run"] {
  return ({ nowMs }) => {
    const started = nowMs();
    const solve = model === "simple" ? simpleSojourn : refinedSojourn;
    const series = CONTROLLERS.flatMap((controller) =>
      devices.map(({ name, measuredUs, sigmaUs }): StudySeries => {
        const system = systemOf(measuredUs[0]!, sigmaUs, controller.us, 0.2);
        return {
          name: `${name}, ${controller.name} controller`,
          unit: "us",
          points: LOADS.flatMap((load) => {
            const found = solve(system, (load * 1e6) / (controller.us * 0.2));
            return found.stable ? [{ x: load, y: found.sojournUs }] : [];
          }),
        };
      }),
    );
    const t4p4s = devices[0]!;
    const highest = Math.max(
      ...[...LOADS].flatMap((load) => {
        const system = systemOf(t4p4s.measuredUs[0]!, t4p4s.sigmaUs, 31, 1);
        const found = solve(system, (load * 1e6) / 31);
        return found.stable ? [found.sojournUs] : [];
      }),
    );
    const agilio = systemOf(8.2, 0.21, 240, 0.2);
    const half = solve(agilio, 0.5 / 240e-6 / 0.2);
    return {
      x: "utilisation of the controller",
      series,
      comparisons: [
        {
          ...{
            what: "t4p4s, fast controller, all flows new: greatest sojourn where there is one",
            target: "B4",
          },
          thesis: model === "simple" ? "reaches 1000 us" : "below 1000 us",
          ours: `${highest.toFixed(0)} us in steps of 0.05`,
          assumption:
            "the grid of the plot is not given; at 0.95 of the device alone the simple model gives 918 us",
        },
        {
          ...{ what: "Agilio, L3Fwd, average controller, a fifth new, half load", target: "C" },
          thesis: "in the plot only; by the equations 82.64 us (refined)",
          ours: half.stable ? `${half.sojournUs.toFixed(2)} us` : "no steady state",
          assumption: "the text prints no value of the curves",
        },
      ],
      assumptions: [
        "L3Fwd, one new flow in five packets; measured service times of Table 4.1",
        "controller spread a tenth of its mean",
      ],
      costMs: nowMs() - started,
    };
  };
}

const figure45: Study = {
  figure: "4.5",
  title: "Sojourn by the simple queue model",
  source: "Harkous, thesis, Figs. 4.5, 4.6 (Sec. 4.4.2, Eq. 4.9)",
  typicalMs: 5,
  standing: {
    kind: "open",
    why: "the curves come from the equations; of the plots the text prints no value to hold them against",
  },
  run: sojourns("simple"),
};
const figure47: Study = {
  figure: "4.7",
  title: "Sojourn by the refined queue model",
  source: "Harkous, thesis, Figs. 4.7, 4.8 (Sec. 4.4.3, Eq. 4.12)",
  typicalMs: 5,
  standing: {
    kind: "open",
    why: "as for Fig. 4.5; within 12 % of a simulation but for a fast controller and half of the flows new",
  },
  run: sojourns("refined"),
};

const printedLimits = [
  { device: 0, nf: 0, share: 0.04, printed: "0.2" },
  { device: 1, nf: 2, share: 0.04, printed: "0.6" },
  { device: 0, nf: 0, share: 0.2, printed: "0.85" },
];

/** Which device a controller needs in front of it: Eq. 4.13, and which targets serve that. */
const figure49: Study = {
  figure: "4.9",
  title: "Which target a controller needs (Eq. 4.13)",
  source: "Harkous, thesis, Fig. 4.9 (Sec. 4.4.4, Eq. 4.13)",
  typicalMs: 5,
  standing: {
    kind: "reproduced",
    why: "every load above which the text calls a target over-utilised comes out",
  },
  run({ nowMs }) {
    const started = nowMs();
    const series = NEW_FLOW_SHARES.map(
      (share): StudySeries => ({
        name: `needed, ${share} of the packets new`,
        unit: "Mpps",
        points: LOADS.map((load) => ({ x: load, y: requiredDevicePps(240, load, share) / 1e6 })),
      }),
    );
    const served = devices.flatMap(({ name, measuredUs }) =>
      [0, 2].map(
        (f): StudySeries => ({
          name: `${name}, ${functions[f]!.name}`,
          unit: "Mpps",
          points: [LOADS[0]!, LOADS.at(-1)!].map((x) => ({ x, y: 1 / measuredUs[f]! })),
        }),
      ),
    );
    const limits = printedLimits.map(({ device, nf, share, printed }): StudyComparison => {
      const { name, measuredUs, sigmaUs } = devices[device]!;
      const { maxControllerUtilisation } = stabilityLimits(systemOf(measuredUs[nf]!, sigmaUs, 240, share));
      return {
        ...{ what: `${name}, ${functions[nf]!.name}, ${share} new: over-utilised from`, target: "A13" },
        ...{
          thesis: `after ${printed}`,
          ours: maxControllerUtilisation?.toFixed(4) ?? "never",
          assumption: null,
        },
      };
    });
    const choices = NEW_FLOW_SHARES.map((share): StudyComparison => {
      const needed = requiredDevicePps(240, 0.95, share);
      const able = devices.filter(({ measuredUs }) => 1e6 / measuredUs[0]! > needed);
      return {
        ...{ what: `targets for L3Fwd, average controller at 0.95, ${share} new`, target: "C14" },
        thesis: "not printed",
        ours: `${(needed / 1e6).toFixed(3)} Mpps: ${able.map(({ name }) => name).join(", ") || "none of the three"}`,
        assumption: "the choice by Eq. 4.13 is ours, its terms are the thesis'",
      };
    });
    return {
      ...{ x: "utilisation of the controller", series: [...series, ...served] },
      comparisons: [...limits, ...choices],
      assumptions: ["average controller of 240 us; measured service times of Table 4.1"],
      costMs: nowMs() - started,
    };
  },
};

/** Tables and figures of the models of latency and queues, in their order. */
export const modelStudies: readonly Study[] = [table41, tableII, figure45, figure47, figure49];
