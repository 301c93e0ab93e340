import type { ListedFigure, Standing } from "./studyFigure.ts";

const listed = (figure: string, title: string, kind: Standing["kind"], why: string): ListedFigure => ({
  figure,
  title,
  standing: { kind, why },
});

/** What else chapters 3 to 6 of the thesis and P8 show, drawings left out (docs/sources). */
export const listedFigures: readonly ListedFigure[] = [
  listed(
    "3.3 to 3.9",
    "Cost of each construct",
    "open",
    "measured on hardware; the points that the text names are on the page of each device, the other curves are in the plots only; p4twin probe measures a BMv2 of yours",
  ),
  listed(
    "3.10, 3.11, Table 3.3",
    "Rules and flows",
    "open",
    "measured on hardware; limits and medians of the text are data of each device, and a thousand flows enter its predictions; means by packet size are in the plot only",
  ),
  listed(
    "3.13, 3.14",
    "Control agent: response and update rate",
    "open",
    "measured on hardware; the ranges of the text are on the page of each device and enter paths that wait for a rule; cells are in the plots only",
  ),
  listed(
    "3.17 to 3.21, Table 3.5",
    "ONOS by OpenFlow and P4Runtime",
    "open",
    "measured on hardware; rates, times and cores that the text prints are on the page of targets compared",
  ),
  listed(
    "Table 3.6",
    "Targets compared by plus signs",
    "open",
    "a judgement of the thesis, shown as printed",
  ),
  listed(
    "5.3",
    "Device types over the largest of each metric",
    "reproduced",
    "drawn from Table 5.6; its axes are not named in the text, ours are all metrics of the table",
  ),
  listed("5.6", "Delay of a chain in parts", "reproduced", "Eq. 5.19 adds up to the printed parts"),
  listed(
    "Tables 5.5, 5.6",
    "Library of functions and devices",
    "reproduced",
    "the vectors come out of our programs, the devices are data",
  ),
  listed(
    "5.9, 5.11, 5.13, 5.15",
    "Networks of experiments 1 to 4",
    "open",
    "drawn only; ours are inferred from printed results and stated with each figure",
  ),
  listed(
    "Table 6.1",
    "Tasks of a user plane",
    "reproduced",
    "programs of the library do all eight, run with GTP-U packets",
  ),
  listed(
    "Tables 6.2, 6.3",
    "Slices of the vQueue experiments",
    "reproduced",
    "bursts in packets follow from rates and limits",
  ),
  listed(
    "6.7, 6.8",
    "vQueues with TCP",
    "open",
    "closed loops of TCP, which is not simulated here; curves are in the plots only",
  ),
  listed(
    "6.11",
    "Cost of a vQueue on the Agilio",
    "open",
    "measured on hardware; the 8 us of the text are a cost of the profile, medians are in the plot only",
  ),
  listed(
    "P8, 4 to 16",
    "Cost of each construct, as P8 prints it",
    "open",
    "measured on hardware; the thesis has the same curves, P8's ends are on the page of each device",
  ),
];
