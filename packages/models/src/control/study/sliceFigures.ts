import { boundedSlices, type SliceSummary, simulateSlices } from "../slices/simulateSlices.ts";
import { requiredLinkBps, worstCaseDelaysUs } from "../slices/sliceBounds.ts";
import { type ControlStudy, steps, sweep, text } from "./controlStudy.ts";
import { sliceCase } from "./sliceCase.ts";

const OVERLOAD = 1.5;
const PEERING = 2;
const bounds = (name: string) => boundedSlices(sliceCase(name, 1000, "vQueue", 1).slices);

type Both = { vQueue: SliceSummary[]; meter: SliceSummary[] };

/** Exp. 3 of Sec. 6.4.1: limits that the link cannot serve. */
const figure69: ControlStudy = {
  figure: "6.9",
  title: "An over-utilised link: vQueues and meters",
  source: "Harkous, thesis, Fig. 6.9 (Sec. 6.4.1, Exp. 3)",
  typicalMs: 1_200,
  standing: {
    kind: "open",
    why: "delays and loss follow the text; the curves are in the plot only and sources there react to loss",
  },
  run: (tools) =>
    sweep<Both>(tools, {
      x: "link in Mbps (the limits add up to 300)",
      at: steps(285, 325, 10),
      run: (mbps) => {
        const found = (control: "vQueue" | "meter") =>
          simulateSlices(sliceCase("C", mbps, control, OVERLOAD), { seconds: 20, seed: 1 });
        return { vQueue: found("vQueue"), meter: found("meter") };
      },
      lines: [
        {
          name: "Peering's greatest delay, vQueue",
          unit: "ms",
          value: (r) => (r.vQueue[PEERING].maxUs ?? 0) / 1000,
        },
        {
          name: "Peering's greatest delay, meters",
          unit: "ms",
          value: (r) => (r.meter[PEERING].maxUs ?? 0) / 1000,
        },
        { name: "Peering, vQueue", unit: "Mbps", value: (r) => r.vQueue[PEERING].throughputMbps },
        { name: "Peering, meters", unit: "Mbps", value: (r) => r.meter[PEERING].throughputMbps },
      ],
      comparisons(runs) {
        const { vQueue, meter } = runs.get(285)!;
        return [
          {
            what: "Peering's delay at 285 Mbps, vQueue",
            target: "D11",
            thesis: "at most 30 ms",
            ours: text((vQueue[PEERING].maxUs ?? 0) / 1000, "ms", 1),
            assumption: "the work counts delays in bins of 1.024 ms",
          },
          {
            what: "Peering's delay at 285 Mbps, meters",
            target: "D11",
            thesis: "up to 800 ms",
            ours: text((meter[PEERING].maxUs ?? 0) / 1000, "ms", 0),
            assumption: "sources do not react to loss; the buffer is as long as the run allows",
          },
          {
            what: "throughput of Peering, both",
            target: "D11",
            thesis: "the same; what the others leave is 225 Mbps",
            ours: `${text(vQueue[PEERING].throughputMbps, "Mbps", 0)} and ${text(meter[PEERING].throughputMbps, "Mbps", 0)}`,
            assumption: null,
          },
        ];
      },
      assumptions: [
        "constant sources of 1.5 times each limit instead of TCP",
        "DC and Enterprise at the higher priority",
      ],
    }),
};

/** Worst cases of Eqs. 6.1 to 6.3 over the rate of the link. */
const figure610: ControlStudy = {
  figure: "6.10",
  title: "Guaranteed delay against the rate of the link",
  source: "Harkous, thesis, Fig. 6.10, Table 6.4 (Sec. 6.4.2, Eqs. 6.1 to 6.4)",
  typicalMs: 20,
  standing: { kind: "reproduced", why: "bounds of Eqs. 6.1 to 6.4; slice B is read off a plot" },
  run: (tools) =>
    sweep<Record<string, number[]>>(tools, {
      x: "link in Mbps",
      at: [...steps(310, 390, 10), ...steps(450, 1800, 50)],
      run: (mbps) =>
        Object.fromEntries(
          ["A", "B", "C", "D"].map((name) => [name, worstCaseDelaysUs(bounds(name), mbps * 1e6)]),
        ),
      lines: ["A", "B", "C", "D"].flatMap((name) => [
        { name: `case ${name}, DC`, unit: "ms", value: (r) => r[name][0] / 1000 },
        ...(name === "A"
          ? []
          : [
              {
                name: `case ${name}, Peering`,
                unit: "ms",
                value: (r: Record<string, number[]>) => r[name][PEERING] / 1000,
              },
            ]),
      ]),
      comparisons: () =>
        [
          { name: "A", slice: "dc", withinMs: 5, what: "DC within 5 ms", printed: "1650 Mbps" },
          {
            name: "B",
            slice: "enterprise",
            withinMs: 10,
            what: "Enterprise within 10 ms",
            printed: "900 Mbps",
          },
          { name: "C", slice: "peering", withinMs: 30, what: "Peering within 30 ms", printed: "330 Mbps" },
          { name: "D", slice: "peering", withinMs: 30, what: "Peering within 30 ms", printed: "330 Mbps" },
        ].map(({ name, slice, withinMs, what, printed }) => ({
          ...{ what: `case ${name}: ${what} from`, target: "A21", thesis: printed },
          ours: text(requiredLinkBps(bounds(name), slice, withinMs * 1000) / 1e6, "Mbps", 1),
          assumption: name === "B" ? "read off a plot in the thesis" : null,
        })),
      assumptions: ["5 ms is DC's target delay, not its burst limit of 20 ms"],
    }),
};

/** Figures of the thesis on virtual queues. Figs. 6.7 and 6.8 are closed loops of TCP, which is not simulated here. */
export const sliceStudies: readonly ControlStudy[] = [figure69, figure610];
