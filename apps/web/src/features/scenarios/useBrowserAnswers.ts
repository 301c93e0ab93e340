"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { EngineMessage, PlacementQuestion } from "@/workers/placementAnswers.ts";
import { createWorkerClient, type WorkerClient } from "@/workers/workerClient.ts";
import { type BrowserRun, startRuns, withMessage, withStop } from "./browserRuns.ts";

type PlacementClient = WorkerClient<PlacementQuestion, void, EngineMessage>;

/** Of a worker that asks engines. */
export const createPlacementClient = (): PlacementClient =>
  createWorkerClient(
    () => new Worker(new URL("../../workers/placement.ts", import.meta.url), { type: "module" }),
  );

// an engine that does not keep its limit is ended a little later
const GRACE_MS = 2_000;

/**
 * Asks the engines of `question` in a worker (null asks nothing); a new question (by identity: memoise it)
 * ends the old run, as does leaving the page.
 */
export function useBrowserAnswers(question: PlacementQuestion | null): {
  runs: readonly BrowserRun[];
  stop: () => void;
} {
  const [runs, setRuns] = useState<readonly BrowserRun[]>([]);
  const worker = useRef<PlacementClient | null>(null);

  const end = useCallback((failure: string | null) => {
    worker.current?.stop();
    worker.current = null;
    setRuns((old) => withStop(old, failure));
  }, []);

  useEffect(() => {
    setRuns(question ? startRuns(question.engines) : []);
    if (!question) return;
    const limitMs = question.timeLimitS * 1_000 + GRACE_MS;
    // the time of an engine begins with the engine: how long a worker takes to load is not its fault
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onProgress = (message: EngineMessage): void => {
      if (message.kind === "started") {
        clearTimeout(timer);
        timer = setTimeout(() => end(null), limitMs);
      }
      setRuns((old) => withMessage(old, message));
    };
    const client = createPlacementClient();
    worker.current = client;
    client.ask(question, { onProgress }).then(
      () => end(null),
      (error: Error) => end(error.message),
    );
    return () => {
      clearTimeout(timer);
      worker.current?.stop();
      worker.current = null;
    };
  }, [question, end]);

  return { runs, stop: () => end(null) };
}
