import { type FeaturesReport, featuresReportSchema, type ProgramWalks } from "@p4twin/models/program";
import { z } from "zod";
import { DomainError } from "../errors.ts";
import { runInThread } from "../shared/runInThread.ts";
import type { ProgramFiles } from "./schema.ts";

// our choice: the examples take well under a second; the explorer bounds its own work
const LIMIT_MS = 30_000;

/** `walks`: all paths, listed or not. It has cycles and big integers: it never leaves the server. */
export type AnalysedProgram = { report: FeaturesReport; walks: ProgramWalks | null };

const messageSchema = z.object({
  report: featuresReportSchema,
  // posted by our own worker, and not JSON: only its presence is looked at
  walks: z.custom<ProgramWalks>((value) => typeof value === "object" && value !== null).nullable(),
});

/** Feature vectors of every feasible path, computed in a thread of its own: a large program must not hold the server. */
export async function analyse(files: ProgramFiles): Promise<AnalysedProgram> {
  const module = new URL("./analyseWorker.ts", import.meta.url);
  const late = `The analysis of ${files.file} took longer than ${LIMIT_MS / 1_000} s and was stopped.`;
  try {
    return await runInThread({ module, input: files, limitMs: LIMIT_MS, late }, (message) =>
      messageSchema.parse(message),
    );
  } catch (error) {
    if (error instanceof Error && error.message === late) throw new DomainError("unavailable", late);
    throw error;
  }
}
