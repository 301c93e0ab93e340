"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { Badge, Button, type Column, Input, Select, Table } from "@p4twin/ui";
import { formatPercent, formatSignificant } from "@p4twin/ui/format";
import { useState } from "react";
import { DeltaText } from "./DeltaText.tsx";
import { type DeviceRow, deviceRows } from "./deviceRows.ts";
import { dropHandlers } from "./functionDrag.ts";
import type { WhatIfControls } from "./useWhatIf.ts";

export type DeviceEffectsProps = {
  profiles: readonly DeviceProfile[];
  selected: string | null;
  onSelect: (device: string) => void;
  whatIf: WhatIfControls;
};

/** Devices in use with their load; swap the profile, let one fail, or drop a function on one. */
export function DeviceEffects({ profiles, selected, onSelect, whatIf }: DeviceEffectsProps) {
  const { prediction, catalogue, change } = whatIf;
  const [filter, setFilter] = useState("");
  if (!prediction || !catalogue) return null;
  const { rows, hidden } = deviceRows(prediction, filter, selected);
  const options = profiles
    .filter((profile) => catalogue.device(profile.id) !== null)
    .map((profile) => ({ value: profile.id, label: profile.id, hint: profile.title }));
  const columns: Column<DeviceRow>[] = [
    {
      id: "device",
      header: "Device",
      cell: (row) => (
        <span data-node-id={row.id} className="flex flex-col">
          <span className="flex items-center gap-1.5 font-medium">
            {row.id}
            {row.failed ? <Badge tone="bad">failed</Badge> : null}
          </span>
          <span className="text-xs text-ink-3">{row.functions || "runs nothing"}</span>
        </span>
      ),
    },
    {
      id: "profile",
      header: "Profile",
      cell: (row) => (
        <Select
          aria-label={`Profile of ${row.id}`}
          className="w-28"
          value={row.profile}
          options={options}
          onValueChange={(profile) => change({ kind: "profile", device: row.id, profile })}
        />
      ),
    },
    {
      id: "power",
      header: "Power",
      unit: "W",
      numeric: true,
      hint: "0 while nothing runs there; the difference to the baseline below",
      cell: (row) => (
        <span className="flex flex-col">
          {formatSignificant(row.powerWatts)}
          <DeltaText delta={row.addedWatts} className="text-xs" />
        </span>
      ),
    },
    {
      id: "load",
      header: "Fullest",
      numeric: true,
      hint: "share of its fullest resource: constructs, rules, throughput, externs, cores",
      cell: (row) => (
        <span className={row.fullest !== null && row.fullest > 1 ? "text-bad" : undefined}>
          {formatPercent(row.fullest)}
        </span>
      ),
    },
    {
      id: "fail",
      header: <span className="sr-only">Fail</span>,
      cell: (row) => (
        <Button
          size="sm"
          onClick={() => change({ kind: row.failed ? "restore" : "fail", node: row.id })}
          aria-label={row.failed ? `Bring ${row.id} back` : `Fail ${row.id}`}
        >
          {row.failed ? "Bring back" : "Fail"}
        </Button>
      ),
    },
  ];
  return (
    <div
      className="flex flex-col overflow-x-auto"
      {...dropHandlers(({ chain, position }, to) => change({ kind: "move", chain, position, to }))}
    >
      {hidden > 0 || filter !== "" ? (
        <Input
          aria-label="Find a device"
          className="m-2 w-64"
          placeholder={`Find one of ${hidden + rows.length} devices`}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      ) : null}
      <Table
        caption="Devices after the change"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        selectedKey={selected}
        onSelect={(row) => onSelect(row.id)}
      />
    </div>
  );
}
