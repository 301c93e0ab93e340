import type { TableTwin } from "../charts/shared/ChartFrame.tsx";
import {
  chooseLatencyUnit,
  formatDateTime,
  formatLatency,
  LATENCY_UNIT_LABEL,
  type LatencyUnit,
} from "../format/index.ts";
import type { ColumnView } from "./columnBuffer.ts";

/** More rows than this do not help anyone who reads a table (our choice); the table then takes every n-th. */
const ROWS = 60;

/** Table twin of a live chart: the newest row first, thinned out evenly. */
export function seriesTwin(
  view: ColumnView,
  columns: readonly { column: string; label: string }[],
  inUnit: LatencyUnit | null = null,
): TableTwin {
  const values = columns.map(({ column }) => view.columns[column]);
  const step = Math.max(1, Math.ceil(view.x.length / ROWS));
  const indexes: number[] = [];
  for (let index = view.x.length - 1; index >= 0; index -= step) indexes.push(index);
  const unit =
    inUnit ?? chooseLatencyUnit(indexes.flatMap((index) => values.map((column) => column?.[index])));
  return {
    head: [
      { label: "time" },
      ...columns.map(({ label }) => ({ label: `${label} ${LATENCY_UNIT_LABEL[unit]}`, numeric: true })),
    ],
    rows: indexes.map((index) => [
      formatDateTime((view.x[index] ?? 0) * 1000),
      ...values.map((column) => formatLatency(column?.[index], unit)),
    ]),
  };
}
