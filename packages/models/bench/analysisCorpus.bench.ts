import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { SourceText } from "../src/p4/index.ts";
import { analyseProgram } from "../src/program/index.ts";
import { checkProgram, errorsOf, OWN_DECLARATIONS, programsOf } from "./p4Corpus.ts";

/** Issue "P4 runs": no program under 100 kB above 300 MB. */
const MOST_MB = 300;
const LARGE_BYTES = 100_000;
/** What takes longer than this is run once more in a process of its own, for its memory (our choice). */
const HEAVY_MS = 100;

/** A program with all that it includes. */
type Whole = { source: SourceText; included: SourceText[] };

/**
 * Analysis of p4c's samples: `P4TWIN_P4C_DIR=… npm run bench analysisCorpus`, or of the whole programs of a folder:
 * `P4TWIN_P4_FOLDER=…`. CPU time of each program when the code is warm, and the peak memory of those that take longest.
 * Programs above the limit are printed.
 */
export default async function bench() {
  const name = "analysis of public programs";
  const p4c = process.env.P4TWIN_P4C_DIR;
  const folder = process.env.P4TWIN_P4_FOLDER ?? (p4c ? join(p4c, "testdata", "p4_16_samples") : null);
  if (folder === null) return { name, rows: [] };
  const options = { includes: p4c ? [join(p4c, "p4include")] : [], own: OWN_DECLARATIONS };
  const times: number[] = [];
  const heavy: { file: string; whole: Whole; bytes: number }[] = [];
  for (const file of programsOf(folder)) {
    const checked = checkProgram(file, options);
    if (errorsOf(checked).length > 0 || !checked.checked.architecture) continue;
    const included = [...checked.checked.files].map(([path, text]) => ({ file: path, text }));
    const whole = { source: { file, text: readFileSync(file, "utf8") }, included };
    analysed(whole);
    const ms = cpuMs(() => analysed(whole));
    times.push(ms);
    if (ms > HEAVY_MS) heavy.push({ file, whole, bytes: checked.bytes });
  }
  const peaks = heavy.map(({ file, whole, bytes }) => ({ file, bytes, ...inOwnProcess(whole) }));
  const over = peaks.filter(({ bytes, memoryMb }) => bytes < LARGE_BYTES && memoryMb > MOST_MB);
  for (const { file, bytes, ms, memoryMb } of peaks.toSorted((a, b) => b.memoryMb - a.memoryMb).slice(0, 12))
    console.log(
      `${basename(file)}: ${Math.round(bytes / 1000)} kB, ${Math.round(ms)} ms, ${Math.round(memoryMb)} MB`,
    );
  const sorted = times.toSorted((a, b) => a - b);
  return {
    name,
    rows: [
      {
        programs: times.length,
        "median CPU ms": Number((sorted[sorted.length >> 1] ?? 0).toFixed(2)),
        "p95 CPU ms": Number((sorted[Math.floor(0.95 * sorted.length)] ?? 0).toFixed(1)),
        [`over ${HEAVY_MS} ms`]: heavy.length,
        "peak MB": Math.round(Math.max(0, ...peaks.map(({ memoryMb }) => memoryMb))),
        [`under 100 kB, over ${MOST_MB} MB`]: over.length,
      },
    ],
  };
}

function analysed({ source, included }: Whole): void {
  analyseProgram(source, {
    resolveInclude: (path) => included.find(({ file }) => file.endsWith(`/${basename(path)}`)) ?? null,
  });
}

function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** CPU time and peak memory of the analysis in a process that does nothing else. */
function inOwnProcess(whole: Whole): { ms: number; memoryMb: number } {
  const module = new URL("../src/program/index.ts", import.meta.url).href;
  const script = `
    const { readFileSync } = await import("node:fs");
    const { basename } = await import("node:path");
    const { analyseProgram } = await import(${JSON.stringify(module)});
    const { source, included } = JSON.parse(readFileSync(0, "utf8"));
    const resolveInclude = (path) => included.find(({ file }) => file.endsWith("/" + basename(path))) ?? null;
    const before = process.cpuUsage();
    analyseProgram(source, { resolveInclude });
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify({ ms: (user + system) / 1000, memoryMb: process.resourceUsage().maxRSS / 1000 }));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    input: JSON.stringify(whole),
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
