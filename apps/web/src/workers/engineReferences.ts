import { libraryFunctions } from "@p4twin/models/chain";
import type { DeviceProfile } from "@p4twin/models/device";
import type { EstimateReport, LatencyProgram } from "@p4twin/models/latency";
import { libraryFiles } from "@p4twin/models/library";
import { createCatalogue, type Placement, type Problem, parseProblem } from "@p4twin/models/placement";
import { analyseText } from "@p4twin/models/program";
import { browserEngines } from "./browserEngines.ts";

/**
 * What an own engine is held against: a program of the library or of the workspace on a device, or a library problem.
 */
export type ReferenceQuestion =
  | {
      call: "estimate";
      /** `lib:NAME`, or the source of another program */
      program: string | { file: string; source: string; includes: Readonly<Record<string, string>> };
      device: DeviceProfile;
      packetBytes: number | null;
    }
  | { call: "place"; problem: string; profiles: readonly DeviceProfile[] };

/**
 * The question as engines are asked it, and what the built-in ones say: all estimators, and the solvers that
 * answer at once.
 */
export type References =
  | { call: "estimate"; program: LatencyProgram; reports: EstimateReport[] }
  | { call: "place"; problem: Problem; placements: Placement[] };

/** Answers of the engines that come with the product. Throws, in words, when the program or problem cannot be read. */
export async function engineReferences(
  question: ReferenceQuestion,
  nowMs: () => number,
): Promise<References> {
  if (question.call === "place") {
    const catalogue = createCatalogue(question.profiles, libraryFunctions());
    const { problem, diagnostics } = parseProblem(
      libraryFiles[`problems/${question.problem}`] ?? "",
      question.problem,
      catalogue,
    );
    if (!problem) throw new Error(diagnostics.map((each) => each.message).join("; "));
    const options = { catalogue, nowMs, timeLimitS: 5 };
    const placements: Placement[] = [];
    for (const { id, instant } of browserEngines.entries) {
      const solver = instant ? browserEngines.solver(id) : null;
      if (solver) placements.push(await solver.place(problem, options));
    }
    return { call: "place", problem, placements };
  }
  const { device, packetBytes } = question;
  const program = programOf(question.program);
  const options = { packetBytes: packetBytes ?? undefined };
  const reports = browserEngines.entries.flatMap(({ id }) => {
    const estimator = browserEngines.estimator(id);
    return estimator ? [estimator.estimate(program, device, options)] : [];
  });
  return { call: "estimate", program, reports: await Promise.all(reports) };
}

function programOf(asked: Extract<ReferenceQuestion, { call: "estimate" }>["program"]): LatencyProgram {
  const file = typeof asked === "string" ? `${asked.slice("lib:".length)}.p4` : asked.file;
  const { report, walks } = analyseText(
    typeof asked === "string"
      ? { fileName: file, source: libraryFiles[`programs/${file}`] ?? "" }
      : { fileName: file, source: asked.source, includes: asked.includes },
  );
  const error = report.diagnostics.find((each) => each.severity === "error");
  if (error) throw new Error(`${file}:${error.span?.line ?? 1}: ${error.message}`);
  return { ...report, walks };
}
