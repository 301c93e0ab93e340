import type { CounterName } from "../perPacket/counters.ts";

/** Counts of a PCM CSV, summed over its rows, or what is wrong with it and where. */
export type PcmCounts =
  | { ok: true; counts: Partial<Record<CounterName, number>>; rows: number; skipped: number[] }
  | { ok: false; line: number; message: string };

const split = (row: string): string[] => row.split(row.includes(";") ? ";" : ",").map((c) => c.trim());

/** Whether a text is the CSV of Intel PCM: a row of groups, then a row of names with L3MISS. */
export const isPcm = (text: string): boolean => {
  const [groups = "", names = ""] = text.split(/\r?\n/, 2);
  return (
    /(^|[,;])\s*(System|Core ?\d+|Socket ?\d+)/.test(groups) && /(^|[,;])\s*L[23]MISS\s*([,;]|$)/.test(names)
  );
};

/**
 * CSV of `pcm -csv`: misses of L2 and L3 in millions per interval, hit shares from 0 to 1. Hits = misses x
 * share / (1 - share); what misses L3 goes to DRAM. `cores`: those columns only; empty for the whole system.
 */
export function readPcm(text: string, cores: readonly number[]): PcmCounts {
  const lines = text.split(/\r?\n/);
  let group = "";
  const groups = split(lines[0] ?? "").map((cell) => {
    // older versions name a group once, over its first column
    if (cell !== "") group = cell;
    return group;
  });
  const names = split(lines[1] ?? "");
  const wanted = (cell: string): boolean =>
    cores.length === 0 ? cell === "System" : cores.some((c) => new RegExp(`^Core ?${c}(\\D|$)`).test(cell));
  const columns = (name: string): number[] =>
    names.flatMap((n, i) => (n === name && wanted(groups[i] ?? "") ? [i] : []));
  const [l2Miss, l3Miss, l2Hit, l3Hit] = [
    columns("L2MISS"),
    columns("L3MISS"),
    columns("L2HIT"),
    columns("L3HIT"),
  ];
  const expected = cores.length === 0 ? 1 : cores.length;
  if (l3Miss.length < expected) {
    const where = cores.length === 0 ? "System" : `core ${cores.join(", ")}`;
    const message = `has no column L3MISS of ${where}; PCM writes one for each core unless -nc is given`;
    return { ok: false, line: 1, message };
  }
  const total = { l2Hits: 0, l3Hits: 0, dramRefs: 0 };
  const skipped: number[] = [];
  let rows = 0;
  for (const [i, row] of lines.entries()) {
    if (i < 2 || row.trim() === "") continue;
    const cells = split(row);
    const at = (column: number | undefined): number =>
      column === undefined ? Number.NaN : Number(cells[column] || "x");
    const parts = l3Miss.map((miss3, k) => ({
      dramRefs: at(miss3) * 1e6,
      l3Hits: hits(at(miss3), at(l3Hit[k])),
      l2Hits: hits(at(l2Miss[k]), at(l2Hit[k])),
    }));
    if (parts.some((p) => Object.values(p).some((v) => !Number.isFinite(v)))) {
      skipped.push(i + 1);
      continue;
    }
    rows++;
    for (const part of parts) {
      total.dramRefs += part.dramRefs;
      total.l3Hits += part.l3Hits;
      total.l2Hits += part.l2Hits;
    }
  }
  if (rows === 0)
    return { ok: false, line: 3, message: "has no row with numbers for L2MISS, L3MISS, L2HIT and L3HIT" };
  return { ok: true, counts: total, rows, skipped };
}

/** Hits from misses in millions and the share of hits; nothing missed at a share of 1 tells nothing about hits. */
const hits = (missMillions: number, share: number): number =>
  share >= 1 ? (missMillions === 0 ? 0 : Number.NaN) : (missMillions * 1e6 * share) / (1 - share);
