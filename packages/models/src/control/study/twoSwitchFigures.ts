import { type ControlStudy, steps, sweep, text } from "./controlStudy.ts";
import { loss, ms, percent, type Run } from "./latencyControlParts.ts";
import { run, thresholds, transit, uc1, uc2, unlimited } from "./paolucci.ts";

export const figure22: ControlStudy = {
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

export const figure23: ControlStudy = {
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
export const table2: ControlStudy = {
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
