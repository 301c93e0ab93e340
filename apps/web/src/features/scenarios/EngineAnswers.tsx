"use client";
import { Badge, Button, type Column, PredictedLatency, Progress, Table } from "@p4twin/ui";
import { formatDuration, formatSignificant } from "@p4twin/ui/format";
import { Check, Play, TriangleAlert } from "lucide-react";
import type { BrowserRun } from "./browserRuns.ts";
import { statusOf } from "./placementWords.ts";

export type EngineAnswersProps = {
  runs: readonly BrowserRun[];
  /** engine whose answer is shown */
  selected: string | null;
  onSelect: (engine: string) => void;
  /** asks an engine that takes its time */
  onAsk: (engine: string) => void;
  onStop: (engine: string) => void;
};

/** What every engine of the browser answers to the same question, each checked by the independent checker. */
export function EngineAnswers({ runs, selected, onSelect, onAsk, onStop }: EngineAnswersProps) {
  const columns: Column<BrowserRun>[] = [
    { id: "engine", header: "Engine", cell: (run) => <span className="font-medium">{run.engine}</span> },
    {
      id: "answer",
      header: "Answer",
      cell: (run) => (
        <AnswerCell run={run} onAsk={() => onAsk(run.engine)} onStop={() => onStop(run.engine)} />
      ),
    },
    {
      id: "placed",
      header: "Placed",
      unit: "chains",
      numeric: true,
      cell: (run) => run.answer?.placement.embedded ?? "–",
    },
    {
      id: "power",
      header: "Power",
      unit: "W",
      numeric: true,
      hint: "Eq. 5.22 of the thesis",
      cell: (run) => formatSignificant(run.answer?.placement.powerWatts),
    },
    {
      id: "delay",
      header: "Delays",
      unit: "µs",
      numeric: true,
      hint: "mean of the sum over the chains that are placed",
      cell: ({ answer }) => (
        <PredictedLatency us={answer?.delays.delayUs ?? null} {...answer?.delays} unit="us" />
      ),
    },
    {
      id: "time",
      header: "Time",
      numeric: true,
      cell: (run) => (run.answer ? formatDuration(run.answer.placement.timeMs) : "–"),
    },
  ];
  return (
    <Table
      caption="Answers of the engines in this browser"
      columns={columns}
      rows={runs}
      rowKey={(run) => run.engine}
      selectedKey={selected}
      onSelect={(run) => run.state !== "idle" && onSelect(run.engine)}
    />
  );
}

type AnswerCellProps = { run: BrowserRun; onAsk: () => void; onStop: () => void };

function AnswerCell({ run, onAsk, onStop }: AnswerCellProps) {
  if (run.answer) {
    const { placement, violations } = run.answer;
    const { tone, word } = statusOf(placement);
    return (
      <span className="inline-flex items-center gap-1.5">
        <Badge tone={tone}>{word}</Badge>
        {violations.length === 0 ? (
          <Check className="size-3.5 text-ok" aria-label="checked: every constraint holds" />
        ) : (
          <TriangleAlert className="size-3.5 text-bad" aria-label={`checked: ${violations[0]?.message}`} />
        )}
      </span>
    );
  }
  if (run.state === "running" && run.progress) {
    return (
      <Progress
        className="min-w-40"
        label={`${run.engine} is searching`}
        fraction={run.progress.fraction}
        detail={`incumbent ${formatSignificant(run.progress.incumbent)}, bound ${formatSignificant(run.progress.bound)}`}
        onCancel={onStop}
      />
    );
  }
  if (run.state === "running") {
    return (
      <span className="inline-flex items-center gap-2 text-ink-3">
        searching …
        <Button size="sm" onClick={onStop}>
          Cancel
        </Button>
      </span>
    );
  }
  if (run.state === "failed") {
    return (
      <span className="text-bad" title={run.failure ?? undefined}>
        failed: {run.failure}
      </span>
    );
  }
  if (run.state === "waiting") return <span className="text-ink-3">waiting</span>;
  return (
    <span className="inline-flex items-center gap-2 text-ink-3">
      {run.state === "stopped" ? "stopped" : null}
      <Button size="sm" icon={<Play aria-hidden />} onClick={onAsk}>
        Run here
      </Button>
    </span>
  );
}
