import type { CheckedProgram, SourceText } from "../p4/index.ts";
import type { AnalysedFlow } from "./analyseFlow.ts";
import { type AnalyseOptions, analyseProgram } from "./analyseProgram.ts";
import { analyseBmv2, isBmv2Json } from "./bmv2/analyseBmv2.ts";

/** `checked` is null for a compiled program: it has no names and types of a source. */
export type AnyAnalysis = AnalysedFlow & { checked: CheckedProgram | null };

/**
 * Analyses a P4 program, or what p4c-bm2-ss compiled one to: what the text looks like decides. Never throws
 * on what a user wrote.
 */
export const analyseAny = (source: SourceText, options: AnalyseOptions = {}): AnyAnalysis =>
  isBmv2Json(source.text)
    ? { ...analyseBmv2(source, options), checked: null }
    : analyseProgram(source, options);
