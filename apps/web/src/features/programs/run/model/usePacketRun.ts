"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CaptureReply, RunAnswer, RunQuestion, RunReply } from "@/workers/run/runQuestions.ts";
import { createWorkerClient, type WorkerClient } from "@/workers/workerClient.ts";

/** Typing rests so long before the packet runs; an obsolete run may go on so long (our choice). */
const PAUSE_MS = 200;
const PATIENCE_MS = 1000;

const startWorker = (): Worker =>
  new Worker(new URL("../../../../workers/run.ts", import.meta.url), { type: "module" });

export type RunWish = Omit<Extract<RunQuestion, { kind: "run" }>, "kind">;

/** The worker that runs packets: runs `wish` whenever it changes (by identity: memoise it). */
export function usePacketRun(wish: RunWish) {
  const client = useRef<WorkerClient<RunQuestion, RunAnswer> | null>(null);
  const [state, setState] = useState<{ reply: RunReply | null; pending: boolean; error: string | null }>({
    reply: null,
    pending: true,
    error: null,
  });
  useEffect(() => {
    const created = createWorkerClient<RunQuestion, RunAnswer>(startWorker, { patienceMs: PATIENCE_MS });
    client.current = created;
    return () => created.stop();
  }, []);

  useEffect(() => {
    setState((old) => ({ ...old, pending: true }));
    const timer = setTimeout(() => {
      client.current?.ask({ kind: "run", ...wish }, { channel: "run" }).then(
        (answer) => answer.kind === "run" && setState({ reply: answer, pending: false, error: null }),
        (error: Error) => setState((old) => ({ ...old, pending: false, error: error.message })),
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wish]);

  const readCapture = useCallback(async (file: File): Promise<CaptureReply> => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const answer = await client.current?.ask({ kind: "capture", bytes }, { channel: "capture" });
    return answer?.kind === "capture"
      ? answer
      : { kind: "capture", packets: [], problem: "the capture could not be read" };
  }, []);
  return useMemo(() => ({ ...state, readCapture }), [state, readCapture]);
}
