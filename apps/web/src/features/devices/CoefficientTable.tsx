"use client";
import type { Coefficient, FitResult } from "@p4twin/models/device";
import { Badge, type BadgeTone, type Column, Table } from "@p4twin/ui";
import { formatSignificant, MISSING } from "@p4twin/ui/format";

const STATUS: Readonly<Record<Coefficient["status"], { tone: BadgeTone; words: string; hint: string }>> = {
  fitted: { tone: "ok", words: "fitted", hint: "Determined by the measurements" },
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

type Row = Omit<Coefficient, "name"> & { name: string };

const COLUMNS: readonly Column<Row>[] = [
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
    hint: "By Student's t; a run of the switch counts once",
    cell: ({ lowUs, highUs }) =>
      lowUs === null || highUs === null
        ? MISSING
        : `${formatSignificant(lowUs)} to ${formatSignificant(highUs)}`,
  },
  {
    id: "expected",
    header: "Expected",
    unit: "µs",
    numeric: true,
    hint: "What predictions and the profile use: nearer to 0 the less the measurements determine it",
    cell: ({ expectedUs }) => (expectedUs === null ? MISSING : formatSignificant(expectedUs)),
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

const bendRow = ({ construct, kind, overCount, us, lowUs, highUs }: FitResult["bends"][number]): Row => ({
  name: `${construct} beyond ${overCount}${kind === "once" ? ", once" : ""}`,
  ...{ us, expectedUs: us, lowUs, highUs, status: "fitted" },
  note: kind === "once" ? "added once" : "added to the cost of each one beyond",
});

/** The fitted costs and bends with their intervals, and which of them the data cannot see. */
export const CoefficientTable = ({ coefficients, bends }: Pick<FitResult, "coefficients" | "bends">) => (
  <Table
    caption="Coefficients"
    columns={COLUMNS}
    rows={[...coefficients, ...bends.map(bendRow)]}
    rowKey={({ name }) => name}
  />
);
