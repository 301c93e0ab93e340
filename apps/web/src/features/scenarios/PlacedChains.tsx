"use client";
import type { Placement, Problem } from "@p4twin/models/placement";
import { Badge, type Column, PredictedLatency, Table } from "@p4twin/ui";
import {
  chooseLatencyUnit,
  formatLatency,
  formatPredicted,
  formatSignificant,
  LATENCY_UNIT_LABEL,
  type LatencyIntervals,
  type LatencyUnit,
} from "@p4twin/ui/format";
import { givenIntervals } from "@/lib/predictedOf.ts";
import { placeLine } from "./placementWords.ts";

type Row = {
  id: string;
  place: string;
  /** of a chain that branches: its delay is that of the slowest */
  ways: { place: string; share: number; delayUs: number; intervals: LatencyIntervals }[];
  delayUs: number | null;
  /** by the model; null: a profile on the way publishes none */
  intervals: LatencyIntervals;
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
      ways: (placed?.ways ?? []).map(({ functions, share, ...way }) => ({
        place: functions.map((k) => `${chain.functions[k]} on ${placed?.hosts[k]}`).join(", "),
        share,
        delayUs: way.delayUs,
        intervals: givenIntervals(way),
      })),
      delayUs: placed?.delayUs ?? null,
      intervals: givenIntervals(placed),
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
            {row.ways.map(({ place, share, delayUs, intervals }) => (
              <li key={`${place} ${share}`} title={`${delayUs} µs`}>
                {formatSignificant(100 * share)} %: {place}, {formatPredicted(delayUs, intervals, unit)}{" "}
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
      cell: (row) => <PredictedLatency us={row.delayUs} {...row.intervals} unit={unit} />,
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
