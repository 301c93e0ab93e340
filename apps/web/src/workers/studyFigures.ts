import { libraryFunctions } from "@p4twin/models/chain";
import { latencyControlStudies, sliceStudies } from "@p4twin/models/control";
import { libraryDevices } from "@p4twin/models/device";
import { createCatalogue, type StudyFigure, studies } from "@p4twin/models/placement";
import type { Highs } from "highs";

/** Which figure is computed: the work and place that it stands in. */
export type FigureQuestion = { source: string };

/** Any number of progress messages, then the figure or a failure. */
export type FigureReply =
  | { kind: "progress"; fraction: number }
  | { kind: "figure"; figure: StudyFigure }
  | { kind: "failure"; message: string };

/** Computes one figure on the library's devices and functions. */
export async function answerFigure(
  { source }: FigureQuestion,
  { load, nowMs }: { load: () => Promise<Highs>; nowMs: () => number },
  reply: (message: FigureReply) => void,
): Promise<void> {
  try {
    const onProgress = (fraction: number): void => reply({ kind: "progress", fraction });
    const control = [...latencyControlStudies, ...sliceStudies].find(
      (candidate) => candidate.source === source,
    );
    if (control) return reply({ kind: "figure", figure: control.run({ nowMs, onProgress }) });
    const study = studies.find((candidate) => candidate.source === source);
    if (!study) throw new Error(`${source} is not among the figures that are computed.`);
    const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
    reply({ kind: "figure", figure: study.run({ catalogue, highs: await load(), nowMs, onProgress }) });
  } catch (error) {
    reply({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
  }
}
