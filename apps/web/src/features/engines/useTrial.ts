"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import type { PythonHost } from "@p4twin/models/engine";
import { useEffect, useRef, useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { type RouterInputs, useTRPCClient } from "@/lib/trpc.ts";
import type { ReferenceQuestion, References } from "@/workers/engineReferences.ts";
import { createWorkerClient, type WorkerClient } from "@/workers/workerClient.ts";
import { runPython } from "./runPython.ts";
import type { TrialOutcome, TrialQuestion } from "./trial.ts";

export type EngineContent = RouterInputs["engines"]["create"]["content"];

export type TrialState =
  | { phase: "idle" }
  /** the built-in engines are asked, and Python is on its way: `fraction` of it has arrived */
  | { phase: "loading"; fraction: number | null }
  /** Python has arrived and is being set up for this one run */
  | { phase: "starting" }
  | { phase: "running" }
  /** `source`: the text that ran */
  | { phase: "done"; outcome: TrialOutcome; source: string }
  | { phase: "failed"; message: string };

const startReferences = (): Worker =>
  new Worker(new URL("../../workers/references.ts", import.meta.url), { type: "module" });

/** Tries engines: Python in this browser, HTTP through the server, both beside what the built-in ones say. */
export function useTrial(profiles: readonly DeviceProfile[]) {
  const client = useTRPCClient();
  const [state, setState] = useState<TrialState>({ phase: "idle" });
  const python = useRef<Promise<PythonHost> | null>(null);
  const references = useRef<WorkerClient<ReferenceQuestion, References> | null>(null);
  const abort = useRef<AbortController | null>(null);

  useEffect(
    () => () => {
      abort.current?.abort(new Error("left"));
      references.current?.stop();
      references.current = null;
      void python.current?.then((host) => host.stop()).catch(() => {});
      python.current = null;
    },
    [],
  );

  const openPython = (): Promise<PythonHost> => {
    const onProgress = (loaded: number, total: number): void =>
      setState((old) =>
        old.phase === "loading" && total > 0 ? { phase: "loading", fraction: loaded / total } : old,
      );
    const opened =
      python.current ??
      import("@/workers/python.ts").then(({ openBrowserPython }) => openBrowserPython(onProgress));
    python.current = opened;
    // the next try loads it again
    opened.catch(() => {
      python.current = null;
    });
    return opened;
  };

  const askReferences = async (question: TrialQuestion): Promise<References> => {
    references.current ??= createWorkerClient(startReferences);
    if (question.call === "place")
      return references.current.ask({ call: "place", problem: question.problem, profiles });
    const device = profiles.find((profile) => profile.id === question.device);
    if (!device) throw new Error(`There is no device ${question.device}.`);
    const version = question.program.startsWith("lib:")
      ? null
      : await client.programs.get.query({ versionId: question.program });
    const program = version
      ? { file: version.name, source: version.source, includes: version.includes }
      : question.program;
    return references.current.ask({ call: "estimate", program, device, packetBytes: null });
  };

  const runOnServer = async (
    content: EngineContent,
    { program, device }: TrialQuestion,
    asked: References,
    signal: AbortSignal,
  ): Promise<TrialOutcome> => {
    const started = performance.now();
    const question =
      asked.call === "estimate"
        ? ({ call: "estimate", program, device } as const)
        : ({ call: "place", problem: asked.problem } as const);
    const answer = await client.engines.try.mutate({ content, question }, { signal });
    if (!answer.ok) return { kind: "failed", failure: answer.failure, printed: answer.printed };
    const more = { printed: "", tookMs: performance.now() - started };
    if ("report" in answer && asked.call === "estimate")
      return { kind: "estimate", report: answer.report, references: asked.reports, ...more };
    if ("placement" in answer && asked.call === "place")
      return { kind: "place", placement: answer.placement, references: asked.placements, ...more };
    throw new Error("The server answered another question.");
  };

  const run = async (content: EngineContent, question: TrialQuestion): Promise<void> => {
    abort.current?.abort(new Error("replaced"));
    const current = new AbortController();
    const { signal } = current;
    abort.current = current;
    setState({ phase: "loading", fraction: content.kind === "python" ? 0 : null });
    try {
      const [asked, host] = await Promise.all([
        askReferences(question),
        content.kind === "python" ? openPython() : null,
      ]);
      if (signal.aborted) return;
      setState({ phase: content.kind === "python" ? "starting" : "running" });
      const onStart = (): void => setState({ phase: "running" });
      const device = profiles.find((profile) => profile.id === question.device);
      const outcome =
        content.kind === "python" && host
          ? await runPython(host, {
              source: content.source,
              references: asked,
              device,
              profiles,
              signal,
              onStart,
            })
          : await runOnServer(content, question, asked, signal);
      if (signal.aborted) return;
      setState({ phase: "done", outcome, source: content.kind === "python" ? content.source : "" });
    } catch (error) {
      if (signal.aborted) return;
      const { what, remedy } = describeError(error);
      setState({ phase: "failed", message: `${what} ${remedy}` });
    }
  };

  const stop = (): void => {
    abort.current?.abort(new Error("stopped"));
    abort.current = null;
    setState({ phase: "idle" });
  };

  return { state, run, stop };
}
