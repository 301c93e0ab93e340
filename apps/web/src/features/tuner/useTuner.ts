"use client";
import type { TuneReport } from "@p4twin/models/control";
import { useCallback, useEffect, useRef, useState } from "react";
import { runInWorker, type WorkerRun } from "@/workers/runInWorker.ts";
import type { TunerQuestion, TunerReply } from "@/workers/tunerAnswer.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../workers/tuner.ts", import.meta.url), { type: "module" });

export type TunerState = {
  /** 0..1 while pairs are simulated, null otherwise */
  fraction: number | null;
  /** the last map, and what it was asked with: it stays while the next one is made */
  answer: { report: TuneReport; question: TunerQuestion } | null;
  failure: string | null;
};

/** Simulates in a worker of its own, one question at a time: a newer one ends the one before. */
export function useTuner(): TunerState & { ask: (question: TunerQuestion) => void; stop: () => void } {
  const [state, setState] = useState<TunerState>({ fraction: null, answer: null, failure: null });
  const worker = useRef<WorkerRun | null>(null);
  const end = useCallback((next: Partial<TunerState>) => {
    worker.current?.stop();
    worker.current = null;
    setState((old) => ({ ...old, fraction: null, ...next }));
  }, []);
  useEffect(() => () => worker.current?.stop(), []);
  const ask = useCallback(
    (question: TunerQuestion) => {
      worker.current?.stop();
      setState((old) => ({ ...old, fraction: 0, failure: null }));
      worker.current = runInWorker<TunerQuestion, TunerReply>(startWorker, question, {
        onReply(reply) {
          if (reply.kind === "progress") setState((old) => ({ ...old, fraction: reply.fraction }));
          else
            end(
              reply.kind === "map"
                ? { answer: { report: reply.report, question } }
                : { failure: reply.message },
            );
        },
        onFailure: (failure) => end({ failure }),
      });
    },
    [end],
  );
  return { ...state, ask, stop: () => end({}) };
}
