import {
  chooseLatencyUnit,
  formatClock,
  formatLatency,
  formatLatencyWithUnit,
  LATENCY_UNIT_LABEL,
  type LatencyUnit,
} from "../format/index.ts";
import { cssColourOf, LINE_WIDTH, type LineSpec } from "./lines.ts";

export interface ReadOutRow {
  x: number;
  values: (number | null)[];
  band: { lowUs: number | null; highUs: number | null; meanUs: number | null } | null;
}

export interface ReadOutProps {
  lines: readonly LineSpec[];
  row: ReadOutRow | null;
  plUs: number | null;
  dlUs: number | null;
  alarmUs: number | null;
  /** The row is under the cursor, not just the latest. */
  atCursor: boolean;
  /** null: one that suits the row */
  unit: LatencyUnit | null;
}

const STROKES = { solid: "solid", dashed: "dashed", dotted: "dotted" };

/** Legend of a live chart and numbers at the cursor (or the latest) in one line. */
export function ReadOut({ lines, row, plUs, dlUs, alarmUs, atCursor, unit: inUnit }: ReadOutProps) {
  const unit = inUnit ?? chooseLatencyUnit([...(row?.values ?? []), row?.band?.meanUs]);
  return (
    <>
      <span className="min-w-14 text-ink">{row ? formatClock(row.x * 1000) : "no data"}</span>
      <span className="min-w-10 text-ink-3">{row ? (atCursor ? "cursor" : "latest") : ""}</span>
      {lines.map((line, index) => (
        <span key={line.column} className="inline-flex items-center gap-1">
          <span
            aria-hidden
            className="w-4"
            style={{
              borderTop: `${Math.max(1.5, line.width ?? LINE_WIDTH)}px ${STROKES[line.stroke ?? "solid"]} ${cssColourOf(line)}`,
            }}
          />
          {line.label}
          <span className="min-w-9 text-ink">{formatLatency(row?.values[index], unit)}</span>
        </span>
      ))}
      {row?.band ? (
        <span className="inline-flex items-center gap-1">
          <span aria-hidden className="h-2 w-4 border-t-2 border-dashed border-predicted bg-predicted/25" />
          predicted
          <span className="text-ink">
            {formatLatency(row.band.meanUs, unit)} ({formatLatency(row.band.lowUs, unit)}–
            {formatLatency(row.band.highUs, unit)})
          </span>
        </span>
      ) : null}
      <span className="text-ink-3">{LATENCY_UNIT_LABEL[unit]}</span>
      {plUs === null ? null : <span className="text-pl-ink">PL {formatLatencyWithUnit(plUs, inUnit)}</span>}
      {dlUs === null ? null : <span className="text-dl-ink">DL {formatLatencyWithUnit(dlUs, inUnit)}</span>}
      {alarmUs === null ? null : (
        <span className="text-ink-2">alarm {formatLatencyWithUnit(alarmUs, inUnit)}</span>
      )}
    </>
  );
}
