"use client";
import { useState } from "react";
import { chooseLatencyUnit, formatLatency, formatPercent, LATENCY_UNIT_LABEL } from "../format/index.ts";
import { Breadcrumbs } from "../primitives/Breadcrumbs.tsx";
import { nameLink } from "../primitives/linkStyles.ts";
import { Panel } from "../primitives/Panel.tsx";
import { type Column, type Sort, Table } from "../primitives/Table.tsx";
import { Tabs } from "../primitives/Tabs.tsx";
import { type Verdict, VerdictBadge } from "../primitives/VerdictBadge.tsx";
import { Section } from "./Section.tsx";

interface SegmentRow {
  id: string;
  chain: string;
  verdict: Verdict;
  p50Us: number | null;
  p99Us: number | null;
  abovePl: number | null;
}

const ROWS: SegmentRow[] = [
  { id: "s2", chain: "web-edge", verdict: "violated", p50Us: 1900, p99Us: 11_000, abovePl: 0.0731 },
  { id: "s1", chain: "web-edge", verdict: "drifts", p50Us: 412, p99Us: 690, abovePl: 0 },
  { id: "s3", chain: "web-edge", verdict: "holds", p50Us: 401, p99Us: 655, abovePl: 0.00002 },
  { id: "s1", chain: "iot-core", verdict: "no-data", p50Us: null, p99Us: null, abovePl: null },
].map((row) => ({ ...row, verdict: row.verdict as Verdict }));

const unitP50 = chooseLatencyUnit(ROWS.map((row) => row.p50Us));
const unitP99 = chooseLatencyUnit(ROWS.map((row) => row.p99Us));

const COLUMNS: Column<SegmentRow>[] = [
  {
    id: "segment",
    header: "Segment",
    sortable: true,
    cell: (row) => (
      <a href="#gallery-tables" className={nameLink}>
        {row.chain} · {row.id}
      </a>
    ),
  },
  { id: "verdict", header: "Verdict", cell: (row) => <VerdictBadge verdict={row.verdict} /> },
  {
    id: "p50",
    header: "p50",
    unit: LATENCY_UNIT_LABEL[unitP50],
    numeric: true,
    sortable: true,
    cell: (row) => formatLatency(row.p50Us, unitP50),
  },
  {
    id: "p99",
    header: "p99",
    unit: LATENCY_UNIT_LABEL[unitP99],
    numeric: true,
    sortable: true,
    cell: (row) => formatLatency(row.p99Us, unitP99),
  },
  { id: "abovePl", header: "above PL", numeric: true, cell: (row) => formatPercent(row.abovePl) },
];

export function TableSection() {
  const [selected, setSelected] = useState<string | null>("web-edge/s1");
  const [sort, setSort] = useState<Sort>({ columnId: "p99", descending: true });
  const [tab, setTab] = useState("paths");
  const rowKey = (row: SegmentRow) => `${row.chain}/${row.id}`;

  return (
    <Section title="Tables">
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <Panel title="Segments" subtitle="worst first" bodyClassName="overflow-auto p-0">
          <Table
            caption="Segments with their verdict and latency"
            columns={COLUMNS}
            rows={ROWS}
            rowKey={rowKey}
            selectedKey={selected}
            onSelect={(row) => setSelected(rowKey(row))}
            sort={sort}
            onSortChange={setSort}
          />
        </Panel>
        <div className="flex flex-col gap-3">
          <Breadcrumbs
            crumbs={[
              { label: "Programs", href: "#" },
              { label: "l3fwd.p4", href: "#" },
              { label: "Version 3" },
            ]}
          />
          <Tabs
            aria-label="Program"
            value={tab}
            onValueChange={setTab}
            tabs={[
              { value: "paths", label: "Paths", count: 3, content: "Three feasible paths." },
              { value: "problems", label: "Problems", count: 0, content: "No problems." },
              { value: "diff", label: "Diff", content: "Nothing to compare with.", disabled: true },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
