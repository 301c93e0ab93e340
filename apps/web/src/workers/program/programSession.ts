import { hasErrors } from "@p4twin/models/core";
import { symbolAt } from "@p4twin/models/p4";
import type { ProgramText, TextAnalysis } from "@p4twin/models/program";
import { createAnalyser } from "../programAnalysis.ts";
import { pageAnalysis, pathDetails } from "./pageAnalysis.ts";
import { pageComparison } from "./pageComparison.ts";
import type { PageAnswer, PageQuestion, PageView } from "./pageQuestions.ts";

type Kept = { revision: number; program: ProgramText; view: PageView; analysis: TextAnalysis };

/**
 * Answers a program page. The last analysis and the last one without errors are kept, so that what is shown
 * beside a text with mistakes can still be asked about.
 */
export function createProgramSession(): (question: PageQuestion) => Promise<PageAnswer> {
  const analyse = createAnalyser();
  const analyseOther = createAnalyser();
  let kept: Kept[] = [];
  const find = (revision: number): Kept | undefined => kept.find((each) => each.revision === revision);

  return async (question) => {
    switch (question.kind) {
      case "analyse": {
        const { revision, program, kind, ...view } = question;
        const analysis = analyse(program);
        const good = kept.find((each) => !hasErrors(each.analysis.report.diagnostics));
        const now = { revision, program, view, analysis };
        kept = hasErrors(analysis.report.diagnostics) && good ? [now, good] : [now];
        return pageAnalysis(analysis, question);
      }
      case "paths": {
        const about = find(question.revision);
        return {
          kind: "paths",
          details: about ? await pathDetails(about.analysis, about.view, question.ids) : null,
        };
      }
      case "symbol": {
        const about = find(question.revision);
        const { file, offset } = question;
        const checked = about?.analysis.checked;
        return { kind: "symbol", symbol: checked ? symbolAt(checked, file, offset) : null };
      }
      case "file": {
        const files = find(question.revision)?.analysis.checked?.files;
        return { kind: "file", text: files?.get(question.file) ?? null };
      }
      case "compare": {
        const after = find(question.revision);
        if (!after) return { kind: "compare", comparison: null, errors: { before: 0, after: 0 }, files: [] };
        const before = { program: question.before, analysis: analyseOther(question.before) };
        return pageComparison(before, after, after.view);
      }
    }
  };
}
