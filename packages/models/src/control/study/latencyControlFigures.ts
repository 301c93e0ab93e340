import type { ListedFigure } from "../../placement/index.ts";
import type { ControlStudy } from "./controlStudy.ts";
import { figure15, figure16, figure17, figure18, tests } from "./oneSwitchFigures.ts";
import { figure22, figure23, table2 } from "./twoSwitchFigures.ts";

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

/** Of the paper too: measurements of which the text has ranges only, and what is no curve. */
export const listedLatencyControl: readonly ListedFigure[] = [
  {
    figure: "9",
    title: "Transit latency and greatest load of BMv2",
    standing: {
      kind: "open",
      why: "values in the plot only; the text says 80 to 120 us up to 1.4 Gbps of 1500 B, 5 to 10 us more with control, some 300 Mbps of 256 B",
    },
  },
  {
    figure: "10",
    title: "LC and BE end to end with the VNF",
    standing: {
      kind: "open",
      why: "values in the plot only; the text says that full control adds 20 to 50 us, depending on the load",
    },
  },
  {
    figure: "11",
    title: "Number of forwarding entries",
    standing: {
      kind: "open",
      why: "values in the plot only; the text says 1.3 Gbps with one entry and 1.2 with a thousand; p4twin probe run measures it on your machine",
    },
  },
  {
    figure: "Table 1",
    title: "Traffic of the generator",
    standing: { kind: "reproduced", why: "the simulated sources send it, where a figure says what was sent" },
  },
  {
    figure: "21",
    title: "The INT block in a capture",
    standing: {
      kind: "reproduced",
      why: "the program writes the printed bytes, and the collector reads them",
    },
  },
];
