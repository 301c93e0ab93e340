"use client";
import type { Placement, Problem } from "@p4twin/models/placement";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import type { CheckedPlacement } from "@/workers/placementAnswers.ts";
import { type BrowserRun, idleRun, solvesInBrowser } from "./browserRuns.ts";
import type { ScenarioUrl } from "./scenarioUrl.ts";
import { useBrowserAnswers } from "./useBrowserAnswers.ts";
import { isRunning, type PlacementRecord, POLL_MS, usePlacement } from "./usePlacementRun.ts";

// for each engine that answers at once, and for one that is asked alone (our choice)
const INSTANT_LIMIT_S = 5;
const LONG_LIMIT_S = 60;

/** Solvers that run in a browser: those that answer at once, and those that search. Own engines run on the server. */
function browserSolvers(engines: RouterOutputs["engines"]["list"] = []) {
  const solvers = engines.filter(({ places, own }) => places && own === null);
  const ids = (instant: boolean): string[] =>
    solvers.flatMap((engine) => (engine.instant === instant ? [engine.id] : []));
  return { atOnce: ids(true), searching: ids(false) };
}

export type ShownAnswer = {
  problem: Problem;
  placement: Placement;
  /** what the checker says; null for a stored run, which was checked before it was stored */
  violations: CheckedPlacement["violations"] | null;
};

/**
 * The stored runs of a scenario version, what the engines of the browser answer, and which of them the address shows.
 */
export function useShownAnswer(version: RouterOutputs["scenarios"]["get"], url: ScenarioUrl[0]) {
  const trpc = useTRPC();
  const problem = useQuery(trpc.placements.problem.queryOptions({ versionId: version.id }));
  const devices = useQuery(trpc.devices.list.queryOptions());
  const engines = useQuery(trpc.engines.list.queryOptions());
  const list = useQuery(
    trpc.placements.list.queryOptions(
      { limit: 200 },
      { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false) },
    ),
  );
  const stored = (list.data ?? []).filter((run) => run.scenarioVersionId === version.id);
  const storedId = url.placement ?? (url.answer === null ? (stored[0]?.id ?? null) : null);
  const placement = usePlacement(storedId);
  const record: PlacementRecord | null = storedId ? (placement.data ?? null) : null;

  const profiles = useMemo(() => devices.data?.map((device) => device.document) ?? null, [devices.data]);
  // a new object each time, so that asking again starts again
  const [wanted, setWanted] = useState<{ engine: string } | null>(null);
  const question = useMemo(
    () => (problem.data && profiles ? { problem: problem.data, profiles } : null),
    [problem.data, profiles],
  );
  const { atOnce, searching } = useMemo(() => browserSolvers(engines.data), [engines.data]);
  const instant = useBrowserAnswers(
    useMemo(
      () =>
        question && atOnce.length > 0 ? { ...question, engines: atOnce, timeLimitS: INSTANT_LIMIT_S } : null,
      [question, atOnce],
    ),
  );
  const single = useBrowserAnswers(
    useMemo(
      () => (question && wanted ? { ...question, engines: [wanted.engine], timeLimitS: LONG_LIMIT_S } : null),
      [question, wanted],
    ),
  );
  const offered = problem.data && solvesInBrowser(problem.data) ? searching.map(idleRun) : [];
  const runs = [...instant.runs, ...offered].map(
    (run) => single.runs.find(({ engine }) => engine === run.engine) ?? run,
  );

  const answered = (engine: string | null): BrowserRun | undefined =>
    runs.find((run) => run.engine === engine && run.answer);
  // not every engine places chains that branch
  const branches = problem.data?.chains.some((chain) => chain.branches !== undefined) ?? false;
  const placing = branches ? runs.find((run) => (run.answer?.placement.embedded ?? 0) > 0) : undefined;
  const storedPending = list.isPending || (storedId !== null && placement.isPending);
  const browserRun =
    record?.result || storedPending
      ? null
      : (answered(url.answer) ?? answered(version.engine) ?? placing ?? answered(atOnce[0] ?? null) ?? null);
  const shown: ShownAnswer | null = record?.result
    ? { problem: record.problem, placement: record.result, violations: null }
    : browserRun?.answer && problem.data
      ? { problem: problem.data, ...browserRun.answer }
      : null;

  return {
    problem,
    profiles,
    stored,
    record,
    runs,
    /** engine of the browser whose answer is shown */
    shownEngine: record?.result ? null : (browserRun?.engine ?? null),
    shown,
    ask: (engine: string) => setWanted({ engine }),
    stop: (engine: string) => (engine === wanted?.engine ? single.stop() : instant.stop()),
  };
}
