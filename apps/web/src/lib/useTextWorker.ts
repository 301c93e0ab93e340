"use client";
import { useCallback, useEffect, useRef } from "react";
import type { ReadText, TextQuestion } from "@/workers/readText.ts";
import { createWorkerClient, type WorkerClient } from "@/workers/workerClient.ts";

/** A newer text waits this long for an older one, ms; then the older one is given up (our choice). */
const PATIENCE_MS = 500;

/**
 * Reads texts beside the page; the newest is answered. The worker starts with the first text and lives as long as the
 * view.
 */
export function useTextWorker(): (question: TextQuestion) => Promise<ReadText> {
  const client = useRef<WorkerClient<TextQuestion, ReadText> | null>(null);
  useEffect(
    () => () => {
      client.current?.stop();
      client.current = null;
    },
    [],
  );
  return useCallback((question) => {
    client.current ??= createWorkerClient(
      () => new Worker(new URL("../workers/texts.ts", import.meta.url), { type: "module" }),
      { patienceMs: PATIENCE_MS },
    );
    return client.current.ask(question);
  }, []);
}
