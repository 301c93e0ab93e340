"use client";
import { useEffect, useRef, useState } from "react";
import { createWorkerClient, type WorkerClient } from "@/workers/workerClient.ts";

export type WorkerState<A> = {
  /** the newest answer; stays while a newer question is worked on */
  answer: A | null;
  /** the question has changed since `answer` */
  pending: boolean;
  error: string | null;
};

/**
 * Asks a worker whenever `question` changes (by identity: memoise it), `delayMs` after the last change. Null asks
 * nothing. The worker lives as long as the view.
 */
export function useWorkerAnswer<Q, A>(
  start: () => Worker,
  question: Q | null,
  delayMs: number,
): WorkerState<A> {
  const client = useRef<WorkerClient<Q, A> | null>(null);
  const startRef = useRef(start);
  const [state, setState] = useState<WorkerState<A>>({ answer: null, pending: true, error: null });

  useEffect(() => {
    const created = createWorkerClient<Q, A>(() => startRef.current());
    client.current = created;
    return () => created.stop();
  }, []);

  useEffect(() => {
    if (question === null) return;
    setState((old) => ({ ...old, pending: true }));
    const timer = setTimeout(() => {
      client.current?.ask(question).then(
        (answer) => setState({ answer, pending: false, error: null }),
        (error: Error) => setState((old) => ({ ...old, pending: false, error: error.message })),
      );
    }, delayMs);
    return () => clearTimeout(timer);
  }, [question, delayMs]);

  return state;
}
