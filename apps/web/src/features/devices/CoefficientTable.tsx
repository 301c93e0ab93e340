"use client";
import type { Coefficient } from "@p4twin/models/device";
import { Badge, type BadgeTone, type Column, Table } from "@p4twin/ui";
import { formatSignificant, MISSING } from "@p4twin/ui/format";

const STATUS: Readonly<Record<Coefficient["status"], { tone: BadgeTone; words: string; hint: string }>> = {
  fitted: { tone: "ok", words: "fitted", hint: "Determined by the measurements" },
  bound: { tone: "warn", words: "held at 0", hint: "The best value would be negative" },
  given: {
    tone: "warn",
    words: "carried over",
    hint: "Not identifiable from these measurements: that of the like device",
  },
  unseen: {
    tone: "bad",
    words: "not seen",
    hint: "Not identifiable from these measurements, and not known of the like device",
  },
};

const nameOf = (name: string): string =>
  name === "base" ? "base delay" : / B$/.test(name) ? `offset at ${name}` : name;

const COLUMNS: readonly Column<Coefficient>[] = [
  { id: "name", header: "Coefficient", cell: ({ name }) => nameOf(name) },
  {
    id: "us",
    header: "Value",
    unit: "µs",
    numeric: true,
    cell: ({ us }) => (
      <span title={us === null ? "unknown" : String(us)}>
        {us === null ? MISSING : formatSignificant(us)}
      </span>
    ),
  },
  {
    id: "interval",
    header: "95 % interval",
    unit: "µs",
    numeric: true,
    hint: "By Student's t with the degrees of freedom that are left",
    cell: ({ lowUs, highUs }) =>
      lowUs === null || highUs === null
        ? MISSING
        : `${formatSignificant(lowUs)} to ${formatSignificant(highUs)}`,
  },
  {
    id: "status",
    header: "Origin",
    cell: ({ status }) => (
      <span title={STATUS[status].hint}>
        <Badge tone={STATUS[status].tone}>{STATUS[status].words}</Badge>
      </span>
    ),
  },
  {
    id: "note",
    header: "Evidence",
    className: "whitespace-normal min-w-48 text-ink-2",
    cell: ({ note }) => note ?? "",
  },
];

/** The fitted costs with their intervals, and which of them the data cannot see. */
export const CoefficientTable = ({ coefficients }: { coefficients: readonly Coefficient[] }) => (
  <Table caption="Coefficients" columns={COLUMNS} rows={coefficients} rowKey={({ name }) => name} />
);
