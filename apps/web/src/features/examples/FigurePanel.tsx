"use client";
import type { ControlStudy } from "@p4twin/models/control";
import type { StudyComparison, StudyFigure } from "@p4twin/models/placement";
import { Alert, Button, type Column, Panel, Progress, ScrollArea, Table } from "@p4twin/ui";
import { LineFigure } from "@p4twin/ui/charts";
import { formatDuration, formatWords } from "@p4twin/ui/format";
import { Play } from "lucide-react";
import { useWorkerRun } from "@/lib/useWorkerRun.ts";
import type { FigureQuestion } from "@/workers/studyFigures.ts";
import { StandingBadge } from "./StandingTable.tsx";

const startWorker = (): Worker =>
  new Worker(new URL("../../workers/figures.ts", import.meta.url), { type: "module" });

const columnsOf = (work: string): readonly Column<StudyComparison>[] => [
  { id: "what", header: "What", cell: ({ what }) => formatWords(what), className: "whitespace-normal" },
  { id: "target", header: "Target", cell: ({ target }) => target },
  { id: "thesis", header: work, cell: ({ thesis }) => formatWords(thesis), className: "whitespace-normal" },
  {
    id: "ours",
    header: "Here",
    cell: ({ ours }) => <span className="font-medium">{formatWords(ours)}</span>,
    className: "whitespace-normal",
  },
  {
    id: "assumption",
    header: "May differ because",
    cell: ({ assumption }) =>
      assumption === null ? <span className="text-ink-3">must agree</span> : formatWords(assumption),
    className: "whitespace-normal",
  },
];

/** A figure as the page shows it; `work` is who printed it ("Thesis"). */
export type FigurePanelProps = { study: Omit<ControlStudy, "run">; work: string };

/** One figure of a work, computed in this browser, with what the work prints beside it. */
export function FigurePanel({ study, work }: FigurePanelProps) {
  const { running, progress, failure, ask, stop, ...run } = useWorkerRun<FigureQuestion, StudyFigure, number>(
    startWorker,
  );
  const figure = run.answer;
  const name = /^[0-9]/.test(study.figure) ? `figure ${study.figure}` : study.figure;
  return (
    <Panel
      id={`figure-${study.figure.replaceAll(" ", "-")}`}
      title={`${name[0].toUpperCase()}${name.slice(1)}: ${study.title}`}
      footer={formatWords(study.source)}
      actions={
        running ? null : (
          <Button size="sm" icon={<Play aria-hidden />} onClick={() => ask({ source: study.source })}>
            {figure ? "Compute again" : `Compute, about ${formatDuration(study.typicalMs)}`}
            <span className="sr-only">: {name}</span>
          </Button>
        )
      }
    >
      {running ? (
        <Progress label={`Computing ${name}`} fraction={progress ?? 0} onCancel={stop} />
      ) : failure !== null ? (
        <Alert tone="bad" title="The figure could not be computed">
          {failure}
        </Alert>
      ) : figure ? (
        <div className="flex flex-col gap-3">
          <LineFigure
            label={`${name}: ${study.title}`}
            xLabel={formatWords(figure.x)}
            series={figure.series.map(({ name, unit, points }) => ({
              name: formatWords(name),
              unit: unit === "us" ? "µs" : unit,
              points,
            }))}
          />
          <ScrollArea label={`${work} and here, ${name}`}>
            <Table
              caption={`${work} and here, ${name}`}
              columns={columnsOf(work)}
              rows={figure.comparisons}
              rowKey={({ target, what }) => `${target} ${what}`}
              empty={`The ${work.toLowerCase()} prints no number of this figure.`}
            />
          </ScrollArea>
          <p className="text-ink-2 text-xs">
            <StandingBadge kind={study.standing.kind} /> {formatWords(study.standing.why)}
          </p>
          <ul aria-label="Assumptions" className="list-disc pl-5 text-xs text-ink-2">
            {figure.assumptions.map((assumption) => (
              <li key={assumption}>{formatWords(assumption)}</li>
            ))}
            <li>computed in {formatDuration(figure.costMs)}</li>
          </ul>
        </div>
      ) : (
        <p className="text-ink-3">
          Not computed yet. It is worked out in this browser, from the library alone.
        </p>
      )}
    </Panel>
  );
}
