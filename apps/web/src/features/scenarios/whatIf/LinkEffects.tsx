"use client";
import { Badge, Button, type Column, Select, Table } from "@p4twin/ui";
import { formatPercent, formatSignificant } from "@p4twin/ui/format";
import { useMemo } from "react";
import type { WhatIfControls } from "./useWhatIf.ts";

type Row = { id: string; a: string; b: string; gbps: number; usedGbps: number; failed: boolean };

// a list that is still looked through (our choice)
const MOST_OFFERED = 300;

const key = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Links in use and failed ones; any link can be made to fail. */
export function LinkEffects({ whatIf: { prediction, change } }: { whatIf: WhatIfControls }) {
  const all = prediction?.state.problem.links;
  const links = useMemo(() => new Map(all?.map((link) => [key(link.a, link.b), link])), [all]);
  if (!prediction) return null;
  const { state, now, base } = prediction;
  const failed = new Set(state.failed.links.map(([a, b]) => key(a, b)));
  const shown = new Map(
    [...base.links, ...now.links].filter((l) => l.thereGbps + l.backGbps > 0).map((l) => [key(l.a, l.b), l]),
  );
  const nowOf = new Map(now.links.map((l) => [key(l.a, l.b), l]));
  const ids = [...new Set([...shown.keys(), ...failed])];
  const rows = ids.flatMap((id): Row[] => {
    const link = links.get(id);
    const use = nowOf.get(id);
    if (!link) return [];
    const usedGbps = Math.max(use?.thereGbps ?? 0, use?.backGbps ?? 0);
    return [{ id, a: link.a, b: link.b, gbps: link.gbps, usedGbps, failed: failed.has(id) }];
  });
  const listed = new Set(ids);
  const others = [...links.values()]
    .slice(0, MOST_OFFERED + ids.length)
    .filter(({ a, b }) => !listed.has(key(a, b)));
  const columns: Column<Row>[] = [
    {
      id: "link",
      header: "Link",
      cell: (row) => (
        <span className="flex items-center gap-1.5">
          {row.a} – {row.b}
          {row.failed ? <Badge tone="bad">failed</Badge> : null}
        </span>
      ),
    },
    { id: "rate", header: "Rate", unit: "Gbps", numeric: true, cell: (row) => formatSignificant(row.gbps) },
    {
      id: "used",
      header: "Fuller way",
      unit: "Gbps",
      numeric: true,
      cell: (row) => formatSignificant(row.usedGbps),
    },
    { id: "share", header: "Share", numeric: true, cell: (row) => formatPercent(row.usedGbps / row.gbps) },
    {
      id: "fail",
      header: <span className="sr-only">Fail</span>,
      cell: (row) => (
        <Button
          size="sm"
          aria-label={`${row.failed ? "Bring back" : "Fail"} link ${row.a} to ${row.b}`}
          onClick={() => change({ kind: row.failed ? "restore-link" : "fail-link", a: row.a, b: row.b })}
        >
          {row.failed ? "Bring back" : "Fail"}
        </Button>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-2">
      <Table
        caption="Links after the change"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty="No chain crosses a link."
      />
      {others.length > 0 ? (
        <Select
          aria-label="Fail another link"
          className="m-2 w-64"
          placeholder="Fail another link …"
          value={undefined}
          options={others.map(({ a, b }) => ({ value: key(a, b), label: `${a} – ${b}` }))}
          onValueChange={(id) => {
            const link = links.get(id);
            if (link) change({ kind: "fail-link", a: link.a, b: link.b });
          }}
        />
      ) : null}
    </div>
  );
}
