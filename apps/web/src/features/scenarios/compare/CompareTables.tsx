"use client";
import type { DelaySum } from "@p4twin/models/placement";
import { type Column, Panel, PredictedLatency, Table } from "@p4twin/ui";
import { BudgetBar } from "@p4twin/ui/charts";
import { formatCount, formatSignificant } from "@p4twin/ui/format";
import { hostLine } from "../placementWords.ts";
import { DeltaText } from "../whatIf/DeltaText.tsx";
import { type DelayRow, delayRows, type SumRow, sumRows } from "./compareRows.ts";
import type { ComparedSide } from "./useSide.ts";

/** Sums, chains and segments of all sides, with differences to the first. */
export function CompareTables({ sides }: { sides: readonly ComparedSide[] }) {
  const evaluations = sides.map((side) => side.prediction?.now ?? null);
  const headers = sides.map((side, index) => `${index + 1} ${side.version?.name ?? ""}`);
  const sums: Column<SumRow>[] = [
    { id: "what", header: "Sum", cell: ({ label, unit }) => <Label label={label} unit={unit} /> },
    ...headers.map(
      (header, index): Column<SumRow> => ({
        id: `${index}`,
        header,
        numeric: true,
        cell: ({ values, unit, intervals }) => (
          <Compared values={values} index={index} counted={unit === ""} sum={intervals?.[index] ?? null} />
        ),
      }),
    ),
  ];
  const delays: Column<DelayRow>[] = [
    {
      id: "what",
      header: "Chain or segment",
      cell: ({ label, isSegment }) => (
        <span className={isSegment ? "pl-4 text-ink-2" : "font-medium"}>{label}</span>
      ),
    },
    ...headers.map(
      (header, index): Column<DelayRow> => ({
        id: `${index}`,
        header,
        unit: "µs",
        numeric: true,
        cell: (row) => <DelayCell row={row} index={index} />,
      }),
    ),
  ];
  return (
    <div className="flex flex-col gap-3">
      <Panel title="In sum" bodyClassName="p-0 overflow-x-auto">
        <Table
          caption="Sums of the scenarios"
          columns={sums}
          rows={sumRows(evaluations)}
          rowKey={(row) => row.id}
        />
      </Panel>
      <Panel title="Delays" subtitle="of chains and their segments" bodyClassName="p-0 overflow-x-auto">
        <Table
          caption="Delays of the scenarios"
          columns={delays}
          rows={delayRows(evaluations)}
          rowKey={(row) => row.id}
        />
      </Panel>
    </div>
  );
}

const Label = ({ label, unit }: { label: string; unit: string }) => (
  <span>
    {label} {unit ? <span className="text-ink-3">{unit}</span> : null}
  </span>
);

type ComparedProps = {
  values: readonly (number | null)[];
  index: number;
  /** whole numbers */
  counted: boolean;
  /** a sum of latencies, with the interval of its mean */
  sum: DelaySum | null;
};

/** A number, and from the second side on its difference to the first. */
function Compared({ values, index, counted, sum }: ComparedProps) {
  const value = values[index] ?? null;
  const base = values[0] ?? null;
  return (
    <span className="inline-flex items-baseline gap-2" title={value === null ? undefined : `${value}`}>
      {index > 0 ? (
        <DeltaText delta={value === null || base === null ? null : value - base} counted={counted} />
      ) : null}
      {sum ? (
        <PredictedLatency us={value} {...sum} unit="us" />
      ) : counted ? (
        formatCount(value)
      ) : (
        formatSignificant(value)
      )}
    </span>
  );
}

function DelayCell({ row, index }: { row: DelayRow; index: number }) {
  const cell = row.cells[index] ?? null;
  if (cell === null) return <span className="text-ink-3">not here</span>;
  const delayUs = cell.delay?.delayUs ?? null;
  const baselineUs = index > 0 ? (row.cells[0]?.delay?.delayUs ?? null) : null;
  const deltaUs = delayUs === null || baselineUs === null ? null : delayUs - baselineUs;
  return (
    <span className="flex flex-col items-stretch gap-0.5">
      <span className="inline-flex items-baseline justify-end gap-2">
        {index > 0 ? <DeltaText delta={deltaUs} /> : null}
        <PredictedLatency us={delayUs} {...cell.delay} unit="us" />
      </span>
      <BudgetBar
        label={`Delay of ${row.label}`}
        valueUs={delayUs}
        baselineUs={baselineUs}
        budgetUs={cell.budgetUs}
        plUs={cell.plUs}
        dlUs={cell.dlUs}
      />
      {row.isSegment ? null : (
        <span className="text-left text-2xs text-ink-3">{hostLine(cell.hosts) || "no place"}</span>
      )}
    </span>
  );
}
