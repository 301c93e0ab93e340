import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ResolveInclude, SourceText } from "../src/p4/index.ts";
import { analyseProgram } from "../src/program/index.ts";
import { type Analysed, inOwnProcess } from "./analysisCorpus/inOwnProcess.ts";
import { namedPrograms } from "./analysisCorpus/named.ts";
import { checkProgram, errorsOf, OWN_DECLARATIONS, programsOf, resolver } from "./p4Corpus.ts";

/** Issue "P4 runs": no program under 100 kB above 300 MB. */
const MOST_MB = 300;
const LARGE_BYTES = 100_000;
/** What takes longer than this is run once more in a process of its own, for its memory (our choice). */
const HEAVY_MS = 100;

type Row = {
  program: string;
  kB: number;
  /** of one program: alone in its process; of many: the median, with the code warm */
  "CPU ms": number;
  "p90 ms": number | "";
  "peak MB": number;
  paths: number | "";
  said: string;
};

/**
 * Analysis of p4c's samples: `P4TWIN_P4C_DIR=… npm run bench analysisCorpus`, or of the whole programs of a folder:
 * `P4TWIN_P4_FOLDER=…`. CPU time of each program when the code is warm, and the peak memory of those that take longest.
 * Then a row for each program that `analysisCorpus/named.ts` lists, with what is not exact; `P4TWIN_P4_SOURCES=…` has
 * those of other repositories.
 */
export default async function bench(): Promise<{ name: string; rows: Row[] }> {
  const { P4TWIN_P4C_DIR: p4c, P4TWIN_P4_FOLDER, P4TWIN_P4_SOURCES: sources } = process.env;
  const folder = P4TWIN_P4_FOLDER ?? (p4c ? join(p4c, "testdata", "p4_16_samples") : null);
  const includes = p4c ? [join(p4c, "p4include")] : [];
  const named = namedPrograms(sources, p4c).map(({ name, analysed }) => rowOf(name, analysed));
  const over = named.filter((row) => row.kB * 1000 < LARGE_BYTES && row["peak MB"] > MOST_MB);
  if (over.length > 0)
    throw new Error(`over ${MOST_MB} MB: ${over.map(({ program }) => program).join(", ")}`);
  const rows = [...(folder === null ? [] : [corpusRow(folder, includes)]), ...named];
  return { name: "analysis of public programs", rows };
}

const rowOf = (program: string, { bytes, ms, memoryMb, paths, errors, notes }: Analysed): Row => ({
  program,
  kB: Math.round(bytes / 1000),
  "CPU ms": Math.round(ms),
  "p90 ms": "",
  "peak MB": Math.round(memoryMb),
  paths,
  said: errors > 0 ? `${errors} errors` : notes.map(inShort).join("; ") || "exact",
});

/** "too many branches …: max of parse may be too high; all other bounds are exact" without its beginning. */
const inShort = (note: string): string => note.replace(/^too many branches .*: /, "");

/** All programs of a folder. */
function corpusRow(folder: string, includes: readonly string[]): Row {
  const options = { includes, own: OWN_DECLARATIONS };
  const times: number[] = [];
  const heavy: string[] = [];
  let bytes = 0;
  for (const file of programsOf(folder)) {
    const checked = checkProgram(file, options);
    if (errorsOf(checked).length > 0 || !checked.checked.architecture) continue;
    bytes += checked.bytes;
    const source = { file, text: readFileSync(file, "utf8") };
    const resolveInclude = remembered(resolver(file, options));
    const analysed = () => analyseProgram(source, { resolveInclude });
    analysed();
    const ms = cpuMs(analysed);
    times.push(ms);
    if (ms > HEAVY_MS) heavy.push(file);
  }
  const peaks = heavy
    .map((file) => ({ file, ...inOwnProcess(file, includes) }))
    .toSorted((a, b) => b.memoryMb - a.memoryMb);
  for (const { file, bytes, ms, memoryMb, notes } of peaks.slice(0, 12))
    console.log(
      `${basename(file)}: ${Math.round(bytes / 1000)} kB, ${Math.round(ms)} ms, ${Math.round(memoryMb)} MB, ${notes.map(inShort).join("; ")}`,
    );
  const over = peaks.filter(({ bytes, memoryMb }) => bytes < LARGE_BYTES && memoryMb > MOST_MB);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Number((sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(2));
  return {
    program: `${times.length} of ${basename(folder)}`,
    kB: Math.round(bytes / 1000),
    "CPU ms": at(0.5),
    "p90 ms": at(0.9),
    "peak MB": Math.round(peaks[0]?.memoryMb ?? 0),
    paths: "",
    said: `${heavy.length} over ${HEAVY_MS} ms; ${over.length} under 100 kB over ${MOST_MB} MB`,
  };
}

/** Files are read once: the time is the analysis's. */
function remembered(read: ResolveInclude): ResolveInclude {
  const known = new Map<string, SourceText | null>();
  return (path, from, kind) => {
    const key = `${kind} ${from} ${path}`;
    const found = known.has(key) ? known.get(key) : read(path, from, kind);
    known.set(key, found ?? null);
    return found ?? null;
  };
}

function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
