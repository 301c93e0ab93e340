"use client";
import { useWorkerRun, type WorkerRunState } from "@/lib/useWorkerRun.ts";
import type { StudyAnswer, StudyProgress, StudyQuestion } from "@/workers/whatIfStudy.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../../workers/whatIf.ts", import.meta.url), { type: "module" });

export type StudyState = Omit<WorkerRunState<unknown, StudyProgress>, "answer">;

/** Runs one study at a time; `resultOf` takes the result out of the answer that carries it. */
export function useStudy<R>(resultOf: (answer: StudyAnswer) => R | null) {
  const { answer, ...run } = useWorkerRun<StudyQuestion, StudyAnswer, StudyProgress>(startWorker);
  return { ...run, result: answer && resultOf(answer) };
}
