import { expect, it } from "vitest";
import { libraryFiles, libraryNames } from "../../library/index.ts";
import { createRandom } from "../core/index.ts";
import { fixtureNames, fixtureText, GROUPS } from "./fixtures/readFixture.ts";
import { type FuzzSeed, fuzzSeed, mutate } from "./fuzz/mutate.ts";
import { checkP4, outlineOf, symbolAt } from "./index.ts";

/** `P4TWIN_FUZZ=1000000 vitest run src/p4/fuzz` is the long run; `P4TWIN_FUZZ_FROM` continues or repeats one. */
const COUNT = Number(process.env.P4TWIN_FUZZ ?? 300);
const FROM = Number(process.env.P4TWIN_FUZZ_FROM ?? 0);
const IS_LONG = process.env.P4TWIN_FUZZ !== undefined;

const MAX_CPU_MS = 1000;
const MAX_MEMORY_BYTES = 1e9;

/** Asking where things are costs as much as checking them: each tenth program is asked. */
const SERVICES_EVERY = 10;

const library = libraryNames("programs", ".p4");
const SEEDS: readonly FuzzSeed[] = [
  ...GROUPS.flatMap((group) => fixtureNames(group).map((name) => fuzzSeed(name, fixtureText(group, name)))),
  ...library.map((name) => fuzzSeed(`${name}.p4`, libraryFiles[`programs/${name}.p4`]!)),
];

/**
 * What goes wrong with the mutation of this number, or null. Time is the CPU's, so that a loaded machine fails nothing.
 */
function problemOf(index: number): { problem: string | null; cpuMs: number } {
  const text = mutate(createRandom(index), SEEDS);
  const before = process.cpuUsage();
  let problem: string | null = null;
  try {
    const checked = checkP4({ file: "fuzz.p4", text });
    if (index % SERVICES_EVERY === 0) {
      outlineOf(checked);
      for (let at = 0; at < text.length; at += 50) symbolAt(checked, "fuzz.p4", at);
    }
  } catch (error) {
    problem = `mutation ${index} throws ${error instanceof Error ? error.stack : String(error)}`;
  }
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1000;
  if (IS_LONG && cpuMs > MAX_CPU_MS) problem ??= `mutation ${index} takes ${cpuMs.toFixed(0)} ms`;
  return { problem, cpuMs };
}

it(
  `${COUNT} mutations of bytes and tokens end without an exception`,
  () => {
    const problems: string[] = [];
    let slowestMs = 0;
    let memoryBytes = 0;
    for (let index = FROM; index < FROM + COUNT; index++) {
      const { problem, cpuMs } = problemOf(index);
      if (problem !== null) problems.push(problem);
      slowestMs = Math.max(slowestMs, cpuMs);
      if (index % 100 === 0) memoryBytes = Math.max(memoryBytes, process.memoryUsage().rss);
      if (IS_LONG && (index + 1) % 20_000 === 0) {
        const megabytes = (memoryBytes / 1e6).toFixed(0);
        console.log(
          `${index + 1} done, ${problems.length} problems, slowest ${slowestMs.toFixed(0)} ms, at most ${megabytes} MB`,
        );
      }
    }
    expect(problems).toEqual([]);
    if (IS_LONG) expect(memoryBytes).toBeLessThan(MAX_MEMORY_BYTES);
  },
  IS_LONG ? 24 * 3600 * 1000 : 60_000,
);
