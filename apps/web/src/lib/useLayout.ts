"use client";
import type { GraphLayout } from "@p4twin/ui/graph/layout";
import type { LayoutQuestion } from "@/workers/layoutQuestion.ts";
import { useWorkerAnswer, type WorkerState } from "./useWorkerAnswer.ts";

const startWorker = () => new Worker(new URL("../workers/layout.ts", import.meta.url), { type: "module" });

/**
 * Places from the layout worker, so that a large drawing never holds up the page. Memoise the question; null
 * asks nothing.
 */
export const useLayout = (question: LayoutQuestion | null): WorkerState<GraphLayout> =>
  useWorkerAnswer(startWorker, question, 0);
