"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { type Change, encodeChanges, type ParetoPoint as Point } from "@p4twin/models/placement";
import { Button, EmptyState, Panel, SegmentedControl } from "@p4twin/ui";
import { ParetoFront } from "@p4twin/ui/charts";
import { formatDuration, formatPredicted, formatSignificant, formatWords } from "@p4twin/ui/format";
import { ChartScatter } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { givenIntervals } from "@/lib/predictedOf.ts";
import { studyEngine } from "../browserRuns.ts";
import type { ShownAnswer } from "../useShownAnswer.ts";
import type { WhatIfControls } from "../whatIf/useWhatIf.ts";
import { devicesInWords, placeAll } from "./layoutChanges.ts";
import { StudyStatus } from "./StudyStatus.tsx";
import { useStudy } from "./useStudy.ts";

// seconds for the whole front (our choice)
const LIMIT_S = 60;

const AGAINST = [
  { value: "power", label: "Power" },
  { value: "cost", label: "Price" },
] as const;
const MEASURES = [
  { value: "slowest", label: "Slowest chain" },
  { value: "total", label: "Sum of delays" },
] as const;

export type TradeOffPanelProps = {
  shown: ShownAnswer;
  profiles: readonly DeviceProfile[];
  whatIf: WhatIfControls;
};

/** Placements of which none is better in both delay and power (or price); a click shows one on the drawing. */
export function TradeOffPanel({ shown, profiles, whatIf }: TradeOffPanelProps) {
  const { prediction, changes, set } = whatIf;
  const study = useStudy((answer) => (answer.kind === "pareto" ? answer.front : null));
  const [against, setAgainst] = useState<(typeof AGAINST)[number]["value"]>("power");
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]["value"]>("slowest");
  const { problem } = shown;
  const run = (): void =>
    study.ask({
      problem,
      profiles,
      // the integer program proves that nothing is better; it needs a small problem
      engine: studyEngine(problem),
      timeLimitS: LIMIT_S,
      study: { kind: "pareto", against, measure },
    });
  const front = study.result;
  const layout = (point: Point): Change[] => placeAll(point.placement);
  const applied = encodeChanges(changes);
  const here = prediction?.now;
  const delays = here?.chains.map((chain) => chain.delay?.delayUs ?? 0) ?? [];
  const hereUs = measure === "slowest" ? Math.max(0, ...delays) : delays.reduce((sum, us) => sum + us, 0);
  const chosen = front?.points.find(
    (point) =>
      encodeChanges(layout(point)) === applied ||
      (here &&
        Math.abs((against === "power" ? here.powerWatts : here.costUsd) - point.value) < 1e-6 &&
        Math.abs(hereUs - point.delayUs) < 1e-4),
  );
  const idOf = (point: Point): string => `${point.value} ${point.delayUs}`;
  return (
    <Panel
      title="Trade-off"
      subtitle={
        front
          ? `${countOf(front.points.length, "choice")} by ${front.engine} in ${formatDuration(front.timeMs)}`
          : "delay against what the devices draw or cost"
      }
      actions={
        study.running ? null : (
          <Button size="sm" icon={<ChartScatter aria-hidden />} onClick={run}>
            {front ? "Find again" : "Find trade-offs"}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          <SegmentedControl
            aria-label="Delay against"
            options={AGAINST}
            value={against}
            onValueChange={(next) => {
              setAgainst(next);
              study.clear();
            }}
          />
          <SegmentedControl
            aria-label="Which delay"
            options={MEASURES}
            value={measure}
            onValueChange={(next) => {
              setMeasure(next);
              study.clear();
            }}
          />
        </div>
        <StudyStatus
          {...study}
          label="Looking for trade-offs"
          unit="placements solved"
          onStop={study.stop}
          onRetry={run}
        />
        {front && front.points.length > 0 ? (
          <>
            <ParetoFront
              label={against === "power" ? "Power against delay" : "Price against delay"}
              axes={[
                { label: measure === "slowest" ? "Slowest chain" : "Sum of delays", unit: "µs" },
                against === "power" ? { label: "Power", unit: "W" } : { label: "Price", unit: "$" },
              ]}
              points={front.points.map((point) => ({
                id: idOf(point),
                x: point.delayUs,
                y: point.value,
                intervals: givenIntervals(point),
                detail: devicesInWords(problem, point.placement),
                proven: point.proven,
              }))}
              selectedId={chosen ? idOf(chosen) : null}
              onSelect={(id) => {
                const point = front.points.find((candidate) => idOf(candidate) === id);
                if (point) set(layout(point));
              }}
            />
            {chosen ? (
              <p className="text-xs text-ink-2">
                Chosen: {formatPredicted(chosen.delayUs, givenIntervals(chosen), "us")} µs,{" "}
                {formatSignificant(chosen.value)} {against === "power" ? "W" : "$"};{" "}
                {devicesInWords(problem, chosen.placement)}
              </p>
            ) : null}
            {front.notes.length > 0 ? (
              <ul aria-label="Notes" className="list-disc pl-5 text-xs text-ink-3">
                {front.notes.map((note) => (
                  <li key={note}>{formatWords(note)}</li>
                ))}
              </ul>
            ) : null}
          </>
        ) : front ? (
          <EmptyState title="There is no placement to trade">
            {front.conflicts.map(({ message }) => message).join("; ") || front.notes.join("; ")}
          </EmptyState>
        ) : study.running || study.failure ? null : (
          <EmptyState icon={<ChartScatter aria-hidden />} title="What does a faster placement cost?">
            From the placement that draws or costs least to the fastest one, each step the least that buys
            less delay.
          </EmptyState>
        )}
      </div>
    </Panel>
  );
}
