import { modelStudies } from "./modelFigures.ts";
import { figure516, figure517 } from "./onlineFigures.ts";
import { figure54, figure55 } from "./planFigures.ts";
import type { Study } from "./studyFigure.ts";
import { figure510, figure512, figure514 } from "./workloadFigures.ts";

/** Figures of the thesis whose data are computed here, in their order. */
export const studies: readonly Study[] = [
  ...modelStudies,
  figure54,
  figure55,
  figure510,
  figure512,
  figure514,
  figure516,
  figure517,
];
