import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { libraryFiles, libraryNames } from "../library/index.ts";
import { checkP4, outlineOf, parseP4, symbolAt } from "../src/p4/index.ts";
import { analyseProgram } from "../src/program/index.ts";
import { largeProgram } from "./largeProgram.ts";

const LARGE_BYTES = 240_000;
const TIMES = 4;
const RUNS = 9;
/** Issue "The P4 front end and program analysis": for a program of 240 kB. */
const MAX_CPU_MS = 1000;
const MAX_MEMORY_MB = 300;
/** A program of n times the size takes at most 1.5 n times the time. */
const MAX_GROWTH = 1.5;

/** An editor asks while the pointer moves. */
const MAX_LOOKUP_MS = 1;

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const rounded = (value: number): number => Number(value.toFixed(value < 10 ? 2 : 0));

function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Least CPU time of several runs: what the machine does besides only adds. */
const leastMs = (run: () => unknown): number => Math.min(...Array.from({ length: RUNS }, () => cpuMs(run)));

const samples = libraryNames("programs", ".p4").map((name) => ({
  file: `${name}.p4`,
  text: libraryFiles[`programs/${name}.p4`] ?? "",
}));

/** Median over the library programs of the time that a compiler's front end takes, its process included. */
function compilerMs(): { command: string; ms: number } | null {
  const command = ["p4test", "p4c-bm2-ss"].find((name) => spawnSync(name, ["--version"]).status === 0);
  if (command === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), "p4twin-speed-"));
  const times = samples.map(({ file, text }) => {
    writeFileSync(join(folder, file), text);
    const start = performance.now();
    spawnSync(command, [join(folder, file)]);
    return performance.now() - start;
  });
  rmSync(folder, { recursive: true });
  return { command, ms: median(times) };
}

/** CPU time and peak memory of one run in a process of its own that does nothing else. */
function inOwnProcess(module: string, call: string, text: string): { ms: number; memoryMb: number } {
  const script = `
    const { readFileSync } = await import("node:fs");
    const { ${call} } = await import(${JSON.stringify(new URL(module, import.meta.url).href)});
    const text = readFileSync(0, "utf8");
    const before = process.cpuUsage();
    ${call}({ file: "large.p4", text });
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify({ ms: (user + system) / 1000, memoryMb: process.resourceUsage().maxRSS / 1000 }));`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    input: text,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

/** The index that the first question builds, and the mean of a question after it. */
function servicesRow(text: string) {
  const checked = checkP4({ file: "large.p4", text });
  const indexMs = cpuMs(() => symbolAt(checked, "large.p4", 0));
  const lookups = Math.floor(text.length / 100);
  const allMs = cpuMs(() => {
    for (let i = 0; i < lookups; i++) symbolAt(checked, "large.p4", i * 100);
  });
  const outlineMs = cpuMs(() => outlineOf(checked));
  if (allMs / lookups > MAX_LOOKUP_MS) throw new Error(`a question takes ${allMs / lookups} ms`);
  return {
    stage: "services",
    "index ms": rounded(indexMs),
    "outline ms": rounded(outlineMs),
    "symbolAt µs": rounded((1000 * allMs) / lookups),
  };
}

const STAGES = [
  { stage: "parse", run: parseP4 },
  { stage: "parse and check", run: checkP4 },
  { stage: "parse, check and analyse", run: analyseProgram },
];

/** Time and memory of the front end; throws when a limit of the front end is passed. */
export default async function bench() {
  const compiler = compilerMs();
  if (compiler === null) console.log("p4c is not on the PATH: absolute rates only");
  const large = largeProgram(LARGE_BYTES);
  const small = largeProgram(LARGE_BYTES / TIMES);
  const rows = STAGES.map(({ stage, run }) => {
    const perSample = samples.map((source) => leastMs(() => run(source)));
    const bytes = samples.reduce((sum, { text }) => sum + text.length, 0);
    const total = perSample.reduce((sum, ms) => sum + ms, 0);
    // as much text in one piece and in several: what the machine does besides touches both alike
    const piecesMs = leastMs(() => {
      for (let i = 0; i < TIMES; i++) run({ file: "small.p4", text: small });
    });
    const largeMs = leastMs(() => run({ file: "large.p4", text: large }));
    const growth = largeMs / piecesMs / (large.length / (TIMES * small.length));
    return {
      stage,
      "median ms per library program": rounded(median(perSample)),
      "programs/s": rounded((1000 * samples.length) / total),
      "MB/s": rounded(bytes / 1000 / total),
      "times faster than p4c": compiler === null ? null : rounded(compiler.ms / median(perSample)),
      [`${Math.round(large.length / 1000)} kB, CPU ms`]: rounded(largeMs),
      "growth per size": rounded(growth),
    };
  });
  const check = inOwnProcess("../src/p4/index.ts", "checkP4", large);
  const analyse = inOwnProcess("../src/program/index.ts", "analyseProgram", large);
  const cold = (stage: string, { ms, memoryMb }: typeof check) => ({
    stage: `${stage}, first run of a process`,
    [`${Math.round(large.length / 1000)} kB, CPU ms`]: rounded(ms),
    "peak MB": rounded(memoryMb),
  });
  const tooSlow = check.ms > MAX_CPU_MS || check.memoryMb > MAX_MEMORY_MB;
  if (tooSlow) throw new Error(`checking takes ${check.ms} ms and ${check.memoryMb} MB`);
  for (const row of rows.slice(0, 2)) {
    if (row["growth per size"] > MAX_GROWTH) throw new Error(`time grows faster than size: ${row.stage}`);
  }
  return {
    name: "speed of the P4 front end",
    rows: [
      ...rows,
      cold("parse and check", check),
      cold("parse, check and analyse", analyse),
      servicesRow(large),
    ],
  };
}
