import { spawnSync } from "node:child_process";

/** What the analysis of one program costs and says. */
export type Analysed = {
  /** CPU time, code that no program has warmed included */
  ms: number;
  memoryMb: number;
  bytes: number;
  errors: number;
  paths: number;
  /** what the analysis says of its own limits */
  notes: string[];
};

/** Room for new objects as the server's processes for analyses have it (`apps/api/src/shared/child.ts`). */
const YOUNG = "--max-semi-space-size=8";

/** Analyses a file in a process that does nothing else; `includes`: folders as of -I, `defines` as of -D. */
export function inOwnProcess(
  file: string,
  includes: readonly string[],
  defines: Readonly<Record<string, string>> = {},
): Analysed {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    const { readFileSync } = await import("node:fs");
    const { analyseProgram } = await import(${at("../../src/program/index.ts")});
    const { resolver, OWN_DECLARATIONS } = await import(${at("../p4Corpus.ts")});
    const { file, includes, defines } = ${JSON.stringify({ file, includes, defines })};
    const resolveInclude = resolver(file, { includes, own: OWN_DECLARATIONS });
    const source = { file, text: readFileSync(file, "utf8") };
    const before = process.cpuUsage();
    const { report, checked } = analyseProgram(source, { resolveInclude, defines });
    const { user, system } = process.cpuUsage(before);
    const notes = report.diagnostics.filter(({ code }) => code.startsWith("program-"));
    console.log(JSON.stringify({
      ms: (user + system) / 1000,
      memoryMb: process.resourceUsage().maxRSS / 1000,
      bytes: [...checked.files.values()].reduce((sum, one) => sum + one.length, 0),
      errors: report.diagnostics.filter(({ severity }) => severity === "error").length,
      paths: report.pathCount,
      notes: notes.map(({ message }) => message),
    }));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [YOUNG, "--input-type=module", "-e", script],
    {
      encoding: "utf8",
      maxBuffer: 1e8,
    },
  );
  if (status !== 0) throw new Error(`${file}: ${stderr}`);
  return JSON.parse(stdout);
}
