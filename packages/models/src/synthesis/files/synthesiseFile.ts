import type { Diagnostic } from "../../core/index.ts";
import type { SourceText } from "../../p4/index.ts";
import type { Refusal, Synthesis } from "../classes/synthesis.ts";
import { type SynthesiseOptions, synthesise } from "../classes/synthesise.ts";
import { parseChain, type ReadChainFile } from "../input/parseServiceChain.ts";

/** A chain that was read and synthesised, with the warnings of its files; or why not. */
export type SynthesisedFile =
  | { synthesis: Synthesis; diagnostics: readonly Diagnostic[] }
  | { synthesis: null; why: Refusal["status"]; diagnostics: readonly Diagnostic[] };

/** Reads a chain, whatever its format, and makes one function of it. Never throws on input. */
export function synthesiseFile(
  { file, text }: SourceText,
  readFile: ReadChainFile,
  options: SynthesiseOptions = {},
): SynthesisedFile {
  const { graph, diagnostics } = parseChain(text, file, readFile);
  if (graph === null) return { synthesis: null, why: "invalid", diagnostics };
  const found = synthesise(graph, options);
  if ("classes" in found) return { synthesis: found, diagnostics };
  return { synthesis: null, why: found.status, diagnostics: [...diagnostics, ...found.diagnostics] };
}

/**
 * A list or program of the library that a chain names as `lib:NAME` or NAME; `files`: the library's, by their paths.
 */
export function libraryChainFile(files: Readonly<Record<string, string>>, named: string): SourceText | null {
  const name = named.replace(/^lib:/, "");
  const text = [`acls/${name}.txt`, `programs/${name}.p4`, `programs/${name}`]
    .map((path) => files[path])
    .find((found) => found !== undefined);
  return text === undefined ? null : { file: named, text };
}

/** Of files that came together the one that another one names, folders aside; null when it is not among them. */
export function fileAmong(files: readonly SourceText[], named: string): SourceText | null {
  const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  return files.find((f) => nameOf(f.file) === nameOf(named)) ?? null;
}
