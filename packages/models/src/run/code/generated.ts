import { CodeWriter } from "./writer.ts";

/** Pages and their workers are not asked: their policy forbids code from text, and notes each try as a violation. */
const mayGenerate = ((): boolean => {
  if (["document", "WorkerGlobalScope"].some((name) => name in globalThis)) return false;
  try {
    return new Function("return true")() === true;
  } catch {
    return false;
  }
})();

/**
 * The same as one JavaScript text, once it has run `after` times: making it takes longer than some packets do. Where
 * that is forbidden the closures go on.
 */
export function generatedAfter<T>(after: number, run: () => T): () => T {
  if (!mayGenerate || after === Number.POSITIVE_INFINITY) return run;
  let made: (() => T) | null = null;
  let runs = 0;
  return () => {
    if (made === null) {
      if (runs++ < after) return run();
      made = generated(run) ?? run;
    }
    return made();
  };
}

/** Null when the text is nested deeper than the engine reads. */
function generated<T>(run: () => T): (() => T) | null {
  try {
    const writer = new CodeWriter();
    const name = writer.body(run);
    const { values, functions } = writer;
    const names = values.map((_, i) => `r${i}`);
    const text = `"use strict";const [${names.join()}]=values;${functions.join("\n")}return ${name};`;
    return new Function("values", text)(values) as () => T;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
