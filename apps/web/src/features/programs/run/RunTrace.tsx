"use client";
import type { ProgramText } from "@p4twin/models/program";
import { Panel, SegmentedControl, SkeletonRows } from "@p4twin/ui";
import type { LineHeat, LineRange } from "@p4twin/ui/code";
import dynamic from "next/dynamic";
import { useEffect, useMemo } from "react";
import type { RouterOutputs } from "@/lib/trpc.ts";
import { takesText } from "@/shell/shortcuts.ts";
import type { PacketRun } from "@/workers/run/runQuestions.ts";
import { fileNameOf } from "../model/fileNameOf.ts";
import { fieldsBefore } from "./model/fieldChanges.ts";
import type { RunUrl, SetRunUrl } from "./model/runUrl.ts";
import { SentPackets } from "./SentPackets.tsx";
import { StepDetail } from "./StepDetail.tsx";
import { StepList } from "./StepList.tsx";

export type RunTraceProps = {
  run: PacketRun;
  version: RouterOutputs["programs"]["get"];
  /** what is run, for its drawing */
  program: ProgramText;
  url: RunUrl;
  setUrl: SetRunUrl;
  /** how often a test set passes the lines of a file; null: there is none */
  heatOf: ((file: string) => readonly LineHeat[]) | null;
};

/** The editor comes when there is something to show. */
const StepSource = dynamic(() => import("./StepSource.tsx").then((file) => file.StepSource), {
  loading: () => <SkeletonRows rows={8} label="Loading the source" />,
});

const StepGraph = dynamic(() => import("./StepGraph.tsx").then((file) => file.StepGraph), {
  loading: () => <SkeletonRows rows={8} label="Loading the graph" />,
});

/** The steps, the source with the present one lit, and what it did. */
export function RunTrace({ run, version, program, url, setUrl, heatOf }: RunTraceProps) {
  const mainFile = fileNameOf(version.name);
  const { step, view } = url;
  const onStep = (next: number): void => void setUrl({ step: next });
  const { steps } = run;
  const index = Math.min(Math.max(step, 1), steps.length) - 1;
  const shown = steps[index];
  useArrowKeys(index, steps.length, (next) => onStep(next + 1));

  const at = shown?.event.at ?? null;
  // what comes with the compiler is not shown
  const fileName = at !== null && Object.hasOwn(version.includes, at.file) ? at.file : mainFile;
  const passed = useMemo(() => {
    const branch = shown?.branch;
    const lines = steps.flatMap(({ branch: own, event }) =>
      own === branch && event.kind !== "enter" && event.at?.file === fileName ? [event.at.line] : [],
    );
    return [...new Set(lines)].map((line): LineRange => ({ from: line, to: line, tone: "path" }));
  }, [steps, shown?.branch, fileName]);
  const highlights = useMemo((): LineRange[] => {
    if (at?.file !== fileName) return passed;
    const to = shown?.event.kind === "enter" ? at.line : at.endLine;
    return [...passed, { from: at.line, to, tone: "focus" }];
  }, [passed, at, fileName, shown?.event.kind]);
  const heat = useMemo(() => heatOf?.(fileName) ?? [], [heatOf, fileName]);
  if (!shown) return null;
  const before = fieldsBefore(run, index);
  return (
    <div className="grid gap-3 xl:grid-cols-[minmax(20rem,1fr)_minmax(0,1.3fr)_minmax(20rem,1fr)]">
      <Panel
        title="Steps"
        subtitle={`${index + 1} of ${steps.length}`}
        bodyClassName="flex flex-col p-0"
        className="h-[max(28rem,56dvh)] overflow-hidden"
      >
        <StepList run={run} index={index} onIndex={(next) => onStep(next + 1)} />
      </Panel>
      <Panel
        title={view === "graph" ? "Graph" : "Source"}
        subtitle={at ? `${at.file}:${at.line}` : "this step has no place in the source"}
        actions={
          <SegmentedControl
            aria-label="Show the step in"
            size="sm"
            value={view}
            options={[
              { value: "source", label: "Source" },
              { value: "graph", label: "Graph" },
            ]}
            onValueChange={(next) => void setUrl({ view: next })}
          />
        }
        bodyClassName="flex flex-col p-0"
        className="h-[max(28rem,56dvh)] overflow-hidden"
      >
        {view === "graph" ? (
          <StepGraph
            program={program}
            programName={version.name}
            steps={steps}
            index={index}
            block={url.block}
            onBlock={(block) => void setUrl({ block })}
            onIndex={(next) => onStep(next + 1)}
          />
        ) : (
          <StepSource
            file={fileName}
            text={version.includes[fileName] ?? version.source}
            highlights={highlights}
            heat={heat}
            line={at?.file === fileName ? at.line : null}
          />
        )}
      </Panel>
      <Panel
        title="What it did"
        bodyClassName="overflow-hidden p-0"
        className="h-[max(28rem,56dvh)] overflow-hidden"
      >
        <StepDetail run={run} step={shown} before={before} onStep={(next) => onStep(next + 1)} />
      </Panel>
      <Panel
        title="Packets out"
        subtitle={run.sent.length === 0 ? "none" : String(run.sent.length)}
        className="xl:col-span-3"
      >
        <SentPackets run={run} branch={shown.branch} onStep={(next) => onStep(next + 1)} />
      </Panel>
    </div>
  );
}

/** Arrow keys step where nothing else wants them: no field, no list, no editor has the focus. */
function useArrowKeys(index: number, count: number, onIndex: (index: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (takesText(event.target) || (event.target instanceof Element && event.target !== document.body))
        return;
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const next = index + by;
      if (by === 0 || next < 0 || next >= count) return;
      event.preventDefault();
      onIndex(next);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [index, count, onIndex]);
}
