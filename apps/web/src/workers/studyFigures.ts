import { libraryFunctions } from "@p4twin/models/chain";
import { libraryDevices } from "@p4twin/models/device";
import { createCatalogue, type StudyFigure, studies } from "@p4twin/models/placement";
import type { Highs } from "highs";

/** Which figure of the thesis is computed: its number. */
export type FigureQuestion = { figure: string };

/** Any number of progress messages, then the figure or a failure. */
export type FigureReply =
  | { kind: "progress"; fraction: number }
  | { kind: "figure"; figure: StudyFigure }
  | { kind: "failure"; message: string };

/** Computes one figure on the library's devices and functions. */
export async function answerFigure(
  { figure }: FigureQuestion,
  { load, nowMs }: { load: () => Promise<Highs>; nowMs: () => number },
  reply: (message: FigureReply) => void,
): Promise<void> {
  try {
    const study = studies.find((candidate) => candidate.figure === figure);
    if (!study) throw new Error(`Figure ${figure} is not among those that are computed.`);
    const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
    const onProgress = (fraction: number): void => reply({ kind: "progress", fraction });
    reply({ kind: "figure", figure: study.run({ catalogue, highs: await load(), nowMs, onProgress }) });
  } catch (error) {
    reply({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
  }
}
