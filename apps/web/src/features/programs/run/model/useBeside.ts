"use client";
import { useWorkerAnswer } from "@/lib/useWorkerAnswer.ts";
import type { RunAnswer, RunQuestion } from "@/workers/run/runQuestions.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../../../workers/run.ts", import.meta.url), { type: "module" });

/** Drawings and test sets take longer than a packet: they have a worker of their own. Memoise the question. */
export const useBeside = (question: RunQuestion | null) =>
  useWorkerAnswer<RunQuestion, RunAnswer>(startWorker, question, 0);
