"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { CheckedPlan, PlanQuestion, PlanReply } from "@/workers/planAnswer.ts";
import { runInWorker, type WorkerRun } from "@/workers/runInWorker.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../workers/plan.ts", import.meta.url), { type: "module" });

export type PlanState = { running: boolean; answer: CheckedPlan | null; failure: string | null };

/** Plans in a worker of its own, one at a time; the answer stays until the next run. */
export function usePlan(): PlanState & { start: (question: PlanQuestion) => void; stop: () => void } {
  const [state, setState] = useState<PlanState>({ running: false, answer: null, failure: null });
  const worker = useRef<WorkerRun | null>(null);
  const end = useCallback((next: Partial<PlanState>) => {
    worker.current?.stop();
    worker.current = null;
    setState((old) => ({ ...old, ...next, running: false }));
  }, []);
  useEffect(() => () => worker.current?.stop(), []);
  const start = useCallback(
    (question: PlanQuestion) => {
      worker.current?.stop();
      setState({ running: true, answer: null, failure: null });
      worker.current = runInWorker<PlanQuestion, PlanReply>(startWorker, question, {
        onReply: (reply) =>
          end(reply.kind === "plan" ? { answer: reply.answer } : { failure: reply.message }),
        onFailure: (failure) => end({ failure }),
      });
    },
    [end],
  );
  return { ...state, start, stop: () => end({}) };
}
