import { summariseLatencies } from "../probe/latencySummary.ts";
import type { Measurement } from "./parseMeasurements.ts";

/** Rows of one program in one run from which they are its packets and no repetitions of a mean (our choice). */
const LEAST_PACKETS = 30;

/**
 * Rows of single packets as measurements: those of one program in one run, where no row says its spread or its
 * packets, are one with mean, spread and percentiles. Fewer rows stay as they are, and rows that name no run.
 */
export function ofPackets(rows: readonly Measurement[]): Measurement[] {
  const groups = new Map<string, Measurement[]>();
  for (const row of rows) {
    const isPacket =
      row.spreadUs === null && row.packets === null && row.percentilesUs === undefined && Boolean(row.run);
    const key = isPacket
      ? JSON.stringify([row.program, row.run, row.counts, row.packetBytes])
      : `line ${row.line}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const groupOf = new Map([...groups.values()].flatMap((group) => group.map((row) => [row, group] as const)));
  return rows.flatMap((row) => {
    const group = groupOf.get(row)!;
    if (group.length < LEAST_PACKETS) return row;
    if (group[0] !== row) return [];
    const { packets, latencyUs, spreadUs, p50Us, p95Us, p99Us } = summariseLatencies(
      group.map((each) => each.latencyUs),
    )!;
    const percentilesUs = { p50: p50Us, p95: p95Us, p99: p99Us };
    return { ...row, packets, latencyUs, spreadUs, percentilesUs };
  });
}
