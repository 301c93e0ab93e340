import type { NetworkFunction } from "@p4twin/models/chain";
import type { FeaturesReport } from "@p4twin/models/program";

export type ProgramFunctionChoice = {
  type: string;
  title: string;
  /** a path of the report; null: the greatest count of each construct over all paths */
  pathId: string | null;
  rules: number;
  /** says which program and version it comes from */
  origin: string;
};

/** A network function of a program: the vector of one path, or counts that no path exceeds. Null when it has errors. */
export function programFunction(
  report: FeaturesReport,
  choice: ProgramFunctionChoice,
): NetworkFunction | null {
  const path = report.paths.find((entry) => entry.id === choice.pathId);
  const features = choice.pathId === null ? report.max : path?.features;
  if (!features || report.architecture === null) return null;
  const externs = path ? path.externs : [...new Set(report.paths.flatMap((entry) => entry.externs))];
  const most = report.coarse?.max ?? [];
  const bounds = most.length > 0 ? ` (${most.join(", ")}: at most)` : "";
  const what = path ? `path ${path.id}` : `greatest counts of all paths${bounds}`;
  return {
    type: choice.type,
    title: choice.title,
    program: report.hash,
    features,
    externs,
    architectures: [report.architecture],
    rules: choice.rules,
    source: `${choice.origin}, ${what}`,
  };
}
