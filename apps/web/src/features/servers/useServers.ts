"use client";
import type { Diagnostic } from "@p4twin/models/core";
import { useWorkerRun, type WorkerRun, type WorkerRunState } from "@/lib/useWorkerRun.ts";
import type { ServerAnswer, ServerProgress, ServerQuestion } from "@/workers/servers/serverAnswers.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../workers/servers/servers.ts", import.meta.url), { type: "module" });

export type ServersState<A> = WorkerRunState<A, ServerProgress> & { problems: readonly Diagnostic[] };

/**
 * Asks the worker of servers for answers of one kind: the last one stays while the next is made. `follow` asks the same
 * worker on, which keeps its last synthesis.
 */
export function useServers<K extends ServerAnswer["kind"]>(kind: K) {
  type A = Extract<ServerAnswer, { kind: K }>;
  const {
    answer,
    clear: _,
    follow,
    ask,
    stop,
    ...state
  }: WorkerRun<ServerQuestion, ServerAnswer, ServerProgress> = useWorkerRun(startWorker, {
    keepsAnswer: true,
    keepsWorker: true,
  });
  const isStanding = answer !== null && state.failure === null;
  const shown: ServersState<A> = {
    ...state,
    answer: isStanding && isOf(answer, kind) ? answer : null,
    problems: isStanding && !state.running && answer.kind === "problems" ? answer.diagnostics : [],
  };
  return { shown, follow, ask, stop };
}

const isOf = <K extends ServerAnswer["kind"]>(
  answer: ServerAnswer,
  kind: K,
): answer is Extract<ServerAnswer, { kind: K }> => answer.kind === kind;
