import { programDifferences } from "@p4twin/models/attach";
import type { P4Info } from "@p4twin/models/p4runtime";
import type { FeaturesReport } from "@p4twin/models/program";
import type { AttachedSwitch, Candidate } from "./schema.ts";

/** Programs that are held against a switch, and that are told (our choices). */
export const MOST_COMPARED = 50;
const MOST_TOLD = 10;

type Program = { name: string; versionId: string; tables: FeaturesReport["tables"] };

/**
 * Which of the uploaded programs a switch may run that does not give its program back: those whose tables and keys are
 * the nearest, then those that another switch with the same cookie is bound to, then those of the same name. Programs
 * without a table in common are none.
 */
export function candidatesFor(
  info: P4Info,
  cookie: string | null,
  programs: readonly Program[],
  others: readonly Pick<AttachedSwitch, "name" | "programVersionId" | "reading">[],
): Candidate[] {
  const named = info.pkgInfo?.name.toLowerCase() ?? "";
  return programs
    .map(({ name, versionId, tables }): Candidate & { shared: number } => {
      const differences = programDifferences(info, tables);
      const twin = others.find(
        (other) =>
          cookie !== null && other.programVersionId === versionId && other.reading?.cookie === cookie,
      );
      const missing = differences.filter((text) => text.startsWith("the switch has a table")).length;
      return {
        ...{ programVersionId: versionId, name, differences },
        cookieOf: twin?.name ?? null,
        sameName:
          named !== "" && name.toLowerCase().replace(/\.(p4|json)$/, "") === named.replace(/\.p4$/, ""),
        shared: info.tables.length - missing,
      };
    })
    .filter(({ shared, cookieOf, sameName }) => shared > 0 || cookieOf !== null || sameName)
    .sort(
      (a, b) =>
        a.differences.length - b.differences.length ||
        Number(b.cookieOf !== null) - Number(a.cookieOf !== null) ||
        Number(b.sameName) - Number(a.sameName),
    )
    .slice(0, MOST_TOLD)
    .map(({ shared: _, ...candidate }) => candidate);
}
