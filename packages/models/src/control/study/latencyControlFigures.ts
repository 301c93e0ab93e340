import { type ControlStudy, type OpenFigure, settlesAt, steps, sweep, text } from "./controlStudy.ts";
import {
  type Change,
  congested,
  type FlowResult,
  run,
  thresholds,
  transit,
  uc1,
  uc2,
  unlimited,
} from "./paolucci.ts";

type Run = Record<string, FlowResult>;

const SIMULATED_S = { seconds: 4, warmUpS: 1.5 };
const ms = (us: number): number => us / 1000;
const percent = (share: number): number => 100 * share;
const NO_PHASE =
  "which flow loses what under tail drop is an artefact of phase: totals and thresholds are compared";
const QUEUE =
  "64 packets a queue and a rate limit of each priority, as BMv2 has them; gaps of packets spread by 20 %";

const loss = (flow: string, name: string) => ({
  ...{ name, unit: "%" },
  value: (r: Run) => percent(r[flow].lost),
});
const latency = (flow: string, name: string) => ({
  ...{ name, unit: "ms" },
  value: (r: Run) => ms(r[flow].meanUs),
});
const lcAndBe = [loss("lc", "LC loss"), latency("lc", "LC latency"), latency("be", "BE latency")];

/** Figs. 12 to 14: three pairs of thresholds under the standard congestion. */
const tests: ControlStudy = {
  figure: "12 to 14",
  title: "Congestion under three pairs of PL and DL",
  source: "Paolucci et al., Figs. 12 to 14 (tests 1 to 3)",
  typicalMs: 500,
  standing: {
    kind: "reproduced",
    why: "total loss, latencies and the order of the flows come out; how loss splits between constant-rate flows is a matter of phase",
  },
  run(tools) {
    const pairs = [
      [12, 15],
      [8, 15],
      [5, 8],
    ];
    return sweep<Run>(tools, {
      x: "test (1: PL 12, DL 15; 2: PL 8, DL 15; 3: PL 5, DL 8 ms)",
      at: [1, 2, 3],
      run: (test) =>
        run(uc1(congested, thresholds(pairs[test - 1][0], pairs[test - 1][1])), { seconds: 12, warmUpS: 2 }),
      lines: [...lcAndBe, latency("transit", "transit latency")],
      comparisons(runs) {
        const [one, two, three] = [1, 2, 3].map((test) => runs.get(test)!);
        const sent = one.lc.sent + one.be.sent + one.transit.sent;
        const lost = [one.lc, one.be, one.transit].reduce((sum, f) => sum + f.lost * f.sent, 0);
        return [
          {
            what: "test 1, latency of all flows",
            target: "Q5",
            thesis: "about 11 ms",
            ours: text(ms(one.be.meanUs), "ms"),
            assumption: null,
          },
          {
            what: "test 1, loss in total",
            target: "Q5",
            thesis: "32.4 % by its parts, 33.3 % by its rates",
            ours: text(percent(lost / sent), "%", 1),
            assumption: NO_PHASE,
          },
          {
            what: "test 2, loss and latency of LC",
            target: "Q6",
            thesis: "0 %, below 1 ms",
            ours: `${text(percent(two.lc.lost), "%", 1)}, ${text(ms(two.lc.meanUs), "ms")}`,
            assumption: null,
          },
          {
            what: "test 3, loss of LC",
            target: "Q7",
            thesis: "about 99 %",
            ours: text(percent(three.lc.lost), "%", 1),
            assumption: null,
          },
        ];
      },
      assumptions: [QUEUE, NO_PHASE],
    });
  },
};

// the text's mean and its lower edge fit together only when most packets take the least delay: few are late,
// up to 1.7 ms
const slowVnf: Change = (s) => {
  s.vnfs[0].delay = {
    meanUs: 5271,
    sigmaUs: 1.5,
    outliers: { everyPackets: 20, upToUs: 6964 },
    source: "Paolucci et al., Fig. 15",
  };
};

const figure15: ControlStudy = {
  figure: "15",
  title: "A slow VNF alone: DL swept",
  source: "Paolucci et al., Fig. 15 (PL 1 ms, VNF + 5 ms, no congestion)",
  typicalMs: 160,
  standing: {
    kind: "fitted",
    why: "the distribution of the VNF was chosen so that both edges of the text come out",
  },
  run: (tools) =>
    sweep<Run>(tools, {
      x: "DL in ms",
      at: steps(5, 7.5, 0.25),
      run: (dl) => run(uc1(unlimited, slowVnf, thresholds(1, dl)), SIMULATED_S),
      lines: lcAndBe,
      comparisons: (runs) => [
        {
          what: "latency of BE",
          target: "Q8",
          thesis: "5.42 ms",
          ours: text(ms(runs.get(7.5)!.be.meanUs), "ms"),
          assumption: null,
        },
        {
          what: "LC is no longer lost from DL",
          target: "Q8",
          thesis: "7 ms",
          ours: text(
            settlesAt(runs, (r) => r.lc.lost, 0),
            "ms",
          ),
          assumption: null,
        },
      ],
      assumptions: [
        "19 of 20 packets take the VNF's least delay, one up to 1.7 ms more: only so do mean and lower edge of the text fit together",
      ],
    }),
};

const figure16: ControlStudy = {
  figure: "16",
  title: "Congestion: PL swept",
  source: "Paolucci et al., Fig. 16 (DL 20 ms)",
  typicalMs: 380,
  standing: {
    kind: "reproduced",
    why: "the change lies at the wait of a full queue of 64, which the paper does not state",
  },
  run: (tools) =>
    sweep<Run>(tools, {
      x: "PL in ms",
      at: steps(9, 12.5, 0.25),
      run: (pl) => run(uc1(congested, thresholds(pl, 20)), SIMULATED_S),
      lines: lcAndBe,
      comparisons: (runs) => [
        {
          ...{
            what: "LC has the latency of BE from PL",
            target: "Q9",
            thesis: "the average congestion time, some 11 ms",
          },
          ours: text(
            settlesAt(runs, (r) => Math.abs(r.lc.meanUs / r.be.meanUs - 1), 0.02),
            "ms",
          ),
          assumption: null,
        },
        {
          what: "loss of LC below it",
          target: "Q9",
          thesis: "0 %",
          ours: text(percent(runs.get(10)!.lc.lost), "%", 1),
          assumption: null,
        },
      ],
      assumptions: [QUEUE],
    }),
};

const figure17: ControlStudy = {
  figure: "17",
  title: "Congestion: DL swept",
  source: "Paolucci et al., Fig. 17 (PL 5 ms)",
  typicalMs: 480,
  standing: { kind: "reproduced", why: "within the tolerance of 10 % of the printed threshold" },
  run: (tools) =>
    sweep<Run>(tools, {
      x: "DL in ms",
      at: steps(9.5, 13, 0.25),
      run: (dl) => run(uc1(congested, thresholds(5, dl)), SIMULATED_S),
      lines: lcAndBe,
      comparisons: (runs) => [
        {
          what: "LC is no longer lost from DL",
          target: "Q9",
          thesis: "11.5 ms",
          ours: text(
            settlesAt(runs, (r) => r.lc.lost, 0.001),
            "ms",
          ),
          assumption: "64 packets at 6000/s wait 10.67 ms; the paper's queue is not stated",
        },
        {
          what: "latency of LC above it",
          target: "Q9",
          thesis: "about 400 us",
          ours: text(runs.get(13)!.lc.meanUs, "us", 0),
          assumption: null,
        },
      ],
      assumptions: [QUEUE],
    }),
};

const figure18: ControlStudy = {
  figure: "18",
  title: "A slow VNF and congestion: DL swept",
  source: "Paolucci et al., Fig. 18 (PL 5 ms)",
  typicalMs: 510,
  standing: {
    kind: "open",
    why: "BE comes out; the printed threshold of 13 to 15 ms contradicts that of Fig. 17",
  },
  run: (tools) =>
    sweep<Run>(tools, {
      x: "DL in ms",
      at: steps(12, 18, 0.5),
      run: (dl) =>
        run(uc1(congested, thresholds(5, dl)), {
          ...SIMULATED_S,
          before: (simulation) => simulation.setVnfDelay("reflector", 5000),
        }),
      lines: lcAndBe,
      comparisons: (runs) => [
        {
          what: "latency of BE",
          target: "Q10",
          thesis: "16 ms",
          ours: text(ms(runs.get(18)!.be.meanUs), "ms"),
          assumption: null,
        },
        {
          ...{ what: "LC is no longer lost from DL", target: "Q10", thesis: "15 ms" },
          ours: text(
            settlesAt(runs, (r) => r.lc.lost, 0.001),
            "ms",
          ),
          assumption: "5.3 + 10.67 ms; 15 ms contradicts the threshold of the paper's own Fig. 17",
        },
        {
          what: "loss of BE",
          target: "Q10",
          thesis: "53 %",
          ours: text(percent(runs.get(18)!.be.lost), "%", 0),
          assumption: NO_PHASE,
        },
      ],
      assumptions: [QUEUE, NO_PHASE],
    }),
};

const figure22: ControlStudy = {
  figure: "22",
  title: "Across switches: DL swept",
  source: "Paolucci et al., Fig. 22 (UC2, PL 300 us, no congestion)",
  typicalMs: 380,
  standing: { kind: "fitted", why: "the spread of the VNF was chosen so that both printed losses come out" },
  run: (tools) =>
    sweep<Run>(tools, {
      x: "DL in us",
      at: steps(300, 700, 50),
      run: (dl) => run(uc2(unlimited, transit(1000), thresholds(0.3, dl / 1000)), { seconds: 8, warmUpS: 1 }),
      lines: [
        loss("lc", "LC loss"),
        { name: "LC latency", unit: "us", value: (r) => r.lc.meanUs },
        { name: "BE latency", unit: "us", value: (r) => r.be.meanUs },
        { name: "transit latency", unit: "us", value: (r) => r.transit.meanUs },
      ],
      comparisons: (runs) => [
        {
          what: "loss of LC at DL 350 us",
          target: "Q11",
          thesis: "99 %",
          ours: text(percent(runs.get(350)!.lc.lost), "%", 1),
          assumption: "spread of the VNF chosen so that both losses fit",
        },
        {
          what: "loss of LC at DL 650 us",
          target: "Q11",
          thesis: "0.07 %",
          ours: text(percent(runs.get(650)!.lc.lost), "%"),
          assumption: "the same spread",
        },
        {
          what: "latency of LC at DL 700 us",
          target: "Q11",
          thesis: "700 us",
          ours: text(runs.get(700)!.lc.meanUs, "us", 0),
          assumption: "Table 2 of the paper says 664",
        },
      ],
      assumptions: [
        "VNF delay normal around its mean with a spread of 54 us, which fixes both printed losses",
      ],
    }),
};

const figure23: ControlStudy = {
  figure: "23",
  title: "Across switches under congestion: greatest latency against DL = PL",
  source: "Paolucci et al., Fig. 23",
  typicalMs: 300,
  standing: { kind: "open", why: "the bound holds; values are in the plot only" },
  run: (tools) =>
    sweep<Run>(tools, {
      x: "DL = PL in ms",
      at: steps(1, 12, 1),
      run(dl) {
        const scenario = uc2(thresholds(dl, dl));
        scenario.segments[0].queueEstimate.formula = "refined";
        return run(scenario, {
          ...{ seconds: 3, warmUpS: 0.2, seed: 3 },
          before(simulation) {
            for (let i = 1; i <= 30; i++) {
              simulation.setFlowRate("transit", i % 2 === 0 ? 7000 : 1000);
              simulation.advance(i * 80e3);
            }
          },
        });
      },
      lines: [
        { name: "greatest LC latency", unit: "ms", value: (r) => ms(r.lc.maxUs) },
        loss("lc", "LC loss"),
      ],
      comparisons: (runs) => [
        {
          ...{
            what: "greatest latency less DL, over all DL",
            target: "Q12",
            thesis: "a constant (values only in the plot)",
          },
          ours: `at most ${text(Math.max(...[...runs].flatMap(([dl, r]) => (r.lc.sent > 0 && r.lc.lost < 1 ? [ms(r.lc.maxUs) - dl] : []))), "ms")}`,
          assumption:
            "the constant way is not in the controlled span: links, the last pass, two service slots",
        },
      ],
      assumptions: [
        "the refined estimate of the queue; the plain one is a queue length late and lets packets pass that exceed DL",
        "transit changes between 1000 and 7000 packets/s",
      ],
    }),
};

/** Table 2: averages without congestion. */
const table2: ControlStudy = {
  figure: "Table 2",
  title: "Averages without congestion",
  source: "Paolucci et al., Table 2",
  typicalMs: 130,
  standing: { kind: "fitted", why: "passes of the switch and of the tables are calibrated to this table" },
  run: (tools) =>
    sweep<Run>(tools, {
      x: "use case (1: one switch, 2: across switches)",
      at: [1, 2],
      run: (useCase) =>
        run((useCase === 1 ? uc1 : uc2)(unlimited, transit(1000)), { seconds: 6, warmUpS: 1 }),
      lines: ["lc", "be", "transit"].map((flow) => ({
        name: flow === "transit" ? flow : flow.toUpperCase(),
        unit: "us",
        value: (r: Run) => r[flow].meanUs,
      })),
      comparisons: (runs) =>
        [
          { flow: "lc", name: "LC", printed: [433, 664] },
          { flow: "be", name: "BE", printed: [379, 557] },
          { flow: "transit", name: "transit", printed: [70, 187] },
        ].map(({ flow, name, printed }) => ({
          ...{ what: `${name} in UC1 and UC2`, target: "Q4", thesis: `${printed.join(" and ")} us` },
          ours: [1, 2].map((useCase) => text(runs.get(useCase)![flow].meanUs, "us", 0)).join(" and "),
          assumption: "passes of the switch and of the tables are calibrated to this table",
        })),
      assumptions: ["VNF 300 us; 9 us a pass of the switch and what the tables add, by this table"],
    }),
};

/** Figures of Paolucci et al., in their order. */
export const latencyControlStudies: readonly ControlStudy[] = [
  tests,
  figure15,
  figure16,
  figure17,
  figure18,
  table2,
  figure22,
  figure23,
];

/** Measurements of a BMv2 of which the text has ranges only: there is nothing to compute, only to measure anew. */
export const openLatencyControlFigures: readonly OpenFigure[] = [
  {
    figure: "9",
    title: "Transit latency and greatest load of BMv2",
    why: "values in the plot only; the text says 80 to 120 us up to 1.4 Gbps of 1500 B, 5 to 10 us more with control, some 300 Mbps of 256 B",
  },
  {
    figure: "10",
    title: "LC and BE end to end with the VNF",
    why: "values in the plot only; the text says that full control adds 20 to 50 us, depending on the load",
  },
  {
    figure: "11",
    title: "Number of forwarding entries",
    why: "values in the plot only; the text says 1.3 Gbps with one entry and 1.2 with a thousand; p4twin probe run measures it on your machine",
  },
];
