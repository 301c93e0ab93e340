"use client";
import type { Study, StudyComparison } from "@p4twin/models/placement";
import { Alert, Button, type Column, Panel, Progress, Table } from "@p4twin/ui";
import { LineFigure } from "@p4twin/ui/charts";
import { formatDuration } from "@p4twin/ui/format";
import { Play } from "lucide-react";
import { useFigure } from "./useFigure.ts";

const COLUMNS: readonly Column<StudyComparison>[] = [
  { id: "what", header: "What", cell: ({ what }) => what, className: "whitespace-normal" },
  { id: "target", header: "Target", cell: ({ target }) => target },
  { id: "thesis", header: "Thesis", cell: ({ thesis }) => thesis, className: "whitespace-normal" },
  {
    id: "ours",
    header: "Here",
    cell: ({ ours }) => <span className="font-medium">{ours}</span>,
    className: "whitespace-normal",
  },
  {
    id: "assumption",
    header: "May differ because",
    cell: ({ assumption }) => assumption ?? <span className="text-ink-3">must agree</span>,
    className: "whitespace-normal",
  },
];

/** One figure of the thesis, computed in this browser, with what the thesis prints beside it. */
export function FigurePanel({ study }: { study: Study }) {
  const { fraction, figure, failure, start, stop } = useFigure(study.figure);
  return (
    <Panel
      id={`figure-${study.figure}`}
      title={`Figure ${study.figure}: ${study.title}`}
      footer={study.source}
      actions={
        fraction === null ? (
          <Button
            size="sm"
            icon={<Play aria-hidden />}
            onClick={start}
            aria-label={`Compute figure ${study.figure}`}
          >
            {figure ? "Compute again" : `Compute, about ${formatDuration(study.typicalMs)}`}
          </Button>
        ) : null
      }
    >
      {fraction !== null ? (
        <Progress label={`Computing figure ${study.figure}`} fraction={fraction} onCancel={stop} />
      ) : failure !== null ? (
        <Alert tone="bad" title="The figure could not be computed">
          {failure}
        </Alert>
      ) : figure ? (
        <div className="flex flex-col gap-3">
          <LineFigure
            label={`Figure ${study.figure}: ${study.title}`}
            xLabel={figure.x}
            series={figure.series.map(({ name, unit, points }) => ({
              name,
              unit: unit === "us" ? "µs" : unit,
              points,
            }))}
          />
          <div className="overflow-x-auto">
            <Table
              caption={`Thesis and here, figure ${study.figure}`}
              columns={COLUMNS}
              rows={figure.comparisons}
              rowKey={({ target, what }) => `${target} ${what}`}
              empty="The thesis prints no number of this figure."
            />
          </div>
          <ul aria-label="Assumptions" className="list-disc pl-5 text-xs text-ink-2">
            {figure.assumptions.map((assumption) => (
              <li key={assumption}>{assumption}</li>
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
