import { libraryFunctions } from "@p4twin/models/chain";
import type { Diagnostic } from "@p4twin/models/core";
import type { DeviceProfile } from "@p4twin/models/device";
import { createCatalogue, type Problem, parseProblem } from "@p4twin/models/placement";
import { type ImportedTopology, importTopology } from "@p4twin/models/topology";

/** A text that somebody gave; a flood of mistakes takes seconds to read, so it is read beside the page. */
export type TextQuestion = { text: string; fileName: string } & (
  | { kind: "topology" }
  | { kind: "problem"; profiles: readonly DeviceProfile[] }
);
export type ReadText =
  | { kind: "topology"; read: ImportedTopology }
  | { kind: "problem"; problem: Problem | null; diagnostics: Diagnostic[] };

/** Answers a question of `workers/texts.ts`. */
export function readText(question: TextQuestion): ReadText {
  const { text, fileName } = question;
  if (question.kind === "topology") return { kind: "topology", read: importTopology(text, fileName) };
  const catalogue = createCatalogue(question.profiles, libraryFunctions());
  return { kind: "problem", ...parseProblem(text, fileName, catalogue) };
}
