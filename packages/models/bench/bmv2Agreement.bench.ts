import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { libraryFiles } from "../library/index.ts";
import { pathKeys } from "../src/program/fixtures/pathKeys.ts";
import { type AnalysedFlow, analyseBmv2, analyseProgram, isBmv2Json } from "../src/program/index.ts";

const OWN = new URL("../src/program/fixtures/bmv2", import.meta.url).pathname;

/** Our choice: paths listed and compared of each program. */
const MAX_PATHS = 20_000;

type Row = {
  program: string;
  "paths of the source": number;
  "paths of the JSON": number;
  "only in the source": number;
  "only in the JSON": number;
};

/**
 * Vectors of programs against those of what p4c-bm2-ss made of them: our own fixtures, and every pair
 * NAME.json, NAME.p4 below the folder that P4TWIN_BMV2_PAIRS names. Paths that only one side has are printed.
 */
export default async function bench(): Promise<{ name: string; rows: Row[] }> {
  const folder = process.env.P4TWIN_BMV2_PAIRS;
  const rows = [OWN, ...(folder ? [folder] : [])].flatMap((root) => pairsBelow(root).map(compare));
  return { name: "agreement with the JSON of p4c-bm2-ss", rows };
}

type Pair = { json: string; source: { file: string; text: string } };

function pairsBelow(root: string): Pair[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return files.flatMap((file): Pair[] => {
    if (!file.endsWith(".json")) return [];
    const json = join(root, file);
    const name = `${basename(file, ".json")}.p4`;
    const beside = join(dirname(json), name);
    const text = existsSync(beside) ? readFileSync(beside, "utf8") : libraryFiles[`programs/${name}`];
    return text !== undefined && isBmv2Json(readFileSync(json, "utf8"))
      ? [{ json, source: { file: beside, text } }]
      : [];
  });
}

function compare({ json, source }: Pair): Row {
  const fromSource = analyseProgram(source, { resolveInclude: includeBeside, maxPaths: MAX_PATHS });
  const text = readFileSync(json, "utf8");
  const fromJson = analyseBmv2({ file: json, text }, { maxPaths: MAX_PATHS });
  const [ours, theirs] = [keysOf(fromSource), keysOf(fromJson)];
  const onlyOurs = [...ours].filter((key) => !theirs.has(key));
  const onlyTheirs = [...theirs].filter((key) => !ours.has(key));
  for (const key of onlyOurs.slice(0, 5)) console.log(`${source.file}: only in the source ${key}`);
  for (const key of onlyTheirs.slice(0, 5)) console.log(`${json}: only in the JSON ${key}`);
  return {
    program: basename(source.file),
    "paths of the source": ours.size,
    "paths of the JSON": theirs.size,
    "only in the source": onlyOurs.length,
    "only in the JSON": onlyTheirs.length,
  };
}

/** Different paths, but for the states, which the compiler joins; one that differs only in a test is one. */
function keysOf({ report }: AnalysedFlow): Set<string> {
  for (const { severity, message } of report.diagnostics)
    if (severity === "error") console.log(`${report.program}: ${message}`);
  return new Set(pathKeys(report, false));
}

function includeBeside(path: string, from: string): { file: string; text: string } | null {
  for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, path);
    if (existsSync(file)) return { file, text: readFileSync(file, "utf8") };
  }
  return null;
}
