import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { analyseProgram } from "../src/program/index.ts";
import { hasListedPaths } from "../src/run/index.ts";
import { agreementOf } from "../testing/run/listedPaths.ts";
import { checkProgram, errorsOf, OWN_DECLARATIONS, programsOf, wholeProgramsBelow } from "./p4Corpus.ts";

const PACKETS = 150;

/**
 * Packets through p4c's samples for v1model, PSA and PNA: do they take paths that the analysis lists?
 * `P4TWIN_P4C_DIR=… npm run bench runAgreement`; programs with paths that are not all listed are left out, what differs
 * is printed. With `P4TWIN_P4_DIR` the programs below that folder, those for TNA among them.
 */
export default async function runAgreement() {
  const folder = process.env.P4TWIN_P4C_DIR;
  const counts = new Map<string, { programs: number; agree: number; passes: number }>();
  const options = { includes: [join(folder ?? "", "p4include")], own: OWN_DECLARATIONS };
  const other = process.env.P4TWIN_P4_DIR;
  const samples = folder ? programsOf(join(folder, "testdata", "p4_16_samples")) : [];
  for (const file of other ? wholeProgramsBelow(other) : samples) {
    const checked = checkProgram(file, options);
    const id = checked.checked.architecture?.definition.id ?? "";
    if (!hasListedPaths(checked.checked) || errorsOf(checked).length > 0) continue;
    const found = compare(file, checked.checked);
    if (!found) continue;
    const count = counts.get(id) ?? { programs: 0, agree: 0, passes: 0 };
    counts.set(id, count);
    count.programs++;
    count.passes += found.passes;
    if (found.differs === null) count.agree++;
    else console.log(`${basename(file)}: ${found.differs}`);
  }
  const rows = [...counts].map(([architecture, count]) => ({ architecture, ...count }));
  return { name: "Executed packets on listed paths", rows };
}

function compare(
  file: string,
  checked: ReturnType<typeof checkProgram>["checked"],
): { passes: number; differs: string | null } | null {
  const resolveInclude = (path: string) => {
    const name = [...checked.files.keys()].find(
      (each) => each === path || each.endsWith(`/${basename(path)}`),
    );
    return name === undefined ? null : { file: name, text: checked.files.get(name) ?? "" };
  };
  const { report } = analyseProgram({ file, text: readFileSync(file, "utf8") }, { resolveInclude });
  const isPartial = report.truncated || report.diagnostics.some(({ code }) => code.startsWith("program-"));
  if (isPartial) return null;
  try {
    const { unlisted, passes } = agreementOf(checked, report, PACKETS);
    return { passes, differs: unlisted[0] ?? null };
  } catch (error) {
    return error instanceof Error && error.name === "UnsupportedError"
      ? null
      : { passes: 0, differs: `stopped: ${error}` };
  }
}
