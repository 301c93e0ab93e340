"use client";
import type { StudyFigure } from "@p4twin/models/placement";
import { useCallback, useEffect, useRef, useState } from "react";
import { runInWorker, type WorkerRun } from "@/workers/runInWorker.ts";
import type { FigureQuestion, FigureReply } from "@/workers/studyFigures.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../workers/figures.ts", import.meta.url), { type: "module" });

export type FigureState = {
  /** 0..1 while it is computed, null otherwise */
  fraction: number | null;
  figure: StudyFigure | null;
  failure: string | null;
};

/** Computes one figure in a worker of its own. */
export function useFigure(source: string): FigureState & { start: () => void; stop: () => void } {
  const [state, setState] = useState<FigureState>({ fraction: null, figure: null, failure: null });
  const worker = useRef<WorkerRun | null>(null);
  const end = useCallback((next: Partial<FigureState>) => {
    worker.current?.stop();
    worker.current = null;
    setState((old) => ({ ...old, fraction: null, ...next }));
  }, []);
  useEffect(() => () => worker.current?.stop(), []);
  const start = useCallback(() => {
    worker.current?.stop();
    setState({ fraction: 0, figure: null, failure: null });
    worker.current = runInWorker<FigureQuestion, FigureReply>(
      startWorker,
      { source },
      {
        onReply(reply) {
          if (reply.kind === "progress") setState((old) => ({ ...old, fraction: reply.fraction }));
          else end(reply.kind === "figure" ? { figure: reply.figure } : { failure: reply.message });
        },
        onFailure: (failure) => end({ failure }),
      },
    );
  }, [source, end]);
  return { ...state, start, stop: () => end({}) };
}
