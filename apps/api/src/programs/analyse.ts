import { type FeaturesReport, featuresReportSchema } from "@p4twin/models/program";
import { DomainError } from "../errors.ts";
import { runInThread } from "../shared/runInThread.ts";
import type { ProgramFiles } from "./schema.ts";

// our choice: the examples take well under a second; the explorer bounds its own work
const LIMIT_MS = 30_000;

/** Feature vectors of every feasible path, computed in a thread of its own: a large program must not hold the server. */
export async function analyse(files: ProgramFiles): Promise<FeaturesReport> {
  const module = new URL("./analyseWorker.ts", import.meta.url);
  const late = `The analysis of ${files.file} took longer than ${LIMIT_MS / 1_000} s and was stopped.`;
  try {
    return await runInThread({ module, input: files, limitMs: LIMIT_MS, late }, (message) =>
      featuresReportSchema.parse(message),
    );
  } catch (error) {
    if (error instanceof Error && error.message === late) throw new DomainError("unavailable", late);
    throw error;
  }
}
