"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { runInWorker, type WorkerRun } from "@/workers/runInWorker.ts";
import type { StudyQuestion, StudyReply } from "@/workers/whatIfStudy.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../../workers/whatIf.ts", import.meta.url), { type: "module" });

export type StudyState<R> = {
  /** null while nothing runs */
  progress: { done: number; total: number | null } | null;
  result: R | null;
  failure: string | null;
};

const NOTHING = { progress: null, result: null, failure: null };

/**
 * Runs one study at a time in a worker of its own; the result stays until the next run or until `clear`.
 * `resultOf` takes the result out of the reply that carries it.
 */
export function useStudy<R>(resultOf: (reply: StudyReply) => R | null) {
  const [state, setState] = useState<StudyState<R>>(NOTHING);
  const worker = useRef<WorkerRun | null>(null);
  const pick = useRef(resultOf);
  const end = useCallback((next: Partial<StudyState<R>>) => {
    worker.current?.stop();
    worker.current = null;
    setState((old) => ({ ...old, progress: null, ...next }));
  }, []);
  useEffect(() => () => worker.current?.stop(), []);

  const start = useCallback(
    (question: StudyQuestion) => {
      worker.current?.stop();
      setState({ progress: { done: 0, total: null }, result: null, failure: null });
      worker.current = runInWorker<StudyQuestion, StudyReply>(startWorker, question, {
        onReply(reply) {
          if (reply.kind === "failure") return end({ failure: reply.message });
          if (reply.kind === "progress") {
            const { done, total } = reply;
            return setState((old) => ({ ...old, progress: { done, total } }));
          }
          end({ result: pick.current(reply) });
        },
        onFailure: (failure) => end({ failure }),
      });
    },
    [end],
  );
  return { ...state, start, stop: () => end({}), clear: () => end(NOTHING) };
}
