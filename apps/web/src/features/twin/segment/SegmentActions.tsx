"use client";
import { Button } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Gauge, History, SlidersHorizontal, Wrench } from "lucide-react";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import type { SegmentState } from "../chainVerdict.ts";
import { tunerHref } from "./tunerHref.ts";

type TwinSegment = RouterOutputs["twin"]["get"]["segments"][number];

/** What a refit looks at when no drift says since when, seconds. Our choice. */
const REFIT_S = 120;
/** The first seconds of a drift are of both models: a refit begins after them. */
const AFTER_DRIFT_S = 2;

export type SegmentActionsProps = {
  deploymentId: string;
  twin: TwinSegment;
  state: SegmentState | undefined;
  /** absolute range in epoch seconds; null follows the clock */
  range: [number, number] | null;
  spanS: number;
  /** how long `state` looked, seconds */
  stateS: number;
  onThresholds: (() => void) | null;
};

/** What can be done about a segment: tune its thresholds, mend its model, ask what would have happened. */
export function SegmentActions(props: SegmentActionsProps) {
  const { deploymentId, twin, state, range, spanS, stateS, onThresholds } = props;
  const trpc = useTRPC();
  const demo = useQuery(trpc.demo.state.queryOptions());
  const nowS = Math.floor(Date.now() / 1000);
  const [fromS, toS] = range ?? [nowS - spanS, nowS];
  const sinceMs = twin.drift?.phase === "drifted" ? twin.drift.sinceMs : null;
  const refitFromS =
    range?.[0] ?? (sinceMs === null ? nowS - REFIT_S : Math.ceil(sinceMs / 1000) + AFTER_DRIFT_S);
  const off = state?.elementResiduals.reduce<{ i: number; share: number }>(
    (most, r, i) => {
      const share = Math.abs(r?.share ?? 0);
      return twin.segment.elements[i]?.kind === "switch" && share > most.share ? { i, share } : most;
    },
    { i: 0, share: 0 },
  );
  const suspect = twin.segment.elements[off?.i ?? 0];
  const device = suspect?.kind === "switch" ? suspect.device?.replace(/@\d+$/, "") : null;
  const refit = new URLSearchParams({
    ...(device && { device }),
    from: String(Math.min(refitFromS, toS - 10)),
    to: String(toS),
  });
  const replay = new URLSearchParams({ segment: twin.segment.id, from: String(fromS), to: String(toS) });
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <ButtonLink size="sm" variant="ghost" href={`/twin/${deploymentId}/replay?${replay}`}>
        <History aria-hidden /> What would have happened
      </ButtonLink>
      <ButtonLink size="sm" variant="ghost" href={`/twin/${deploymentId}/refit?${refit}`}>
        <Wrench aria-hidden /> Refit
      </ButtonLink>
      <ButtonLink size="sm" variant="ghost" href={tunerHref(deploymentId, twin, state, stateS, demo.data)}>
        <Gauge aria-hidden /> Tune PL and DL
      </ButtonLink>
      {onThresholds ? (
        <Button size="sm" onClick={onThresholds}>
          <SlidersHorizontal aria-hidden /> Set PL, DL and alarm
        </Button>
      ) : null}
    </div>
  );
}
