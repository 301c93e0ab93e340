"use client";
import type { Placement, Problem } from "@p4twin/models/placement";
import { Badge, type Column, Table } from "@p4twin/ui";
import {
  chooseLatencyUnit,
  formatLatency,
  formatSignificant,
  LATENCY_UNIT_LABEL,
  type LatencyUnit,
} from "@p4twin/ui/format";
import { placeLine } from "./placementWords.ts";

type Interval = { lowUs: number; highUs: number };
const intervalOf = (lowUs: number | null | undefined, highUs: number | null | undefined): Interval | null =>
  lowUs == null || highUs == null ? null : { lowUs, highUs };

type Row = {
  id: string;
  place: string;
  /** of a chain that branches: its delay is that of the slowest */
  ways: { place: string; share: number; delayUs: number }[];
  delayUs: number | null;
  /** by the model, of the mean and of a packet; null: a profile on the way publishes none */
  mean: Interval | null;
  packet: Interval | null;
  maxDelayUs: number | null;
  rejected: boolean;
};

export type PlacedChainsProps = {
  problem: Problem;
  placement: Placement;
  selected: string | null;
  onSelect: (chainId: string) => void;
};

const rowsOf = (problem: Problem, placement: Placement): Row[] =>
  problem.chains.map((chain) => {
    const placed = placement.chains.find((entry) => entry.id === chain.id);
    return {
      id: chain.id,
      place: placed ? placeLine(placed) : "",
      ways: (placed?.ways ?? []).map(({ functions, share, delayUs }) => ({
        place: functions.map((k) => `${chain.functions[k]} on ${placed?.hosts[k]}`).join(", "),
        share,
        delayUs,
      })),
      delayUs: placed?.delayUs ?? null,
      mean: intervalOf(placed?.meanLowUs, placed?.meanHighUs),
      packet: intervalOf(placed?.lowUs, placed?.highUs),
      maxDelayUs: chain.maxDelayUs,
      rejected: !placed,
    };
  });

/** A number of the column's unit; the exact value on hover. */
const microseconds = (us: number | null, unit: LatencyUnit) => (
  <span title={us === null ? "not known" : `${us} µs`}>{formatLatency(us, unit)}</span>
);

/** Every chain of the scenario: where it runs and what is left of its budget. */
export function PlacedChains({ problem, placement, selected, onSelect }: PlacedChainsProps) {
  const rows = rowsOf(problem, placement);
  const unit = chooseLatencyUnit(rows.map((row) => row.delayUs));
  const columns: Column<Row>[] = [
    { id: "id", header: "Chain", cell: (row) => <span className="font-medium">{row.id}</span> },
    {
      id: "hosts",
      header: "Runs on",
      cell: (row) => {
        if (row.rejected) return <Badge tone="bad">not placed</Badge>;
        if (row.ways.length === 0) return row.place;
        return (
          <ul>
            {row.ways.map(({ place, share, delayUs }) => (
              <li key={`${place} ${share}`}>
                {formatSignificant(100 * share)} %: {place}, {microseconds(delayUs, unit)}{" "}
                {LATENCY_UNIT_LABEL[unit]}
              </li>
            ))}
          </ul>
        );
      },
    },
    {
      id: "delay",
      header: "Delay",
      unit: LATENCY_UNIT_LABEL[unit],
      numeric: true,
      hint: "Eq. 5.19 of the thesis, with one standard deviation of the mean and of a packet where the profiles publish it",
      cell: (row) => (
        <>
          {microseconds(row.delayUs, unit)}
          {(["mean", "packet"] as const).map((of) => {
            const interval = row[of];
            return interval ? (
              <span key={of} className="block text-2xs text-ink-3">
                {of} {formatLatency(interval.lowUs, unit)} to {formatLatency(interval.highUs, unit)}
              </span>
            ) : null;
          })}
        </>
      ),
    },
    {
      id: "budget",
      header: "Budget",
      unit: LATENCY_UNIT_LABEL[unit],
      numeric: true,
      cell: (row) => (row.maxDelayUs === null ? "none" : microseconds(row.maxDelayUs, unit)),
    },
    {
      id: "left",
      header: "Left",
      unit: LATENCY_UNIT_LABEL[unit],
      numeric: true,
      cell: (row) =>
        microseconds(
          row.maxDelayUs === null || row.delayUs === null ? null : row.maxDelayUs - row.delayUs,
          unit,
        ),
    },
  ];
  return (
    <Table
      caption="Placed chains"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      selectedKey={selected}
      onSelect={(row) => onSelect(row.id)}
    />
  );
}
