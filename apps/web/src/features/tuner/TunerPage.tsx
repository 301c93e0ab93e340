"use client";
import type { TuneReport } from "@p4twin/models/control";
import { Alert, Breadcrumbs, PageHeader, Panel, Progress, SkeletonRows, textLink } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { useWorkerRun } from "@/lib/useWorkerRun.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { TunerQuestion } from "@/workers/tuner.ts";
import { ApplyPair } from "./ApplyPair.tsx";
import { PairPanel } from "./PairPanel.tsx";
import { RegisterSizing } from "./RegisterSizing.tsx";
import { nearest, ThresholdMap } from "./ThresholdMap.tsx";
import { TunerControls } from "./TunerControls.tsx";
import { goalOf, problemOf, SETTINGS, scenarioOf } from "./tunerScenario.ts";
import { useTuning } from "./useTuning.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../workers/tuner.ts", import.meta.url), { type: "module" });

/** The pause after the last change before everything is simulated anew. */
const SETTLE_MS = 250;

/** PL and DL for a load and a delay goal: simulated over a map, the best pair and the commands that set it. */
export function TunerPage() {
  const trpc = useTRPC();
  const mayChange = useMayChange();
  const tuning = useTuning();
  const { url } = tuning;
  const map = useWorkerRun<TunerQuestion, TuneReport, number>(startWorker, { keepsAnswer: true });
  const { answer: report, failure, ask } = map;
  const problem = problemOf(tuning.tuning);
  const key = JSON.stringify(tuning.tuning);
  const question = useMemo(() => {
    const asked = JSON.parse(key);
    if (problemOf(asked)) return null;
    const scenario = scenarioOf(asked);
    return { scenario, goal: goalOf(scenario, asked), settings: SETTINGS };
  }, [key]);
  useEffect(() => {
    if (!question) return;
    const timer = setTimeout(() => ask(question), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [question, ask]);
  const twin = useQuery(
    trpc.twin.get.queryOptions({ deploymentId: url.deployment ?? "" }, { enabled: url.deployment !== null }),
  );
  const running = twin.data?.segments.find(({ segment }) => segment.id === url.running)?.segment ?? null;
  const selected =
    report &&
    (url.pl !== null && url.dl !== null
      ? nearest(report.cells, url.pl, url.dl)
      : (report.best ?? nearest(report.cells, tuning.tuning.toUs / 2, tuning.tuning.toUs)));
  return (
    <>
      <PageHeader
        title="Tune PL and DL"
        summary="Every pair of thresholds is simulated packet by packet in this browser: what latency-critical packets lose and wait, and what it costs the others."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Twin", href: "/twin" }, { label: "Tune PL and DL" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {running ? (
          <Alert title={`For segment ${running.name}, running with its PL and DL marked ◉`} />
        ) : url.running !== null && (twin.isError || twin.isSuccess) ? (
          <Alert tone="warn" title="The running segment cannot be read; the map needs none">
            It may have been removed after this link was made.
          </Alert>
        ) : null}
        <TunerControls {...tuning} />
        {problem ? <Alert tone="bad" title={problem} /> : null}
        {failure ? (
          <Alert tone="bad" title="The simulation failed">
            {failure}
          </Alert>
        ) : null}
        <div className="grid gap-3 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
          <Panel title="Map of the pairs">
            <div className="flex min-h-8 flex-col justify-center">
              {map.running ? (
                <Progress label="Simulating every pair" fraction={map.progress ?? 0} onCancel={map.stop} />
              ) : (
                <p className="text-ink-3 text-xs">
                  {report
                    ? `${report.cells.length} pairs, each run ${SETTINGS.runs} times with ${SETTINGS.seconds} s of traffic after ${SETTINGS.warmUpSeconds} s of warm-up and 64 packets a queue; shown is the worst run. Lost packets count as above the goal; with more than 1 % lost the p99 is unknown.`
                    : "The map is not simulated yet."}
                </p>
              )}
            </div>
            {report ? (
              <>
                {report.best ? null : (
                  <Alert tone="warn" title="No pair meets the goal">
                    {report.reason}
                  </Alert>
                )}
                <ThresholdMap {...tuning} report={report} selected={selected} runningPair={running} />
              </>
            ) : (
              <SkeletonRows rows={10} />
            )}
          </Panel>
          {selected && report ? (
            <PairPanel
              cell={selected}
              isBest={selected === report.best}
              action={
                running && url.deployment && mayChange ? (
                  <ApplyPair deploymentId={url.deployment} segment={running} cell={selected} />
                ) : null
              }
            />
          ) : null}
        </div>
        <p className="text-ink-3 text-xs">
          Policy, queues and figures of the paper:{" "}
          <AppLink href="/examples/latency-control" className={textLink}>
            latency control, reproduced
          </AppLink>
          .
        </p>
        <RegisterSizing />
      </div>
    </>
  );
}
