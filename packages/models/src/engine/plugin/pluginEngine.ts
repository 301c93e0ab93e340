import type { Result } from "../../core/index.ts";
import { type PlacementSolver, underLoad, withoutBranches } from "../../placement/index.ts";
import type { Engine, Estimator } from "../contract.ts";
import { readEstimateAnswer } from "./estimateAnswer.ts";
import { readPlaceAnswer } from "./placeAnswer.ts";
import { PluginError, pluginFailure } from "./pluginFailure.ts";
import { estimateRequest, type PluginRequest, placeRequest } from "./pluginRequest.ts";

/** Seconds a plug-in may take when nobody says (our choice). */
const DEFAULT_PLUGIN_LIMIT_S = 10;
/** A place of an answer that is wrong is one sentence; more than these help nobody. */
const MAX_SENTENCES = 5;

/** `onStart`: the plug-in begins, whatever had to be loaded before. */
export type PluginControl = {
  timeLimitS: number;
  signal?: AbortSignal | undefined;
  onStart?: (() => void) | undefined;
};

/**
 * Where a plug-in runs. Gives what it returned as plain JSON, not yet checked; rejects with a `PluginError`
 * when it has no answer.
 */
export type PluginHost = {
  call(request: PluginRequest, control: PluginControl): Promise<unknown>;
};

export type PluginDescription = { id: string; title: string; estimates: boolean; places: boolean };

/**
 * A plug-in as an engine like any other: asks its host, checks and completes the answer. Rejects with a `PluginError`.
 */
export function createPluginEngine(plugin: PluginDescription, host: PluginHost): Engine {
  const { id, title } = plugin;
  const estimator: Estimator = {
    id,
    title,
    async estimate(program, device, options) {
      const timeLimitS = options.timeLimitS ?? DEFAULT_PLUGIN_LIMIT_S;
      const request = estimateRequest(program, device, options, timeLimitS);
      const answer = await host.call(request, { timeLimitS, signal: options.signal });
      return accepted(readEstimateAnswer(answer, request, id));
    },
  };
  const placer: PlacementSolver = withoutBranches(
    underLoad({
      id,
      title,
      async place(problem, options) {
        const { catalogue, nowMs, signal } = options;
        const timeLimitS = options.timeLimitS ?? DEFAULT_PLUGIN_LIMIT_S;
        let started = nowMs();
        const onStart = (): void => {
          started = nowMs();
        };
        const request = placeRequest(problem, options, timeLimitS);
        const answer = await host.call(request, { timeLimitS, signal, onStart });
        return accepted(
          readPlaceAnswer(answer, { engine: id, problem, catalogue, timeMs: nowMs() - started }),
        );
      },
    }),
  );
  if (plugin.estimates && plugin.places) return { ...estimator, ...placer };
  return plugin.places ? placer : estimator;
}

function accepted<T>(read: Result<T, string[]>): T {
  if (read.ok) return read.value;
  const more = read.error.length - MAX_SENTENCES;
  const sentences = [...read.error.slice(0, MAX_SENTENCES), ...(more > 0 ? [`${more} more`] : [])];
  throw new PluginError(
    pluginFailure("answer", `the engine's answer cannot be used: ${sentences.join("; ")}`),
  );
}
