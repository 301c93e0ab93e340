import { expect } from "vitest";
import type { Synthesis } from "../../src/synthesis/classes/synthesis.ts";
import { synthesise } from "../../src/synthesis/classes/synthesise.ts";
import { parseServiceChain } from "../../src/synthesis/input/parseServiceChain.ts";

/** A chain of Click configurations: `links` and `entries` as in a chain file. */
export function chainText(functions: Record<string, string>, links: string[], entries: string[]): string {
  const nfs = Object.entries(functions).map(([id, text]) => ({ id, click: { text } }));
  return JSON.stringify({ version: 1, functions: nfs, links, entries });
}

/** The synthesis of a chain text that must have no diagnostics. */
export function synthesiseText(text: string): Synthesis {
  const { graph, diagnostics } = parseServiceChain(text, "chain.json", () => null);
  expect(diagnostics).toEqual([]);
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.diagnostics[0]?.message);
  return found;
}
