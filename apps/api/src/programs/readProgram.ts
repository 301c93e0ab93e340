import type { LatencyProgram } from "@p4twin/models/latency";
import { libraryFiles } from "@p4twin/models/library";
import { analyseText } from "@p4twin/models/program";
import { idSchema } from "../shared/schemas.ts";
import type { Analysis } from "./analysis.ts";

/** The paths of a program by `lib:NAME` or the id of a version; null for what is neither. */
export type ReadProgram = (ref: string) => Promise<LatencyProgram | null>;

/** Reads programs as the latency models take them; those of the library are analysed once. */
export function createReadProgram(analysis: Analysis): ReadProgram {
  const library = new Map<string, LatencyProgram>();
  return async (ref) => {
    if (!ref.startsWith("lib:")) {
      if (!idSchema.safeParse(ref).success) return null;
      const { report, walks } = await analysis(ref);
      return { ...report, walks };
    }
    const known = library.get(ref);
    if (known) return known;
    const file = `${ref.slice(4)}.p4`;
    const text = libraryFiles[`programs/${file}`];
    if (text === undefined) return null;
    const { report, walks } = analyseText({ fileName: file, source: text });
    const program = { ...report, walks };
    library.set(ref, program);
    return program;
  };
}
