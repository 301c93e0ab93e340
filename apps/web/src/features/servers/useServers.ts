"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ServerQuestion, ServerReply } from "@/workers/servers/serverAnswers.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../workers/servers/servers.ts", import.meta.url), { type: "module" });

type Progress = Extract<ServerReply, { kind: "progress" }>;
type Problems = Extract<ServerReply, { kind: "problems" }>["diagnostics"];

export type ServersState<A> = {
  running: boolean;
  progress: Progress | null;
  /** the last answer: it stays while the next one is made */
  answer: A | null;
  problems: Problems;
  failure: string | null;
};

/**
 * Asks the worker of servers for answers of one kind. A new `ask` ends what runs; `follow` asks the same
 * worker on, which keeps its last synthesis. `stop` ends the worker at once.
 */
export function useServers<K extends ServerReply["kind"]>(
  kind: K,
): ServersState<Extract<ServerReply, { kind: K }>> & {
  ask: (question: ServerQuestion) => void;
  follow: (question: ServerQuestion, onReply: (reply: ServerReply) => void) => void;
  stop: () => void;
} {
  type A = Extract<ServerReply, { kind: K }>;
  const [state, setState] = useState<ServersState<A>>({
    running: false,
    progress: null,
    answer: null,
    problems: [],
    failure: null,
  });
  const worker = useRef<Worker | null>(null);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
    setState((old) => ({ ...old, running: false, progress: null }));
  }, []);
  useEffect(() => () => worker.current?.terminate(), []);
  const ask = useCallback(
    (question: ServerQuestion) => {
      worker.current?.terminate();
      const started = startWorker();
      worker.current = started;
      setState((old) => ({ ...old, running: true, progress: null, problems: [], failure: null }));
      const end = (next: Partial<ServersState<A>>): void =>
        setState((old) => ({ ...old, running: false, progress: null, ...next }));
      started.onmessage = ({ data }: MessageEvent<ServerReply>) => {
        if (data.kind === "progress") setState((old) => ({ ...old, progress: data }));
        else if (data.kind === "problems") end({ answer: null, problems: data.diagnostics });
        else if (data.kind === "failure") end({ answer: null, failure: data.message });
        else if (isOf(data, kind)) end({ answer: data });
      };
      started.onerror = (event) => end({ failure: event.message || "the worker could not be loaded" });
      started.postMessage(question);
    },
    [kind],
  );
  const follow = useCallback((question: ServerQuestion, onReply: (reply: ServerReply) => void) => {
    if (worker.current === null) return;
    worker.current.onmessage = ({ data }: MessageEvent<ServerReply>) => onReply(data);
    worker.current.postMessage(question);
  }, []);
  return { ...state, ask, follow, stop };
}

const isOf = <K extends ServerReply["kind"]>(
  reply: ServerReply,
  kind: K,
): reply is Extract<ServerReply, { kind: K }> => reply.kind === kind;
