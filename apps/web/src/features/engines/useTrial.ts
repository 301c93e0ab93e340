"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import type { PluginFailure, PythonHost } from "@p4twin/models/engine";
import { useEffect, useRef, useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import type { RouterInputs } from "@/lib/trpc.ts";
import { useTRPCClient } from "@/lib/trpc.ts";
import type { ReferenceQuestion, References } from "@/workers/engineReferences.ts";
import { createWorkerClient, type WorkerClient } from "@/workers/workerClient.ts";
import type { TrialOutcome, TrialQuestion } from "./trial.ts";

export type EngineContent = RouterInputs["engines"]["create"]["content"];

/** Seconds that a trial may take (our choice: somebody is waiting for it). */
export const TRIAL_LIMIT_S = 20;
const FILE = "engine.py";

export type TrialState =
  | { phase: "idle" }
  /** Python is on its way; `fraction` of it has arrived */
  | { phase: "loading"; fraction: number | null }
  | { phase: "running"; startedAtMs: number }
  | { phase: "done"; outcome: TrialOutcome; source: string }
  | { phase: "failed"; message: string };

const startReferences = (): Worker =>
  new Worker(new URL("../../workers/references.ts", import.meta.url), { type: "module" });

const failed = (failure: PluginFailure, printed: string): TrialOutcome => ({
  kind: "failed",
  failure,
  printed,
});

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
      void python.current?.then((host) => host.stop()).catch(() => {});
    },
    [],
  );

  const openPython = (): Promise<PythonHost> => {
    python.current ??= import("@/workers/python.ts").then(({ openBrowserPython }) =>
      openBrowserPython((loaded, total) =>
        setState((old) =>
          old.phase === "loading" ? { phase: "loading", fraction: total > 0 ? loaded / total : null } : old,
        ),
      ),
    );
    python.current.catch(() => {
      python.current = null;
    });
    return python.current;
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

  /** In this browser: the sandbox of the server is not asked. */
  const runPython = async (
    source: string,
    question: TrialQuestion,
    asked: References,
    signal: AbortSignal,
  ): Promise<TrialOutcome> => {
    const host = await openPython();
    setState({ phase: "running", startedAtMs: performance.now() });
    const models = await import("@p4twin/models/engine");
    const { createCatalogue } = await import("@p4twin/models/placement");
    const { libraryFunctions } = await import("@p4twin/models/chain");
    let printed = "";
    const listening: PythonHost = {
      ...host,
      async run(task, control) {
        const reply = await host.run(task, control);
        printed = reply.printed;
        return reply;
      },
    };
    const as = { id: "this engine", title: "this engine", estimates: true, places: true };
    const engine = models.createPluginEngine(as, models.pythonPluginHost(listening, FILE, source));
    const started = performance.now();
    const tookMs = (): number => performance.now() - started;
    try {
      const device = profiles.find((profile) => profile.id === question.device);
      if (asked.call === "estimate" && device && models.isEstimator(engine)) {
        const options = { timeLimitS: TRIAL_LIMIT_S, signal };
        const report = await engine.estimate(asked.program, device, options);
        return { kind: "estimate", report, references: asked.reports, printed, tookMs: tookMs() };
      }
      if (asked.call === "place" && models.isPlacementEngine(engine)) {
        const catalogue = createCatalogue(profiles, libraryFunctions());
        const nowMs = (): number => performance.now();
        const options = { catalogue, timeLimitS: TRIAL_LIMIT_S, signal, nowMs };
        const placement = await engine.place(asked.problem, options);
        return { kind: "place", placement, references: asked.placements, printed, tookMs: tookMs() };
      }
      throw new Error("The question does not fit the engine.");
    } catch (error) {
      if (error instanceof models.PluginError) return failed(error.failure, printed || error.printed);
      throw error;
    }
  };

  const runOnServer = async (
    content: EngineContent,
    question: TrialQuestion,
    asked: References,
    signal: AbortSignal,
  ): Promise<TrialOutcome> => {
    setState({ phase: "running", startedAtMs: performance.now() });
    const started = performance.now();
    const { program, device } = question;
    const answer = await client.engines.try.mutate(
      {
        content,
        question:
          asked.call === "estimate"
            ? { call: "estimate", program, device }
            : { call: "place", problem: asked.problem },
      },
      { signal },
    );
    const tookMs = performance.now() - started;
    if (!answer.ok) return failed(answer.failure, answer.printed);
    if ("report" in answer && asked.call === "estimate")
      return { kind: "estimate", report: answer.report, references: asked.reports, printed: "", tookMs };
    if ("placement" in answer && asked.call === "place")
      return {
        kind: "place",
        placement: answer.placement,
        references: asked.placements,
        printed: "",
        tookMs,
      };
    throw new Error("The server answered another question.");
  };

  const run = async (content: EngineContent, question: TrialQuestion): Promise<void> => {
    abort.current?.abort(new Error("replaced"));
    const current = new AbortController();
    abort.current = current;
    setState({ phase: "loading", fraction: content.kind === "python" ? 0 : null });
    try {
      const asked = await askReferences(question);
      const outcome =
        content.kind === "python"
          ? await runPython(content.source, question, asked, current.signal)
          : await runOnServer(content, question, asked, current.signal);
      if (abort.current !== current) return;
      setState({ phase: "done", outcome, source: content.kind === "python" ? content.source : "" });
    } catch (error) {
      if (current.signal.aborted || abort.current !== current) return;
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
