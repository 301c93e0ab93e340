"use client";
import type { SelectOption } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/lib/trpc.ts";

/** What two versions of are compared. */
export type Kind = "program" | "snapshot" | "topology" | "scenario";

export const KINDS: Readonly<Record<Kind, string>> = {
  program: "Program",
  snapshot: "Switch",
  topology: "Cloud",
  scenario: "Scenario",
};

type Numbered = { id: string; number: number; createdAt: string };
const versionOptions = (versions: readonly Numbered[] | undefined): SelectOption<string>[] =>
  (versions ?? []).map(({ id, number, createdAt }) => ({
    value: id,
    label: `version ${number}, ${formatDateTime(Date.parse(createdAt))}`,
  }));

/** Objects of a kind, by their newest version (a switch by itself). */
export function useSources(kind: Kind): SelectOption<string>[] {
  const trpc = useTRPC();
  const of = (wanted: Kind) => ({ enabled: kind === wanted });
  const programs = useQuery(trpc.programs.list.queryOptions(undefined, of("program")));
  const switches = useQuery(trpc.switches.list.queryOptions(undefined, of("snapshot")));
  const topologies = useQuery(trpc.topologies.list.queryOptions(undefined, of("topology")));
  const scenarios = useQuery(trpc.scenarios.list.queryOptions(undefined, of("scenario")));
  const newest = (all: readonly { name: string; latest: { id: string } }[] | undefined) =>
    (all ?? []).map(({ name, latest }) => ({ value: latest.id, label: name }));
  if (kind === "program") return newest(programs.data);
  if (kind === "topology") return newest(topologies.data);
  if (kind === "scenario") return newest(scenarios.data);
  return (switches.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

/** Versions of an object, or snapshots of a switch, newest first. */
export function useSides(kind: Kind, source: string | undefined): SelectOption<string>[] {
  const trpc = useTRPC();
  const versionId = source ?? "";
  const of = (wanted: Kind) => ({ enabled: versionId !== "" && kind === wanted });
  const programs = useQuery(trpc.programs.get.queryOptions({ versionId }, of("program")));
  const snapshots = useQuery(trpc.switches.snapshots.queryOptions({ id: versionId }, of("snapshot")));
  const topologies = useQuery(trpc.topologies.get.queryOptions({ versionId }, of("topology")));
  const scenarios = useQuery(trpc.scenarios.get.queryOptions({ versionId }, of("scenario")));
  if (versionId === "") return [];
  if (kind === "program") return versionOptions(programs.data?.versions);
  if (kind === "topology") return versionOptions(topologies.data?.versions);
  if (kind === "scenario") return versionOptions(scenarios.data?.versions);
  return (snapshots.data ?? []).map(({ id, takenAt, cause, summary }) => ({
    value: id,
    label: `${formatDateTime(Date.parse(takenAt))}: ${cause}, ${summary.entities} entries`,
  }));
}

/** Answered placements of a version of a scenario, newest first. */
export function usePlacements(scenarioVersionId: string | undefined): SelectOption<string>[] {
  const trpc = useTRPC();
  const placements = useQuery(
    trpc.placements.list.queryOptions({ limit: 500 }, { enabled: scenarioVersionId !== undefined }),
  );
  return (placements.data ?? []).flatMap(({ id, answer, createdAt, engine, ...each }) =>
    each.scenarioVersionId === scenarioVersionId && answer !== null && answer !== "infeasible"
      ? [{ value: id, label: `${engine}, ${answer}, ${formatDateTime(Date.parse(createdAt))}` }]
      : [],
  );
}
