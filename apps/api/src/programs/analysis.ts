import type { FeaturesReport, ProgramWalks } from "@p4twin/models/program";
import { forAll } from "../shared/caller.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { found } from "../shared/service.ts";
import type { ProgramStore } from "./store.ts";

/** `walks`: all paths, listed or not. It has cycles and big integers: it never leaves the server. */
type AnalysedProgram = { report: FeaturesReport; walks: ProgramWalks | null };

// analyses of versions, which never change; the oldest is forgotten first. Those of large programs take some 10 MB
const MAX_REMEMBERED = 50;

/**
 * Feature vectors of every feasible path of a version. Rejects with a `DomainError` when a program takes too long or
 * too much memory.
 */
export type Analysis = (versionId: string) => Promise<AnalysedProgram>;

export function createAnalysis(store: Pick<ProgramStore, "get">, parsing: Parsing): Analysis {
  const analyses = new Map<string, Promise<AnalysedProgram>>();
  return async (versionId) => {
    const { name, source, includes } = found(await store.get(versionId), "program version", versionId);
    const known = analyses.get(versionId);
    if (known) return known;
    const analysed = forAll(() => parsing.must("program", { file: name, source, includes }, name));
    const oldest = analyses.keys().next();
    if (analyses.size >= MAX_REMEMBERED && !oldest.done) analyses.delete(oldest.value);
    analyses.set(versionId, analysed);
    // a failure is not remembered: the next one who asks tries again
    analysed.catch(() => analyses.delete(versionId));
    return analysed;
  };
}
