import { type ProblemOptions, problemOptionsSchema } from "@p4twin/models/placement";
import type { RouterInputs } from "@/lib/trpc.ts";

export type ScenarioContent = Omit<RouterInputs["scenarios"]["create"], "name">;
export type ScenarioStart = { name: string; content: ScenarioContent };

/** Hosts at which a chain starts and ends; null: none, on the device of its first or last function. */
export type Ends = { from: string | null; to: string | null };

/** What the form of a scenario holds while one edits it. */
export type ScenarioDraft = {
  name: string;
  cloud: string | null;
  chains: string[];
  /** by the id of the chain; one that is not here keeps its own */
  ends: Record<string, Ends>;
  engine: string;
  timeLimitS: number | null;
  required: string[];
  options: ProblemOptions;
};

export type DraftErrors = { name?: string; cloud?: string; chains?: string; objective?: string };

const DEFAULT_REQUIRED = ["l2fwd"];
const DEFAULT_LIMIT_S = 30;

export function draftOf(start: ScenarioStart | null): ScenarioDraft {
  const { topologyVersionId, chainVersionIds, engine, parameters } = start?.content ?? {};
  return {
    name: start?.name ?? "",
    cloud: topologyVersionId ?? null,
    chains: chainVersionIds ?? [],
    ends: parameters?.ends ?? {},
    engine: engine ?? "exact",
    timeLimitS: parameters?.timeLimitS ?? DEFAULT_LIMIT_S,
    required: parameters?.required ?? DEFAULT_REQUIRED,
    options: problemOptionsSchema.parse(parameters?.options ?? {}),
  };
}

/**
 * What the API takes, or what is missing, each with its remedy. Parameters that the form does not show stay
 * as they are.
 */
export function contentOf(
  draft: ScenarioDraft,
  start: ScenarioStart | null,
): { content: ScenarioContent; errors: null } | { content: null; errors: DraftErrors } {
  const { power, delay, cost } = draft.options.objective;
  const noWeight = power !== undefined && power + (delay ?? 0) + (cost ?? 0) === 0;
  const errors: DraftErrors = {
    ...(draft.name.trim() === "" ? { name: "Give it a name." } : {}),
    ...(draft.cloud ? {} : { cloud: "Choose a cloud." }),
    ...(draft.chains.length === 0 ? { chains: "Choose at least one chain." } : {}),
    ...(noWeight ? { objective: "Give at least one of power, delay and cost a weight." } : {}),
  };
  if (draft.cloud === null || Object.keys(errors).length > 0) return { content: null, errors };
  const { chains, ends, engine, timeLimitS, required, options } = draft;
  return {
    content: {
      topologyVersionId: draft.cloud,
      chainVersionIds: chains,
      engine,
      parameters: {
        ...start?.content.parameters,
        timeLimitS: timeLimitS ?? DEFAULT_LIMIT_S,
        required,
        options,
        ...(Object.keys(ends).length === 0 ? {} : { ends }),
      },
    },
    errors: null,
  };
}
