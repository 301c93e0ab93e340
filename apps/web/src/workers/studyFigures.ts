import { libraryFunctions } from "@p4twin/models/chain";
import { latencyControlStudies, sliceStudies } from "@p4twin/models/control";
import { libraryDevices } from "@p4twin/models/device";
import { createCatalogue, type StudyFigure, studies } from "@p4twin/models/placement";
import type { Highs } from "highs";

/** Which figure is computed: the work and place that it stands in. */
export type FigureQuestion = { source: string };

/** Computes one figure on the library's devices and functions; `onProgress` gets how much of it is done, 0..1. */
export async function computeFigure(
  { source }: FigureQuestion,
  { load, nowMs }: { load: () => Promise<Highs>; nowMs: () => number },
  onProgress: (fraction: number) => void,
): Promise<StudyFigure> {
  const control = [...latencyControlStudies, ...sliceStudies].find(
    (candidate) => candidate.source === source,
  );
  if (control) return control.run({ nowMs, onProgress });
  const study = studies.find((candidate) => candidate.source === source);
  if (!study) throw new Error(`${source} is not among the figures that are computed.`);
  const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
  return study.run({ catalogue, highs: await load(), nowMs, onProgress });
}
