import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  type CorpusOptions,
  type CorpusResult,
  checkProgram,
  errorsOf,
  isOnLineOf,
  OWN_DECLARATIONS,
  programsOf,
  wholeProgramsBelow,
} from "./p4Corpus.ts";

const SLOW_MS = 1000;
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(1));

/** Programs that are not treated as they should be: named, so that a person can look. */
function list(title: string, results: readonly CorpusResult[]): void {
  for (const result of results) {
    const [first] = errorsOf(result);
    const place = first?.span ? `${basename(first.span.file)}:${first.span.line} ` : "";
    console.log(`${title}: ${result.file}${first ? `: ${place}${first.message}` : ""}`);
  }
}

function row(corpus: string, results: readonly CorpusResult[]) {
  const cpuMs = results.reduce((sum, result) => sum + result.cpuMs, 0);
  const bytes = results.reduce((sum, result) => sum + result.bytes, 0);
  const refused = results.filter((result) => errorsOf(result).length > 0).length;
  return {
    corpus,
    programs: results.length,
    "accepted %": percent(results.length - refused, results.length),
    "refused %": percent(refused, results.length),
    "first error on p4c's line %": null as number | null,
    "programs/s": Math.round((1000 * results.length) / cpuMs),
    "MB/s": Number((bytes / 1000 / cpuMs).toFixed(2)),
    "CPU s": Number((cpuMs / 1000).toFixed(2)),
    "over 1 s": results.filter((result) => result.cpuMs > SLOW_MS).length,
  };
}

/** Accepted samples and refused error programs of a p4c checkout, whose expected messages stand beside them. */
function p4cRows(root: string, title: string, own: ReadonlySet<string>) {
  const options: CorpusOptions = { includes: [join(root, "p4include")], own };
  const run = (folder: string): CorpusResult[] =>
    programsOf(join(root, "testdata", folder)).map((file) => checkProgram(file, options));
  const samples = run("p4_16_samples");
  const errors = run("p4_16_errors");
  const onLine = errors.flatMap((result) => {
    const path = join(`${dirname(result.file)}_outputs`, `${basename(result.file)}-stderr`);
    if (errorsOf(result).length === 0 || !existsSync(path)) return [];
    const hit = isOnLineOf(result, readFileSync(path, "utf8"));
    return hit === null ? [] : [hit];
  });
  list(
    `${title} refuses`,
    samples.filter((result) => errorsOf(result).length > 0),
  );
  list(
    `${title} accepts`,
    errors.filter((result) => errorsOf(result).length === 0),
  );
  return [
    row(`p4_16_samples, ${title}`, samples),
    {
      ...row(`p4_16_errors, ${title}`, errors),
      "first error on p4c's line %": percent(onLine.filter(Boolean).length, onLine.length),
    },
  ];
}

/** Whole programs that nobody wrote as tests. */
function checkoutRow(root: string) {
  const options: CorpusOptions = { includes: [root], own: OWN_DECLARATIONS };
  const results = wholeProgramsBelow(root).map((file) => checkProgram(file, options));
  list(
    "refused",
    results.filter((result) => errorsOf(result).length > 0),
  );
  return row(basename(root), results);
}

/**
 * What the front end makes of public programs. `P4TWIN_P4C_DIR` names a checkout of p4lang/p4c,
 * `P4TWIN_P4_DIRS` (with `:` between) others. Nothing is fetched or kept; without them there is nothing to
 * measure, which is said.
 */
export default async function bench() {
  const name = "the P4 front end on public programs";
  const p4c = process.env.P4TWIN_P4C_DIR;
  const others = (process.env.P4TWIN_P4_DIRS ?? "").split(":").filter((path) => path !== "");
  if (p4c === undefined && others.length === 0) {
    console.log(`${name}: not measured, as neither P4TWIN_P4C_DIR nor P4TWIN_P4_DIRS names a checkout`);
    return { name, rows: [] };
  }
  const rows = [
    ...(p4c === undefined
      ? []
      : [
          ...p4cRows(p4c, "p4c's includes", new Set(["core.p4", "v1model.p4"])),
          ...p4cRows(p4c, "our declarations", OWN_DECLARATIONS),
        ]),
    ...others.map(checkoutRow),
  ];
  return { name, rows };
}
