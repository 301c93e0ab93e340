"use client";
import { formatDateTime } from "@p4twin/ui/format";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/lib/trpc.ts";
import { chosenSubject } from "./chosenSubject.ts";
import { useNewReportUrl } from "./newReportUrl.ts";

/** Range of a twin report that nobody has chosen, seconds (our choice). */
const DEFAULT_SPAN_S = 900;

/** What the new report is of: the choices, the chosen one and its range, and how the API names it. */
export function useReportSubject() {
  const trpc = useTRPC();
  const [url, setUrl] = useNewReportUrl();
  const [openedS] = useState(() => Math.floor(Date.now() / 1000));
  const isTwin = url.kind === "twin";
  const deployments = useQuery(trpc.deployments.list.queryOptions(undefined, { enabled: isTwin }));
  // a list that was read a moment ago may call a placement unfinished that has its answer by now
  const placements = useQuery(
    trpc.placements.list.queryOptions({ limit: 200 }, { enabled: !isTwin, refetchOnMount: "always" }),
  );
  // one that is older than the list reaches is asked for by its id
  const isOlder = !isTwin && url.of !== null && placements.data?.every(({ id }) => id !== url.of);
  const older = useQuery(trpc.placements.get.queryOptions(isOlder && url.of ? { id: url.of } : skipToken));
  const named = [...(placements.data ?? []), ...(isOlder && older.data ? [older.data] : [])];
  const listed = isTwin
    ? (deployments.data ?? []).map((d) => ({ value: d.id, label: d.name, hint: d.chainName ?? undefined }))
    : named
        .filter((p) => p.answer !== null || p.id === url.of)
        .map((p) => ({
          value: p.id,
          label: `${p.scenarioName ?? "Problem"}, ${p.engine}: ${p.answer ?? "no answer"}`,
          hint: formatDateTime(Date.parse(p.createdAt)),
        }));
  const { options, picked, isListed } = chosenSubject(url.of, listed);
  const list = isTwin ? deployments : placements;
  const scenario = named.find((p) => p.id === picked?.value)?.scenarioName;
  const toS = url.to ?? openedS;
  const range: [number, number] = [url.from ?? toS - DEFAULT_SPAN_S, toS];
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const refs = !picked
    ? null
    : isTwin
      ? range[0] < range[1]
        ? ({ kind: "twin", deploymentId: picked.value, from: iso(range[0]), to: iso(range[1]) } as const)
        : null
      : ({ kind: "placement", placementId: picked.value } as const);
  return {
    kind: url.kind,
    setKind: (kind: "twin" | "placement") => void setUrl({ kind, of: null }),
    options,
    isPending: list.isPending || ((list.isFetching || older.isFetching) && !isListed),
    picked,
    pick: (of: string) => void setUrl({ of }),
    range,
    setRange: ([from, to]: readonly [number, number]) => void setUrl({ from, to }),
    openedS,
    refs,
    /** when nobody gives one */
    title: !picked ? "" : isTwin ? `Twin of ${picked.label}` : `Placement of ${scenario ?? picked.label}`,
  };
}

export type ReportSubjectState = ReturnType<typeof useReportSubject>;
