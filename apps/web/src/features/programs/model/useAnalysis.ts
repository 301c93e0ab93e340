"use client";
import { useWorkerAnswer } from "@/lib/useWorkerAnswer.ts";
import type { AnalysisAnswer, AnalysisQuestion } from "@/workers/programAnalysis.ts";

/** Long enough that a word is typed in one go, short enough to feel immediate (our choice). */
const DEBOUNCE_MS = 180;

const startWorker = (): Worker =>
  new Worker(new URL("../../../workers/analysis.ts", import.meta.url), { type: "module" });

/** Paths, graph and latencies of a source, worked out beside the page while one types. */
export const useAnalysis = (question: AnalysisQuestion | null) =>
  useWorkerAnswer<AnalysisQuestion, AnalysisAnswer>(startWorker, question, DEBOUNCE_MS);
