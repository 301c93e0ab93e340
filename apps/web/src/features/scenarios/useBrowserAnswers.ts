"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PlacementQuestion, PlacementReply } from "@/workers/placementAnswers.ts";
import { runInWorker, type WorkerRun } from "@/workers/runInWorker.ts";
import { type BrowserRun, startRuns, withReply, withStop } from "./browserRuns.ts";

/** A worker that answers `PlacementQuestion`s. */
export const startPlacementWorker = (): Worker =>
  new Worker(new URL("../../workers/placement.ts", import.meta.url), { type: "module" });

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
  const worker = useRef<WorkerRun | null>(null);

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
    worker.current = runInWorker<PlacementQuestion, PlacementReply>(startPlacementWorker, question, {
      onReply(reply) {
        if (reply.kind === "started") {
          clearTimeout(timer);
          timer = setTimeout(() => end(null), limitMs);
        }
        if (reply.kind === "done") end(null);
        else setRuns((old) => withReply(old, reply));
      },
      onFailure: end,
    });
    return () => {
      clearTimeout(timer);
      worker.current?.stop();
      worker.current = null;
    };
  }, [question, end]);

  return { runs, stop: () => end(null) };
}
