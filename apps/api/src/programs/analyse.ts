import type { FeaturesReport, ProgramWalks } from "@p4twin/models/program";
import type { Parsing } from "../shared/parsing/parsing.ts";
import type { ProgramFiles } from "./schema.ts";

/** `walks`: all paths, listed or not. It has cycles and big integers: it never leaves the server. */
export type AnalysedProgram = { report: FeaturesReport; walks: ProgramWalks | null };

/**
 * Feature vectors of every feasible path. Rejects with a `DomainError` when a program takes too long or too
 * much memory.
 */
export const createAnalyse =
  (parsing: Parsing) =>
  (files: ProgramFiles): Promise<AnalysedProgram> =>
    parsing.must("program", files, files.file);
