import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { analyseProgram } from "../src/program/index.ts";
import { agreementOf } from "../testing/run/listedPaths.ts";
import { checkProgram, errorsOf, OWN_DECLARATIONS, programsOf } from "./p4Corpus.ts";

const PACKETS = 150;
/** architectures whose runs tell which listed path a packet took */
const LISTED = new Set(["v1model", "pna"]);

/**
 * Packets through p4c's samples for v1model and PNA: do they take paths that the analysis lists? `P4TWIN_P4C_DIR=… npm
 * run bench runAgreement`; programs with paths that are not all listed are left out, what differs is printed.
 */
export default async function runAgreement() {
  const folder = process.env.P4TWIN_P4C_DIR;
  const count = { programs: 0, agree: 0, passes: 0 };
  const options = { includes: [join(folder ?? "", "p4include")], own: OWN_DECLARATIONS };
  for (const file of folder ? programsOf(join(folder, "testdata", "p4_16_samples")) : []) {
    const checked = checkProgram(file, options);
    const id = checked.checked.architecture?.definition.id ?? "";
    if (!LISTED.has(id) || errorsOf(checked).length > 0) continue;
    const found = compare(file, checked.checked);
    if (!found) continue;
    count.programs++;
    count.passes += found.passes;
    if (found.differs === null) count.agree++;
    else console.log(`${basename(file)}: ${found.differs}`);
  }
  return { name: "Executed packets on listed paths", rows: [count] };
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
