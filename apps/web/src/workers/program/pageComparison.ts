import { hasErrors } from "@p4twin/models/core";
import {
  comparePrograms,
  compareSources,
  type Path,
  type ProgramText,
  type TextAnalysis,
} from "@p4twin/models/program";
import { estimateDevices } from "../programAnalysis.ts";
import type { ComparedPath, PageComparison, PageView, PathMean } from "./pageQuestions.ts";

type Side = { analysis: TextAnalysis; program: ProgramText };

/** Two programs path by path: what each path does, and its latency on the chosen devices before and after. */
export async function pageComparison(before: Side, after: Side, view: PageView): Promise<PageComparison> {
  const errorsOf = ({ analysis }: Side): number =>
    analysis.report.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const isComparable = [before, after].every(({ analysis }) => !hasErrors(analysis.report.diagnostics));
  return {
    kind: "compare",
    comparison: isComparable ? await comparePaths(before.analysis, after.analysis, view) : null,
    errors: { before: errorsOf(before), after: errorsOf(after) },
    files: changedFiles(before.program, after.program),
  };
}

async function comparePaths(
  before: TextAnalysis,
  after: TextAnalysis,
  view: PageView,
): Promise<NonNullable<PageComparison["comparison"]>> {
  const compared = comparePrograms(before.report, after.report);
  const devices = view.devices.filter((device) => view.chosen.includes(device.id));
  const means = async (analysis: TextAnalysis): Promise<Map<string, Map<string, PathMean>>> =>
    new Map(
      Object.entries(await estimateDevices(analysis, { ...view, devices })).map(([id, { report }]) => [
        id,
        new Map(report.estimates.map((estimate) => [estimate.pathId, meanOf(estimate)])),
      ]),
    );
  const [was, is] = await Promise.all([means(before), means(after)]);
  const [pathsBefore, pathsAfter] = [byId(before), byId(after)];
  return {
    ...compared,
    paths: compared.paths.map((change): ComparedPath => {
      const path = pathsAfter.get(change.after ?? "") ?? pathsBefore.get(change.before ?? "");
      return {
        ...change,
        outcome: path?.outcome ?? "forward",
        tables: path?.tables ?? [],
        latency: Object.fromEntries(
          devices.map(({ id }) => [
            id,
            {
              before: was.get(id)?.get(change.before ?? "") ?? null,
              after: is.get(id)?.get(change.after ?? "") ?? null,
            },
          ]),
        ),
      };
    }),
  };
}

/** Without terms and notes, which the page does not show of every path. */
const meanOf = ({ meanUs, meanLowUs, meanHighUs, lowUs, highUs }: PathMean): PathMean => ({
  ...{ meanUs, meanLowUs, meanHighUs, lowUs, highUs },
});

const byId = ({ report }: TextAnalysis): Map<string, Path> =>
  new Map(report.paths.map((path) => [path.id, path]));

/** Files whose text differs, the main one first whether it does or not. A file that one side lacks is empty there. */
function changedFiles(before: ProgramText, after: ProgramText): PageComparison["files"] {
  const names = new Set([...Object.keys(before.includes), ...Object.keys(after.includes)]);
  const included = [...names].sort().flatMap((file) => {
    const hunks = compareSources(before.includes[file] ?? "", after.includes[file] ?? "");
    return hunks.length > 0 ? [{ file, hunks }] : [];
  });
  return [{ file: after.fileName, hunks: compareSources(before.source, after.source) }, ...included];
}
