import { type FrozenPlacement, type FrozenTwin, frozenPlacementSchema, frozenTwinSchema } from "./frozen.ts";

type Cell = string | number | null;

// a cell that begins with one of these would be run as a formula by spreadsheet programs
const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");

/**
 * One line a bucket: what was observed of each part of each segment; part 0 is the segment, part i its i-th element.
 */
function twinRows({ observed }: FrozenTwin): Cell[][] {
  const head = [
    "segment",
    "part",
    "start",
    "count",
    "meanUs",
    "p50Us",
    "p95Us",
    "p99Us",
    "maxUs",
    "abovePl",
    "aboveDl",
    "dropped",
  ];
  const rows = observed.series.flatMap((s) => {
    const segment = observed.twin.segments.find((t) => t.segment.id === s.segmentId)?.segment;
    const part = s.part === 0 ? "whole segment" : (segment?.elements[s.part - 1]?.label ?? String(s.part));
    return s.startMs.map((start, i): Cell[] => [
      segment?.name ?? s.segmentId,
      part,
      new Date(start).toISOString(),
      s.count[i] ?? null,
      s.meanUs[i] ?? null,
      s.p50Us[i] ?? null,
      s.p95Us[i] ?? null,
      s.p99Us[i] ?? null,
      s.maxUs[i] ?? null,
      s.abovePl[i] ?? null,
      s.aboveDl[i] ?? null,
      s.dropped[i] ?? null,
    ]);
  });
  return [head, ...rows];
}

/** One line a term of the delay of each placed chain. */
function placementRows({ placement }: FrozenPlacement): Cell[][] {
  const head = ["chain", "budgetUs", "delayUs", "hosts", "term", "device", "us"];
  const rows = (placement.result?.chains ?? []).flatMap((chain) => {
    const budget = placement.problem.chains.find((c) => c.id === chain.id)?.maxDelayUs ?? null;
    return chain.terms.map((t): Cell[] => [
      chain.id,
      budget,
      chain.delayUs,
      chain.hosts.join(" > "),
      t.what,
      t.device ?? null,
      t.us,
    ]);
  });
  return [head, ...rows];
}

/**
 * The data behind the figures of a report as CSV (RFC 4180); null when the snapshot is of a form that this
 * page cannot read.
 */
export function reportCsv(kind: "twin" | "placement", data: unknown): string | null {
  if (kind === "twin") {
    const twin = frozenTwinSchema.safeParse(data);
    return twin.success ? toCsv(twinRows(twin.data)) : null;
  }
  const placement = frozenPlacementSchema.safeParse(data);
  return placement.success ? toCsv(placementRows(placement.data)) : null;
}
