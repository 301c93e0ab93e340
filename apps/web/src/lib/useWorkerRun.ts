"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { createWorkerClient, type WorkerClient } from "@/workers/workerClient.ts";

export type WorkerRunState<A, P> = {
  running: boolean;
  /** what the worker told last; null while nothing runs */
  progress: P | null;
  answer: A | null;
  failure: string | null;
};

export type WorkerRun<Q, A, P> = WorkerRunState<A, P> & {
  /** Ends what runs and asks a worker of its own. */
  ask: (question: Q) => void;
  /** Asks the worker of the last `ask` on; null when it has ended. */
  follow: (question: Q) => Promise<A> | null;
  stop: () => void;
  /** Also forgets the answer. */
  clear: () => void;
};

export type WorkerRunOptions = {
  /** the last answer stays while the next one is made */
  keepsAnswer?: boolean;
  /** the worker stays after its answer, for `follow` */
  keepsWorker?: boolean;
};

const NOTHING = { running: false, progress: null, answer: null, failure: null };

/** Asks for one computation at a time, in a worker of its own; it ends with the view, too. */
export function useWorkerRun<Q, A, P = never>(
  start: () => Worker,
  { keepsAnswer = false, keepsWorker = false }: WorkerRunOptions = {},
): WorkerRun<Q, A, P> {
  const [state, setState] = useState<WorkerRunState<A, P>>(NOTHING);
  const client = useRef<WorkerClient<Q, A, P> | null>(null);
  const startRef = useRef(start);

  const endWorker = useCallback(() => {
    client.current?.stop();
    client.current = null;
  }, []);
  useEffect(() => endWorker, [endWorker]);
  const stop = useCallback(() => {
    endWorker();
    setState((old) => ({ ...old, running: false, progress: null }));
  }, [endWorker]);
  const clear = useCallback(() => {
    endWorker();
    setState(NOTHING);
  }, [endWorker]);

  const ask = useCallback(
    (question: Q) => {
      endWorker();
      const asked = createWorkerClient<Q, A, P>(() => startRef.current());
      client.current = asked;
      setState((old) => ({ ...NOTHING, running: true, answer: keepsAnswer ? old.answer : null }));
      const end = (next: Partial<WorkerRunState<A, P>>): void => {
        if (!keepsWorker) endWorker();
        setState((old) => ({ ...old, ...next, running: false, progress: null }));
      };
      asked.ask(question, { onProgress: (progress) => setState((old) => ({ ...old, progress })) }).then(
        (answer) => end({ answer }),
        (error: Error) => end({ failure: error.message }),
      );
    },
    [endWorker, keepsAnswer, keepsWorker],
  );
  const follow = useCallback((question: Q) => client.current?.ask(question) ?? null, []);
  return { ...state, ask, follow, stop, clear };
}
