"use client";
import { type DeviceProfile, profileUseNames, profileUses } from "@p4twin/models/device";
import { Badge, Button, type Column, nameLink, PageHeader, Panel, Table } from "@p4twin/ui";
import { formatSignificant, MISSING } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { profileLimits } from "@/lib/profileOption.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { sortRows } from "@/lib/sortRows.ts";
import { useSortUrl } from "@/lib/sortUrl.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { FirstVisitHint } from "@/shell/FirstVisitHint.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { NewDeviceDialog } from "./NewDeviceDialog.tsx";

type Device = RouterOutputs["devices"]["list"][number];

/** The numbers by which devices are compared; null: not published. */
const FACTS: readonly {
  id: string;
  header: string;
  unit: string;
  of: (profile: DeviceProfile) => number | null;
}[] = [
  { id: "base", header: "Base delay", unit: "µs", of: (profile) => profile.linear?.baseUs.value ?? null },
  { id: "parse", header: "Parse", unit: "µs", of: (profile) => profile.linear?.slopesUs.parse.value ?? null },
  { id: "table", header: "Table", unit: "µs", of: (profile) => profile.linear?.slopesUs.table.value ?? null },
  { id: "gbps", header: "Rate", unit: "Gbps", of: (profile) => profile.capacity.gbpsPerLink?.value ?? null },
  { id: "power", header: "Power", unit: "W", of: (profile) => profile.capacity.powerWatts?.value ?? null },
  { id: "cost", header: "Cost", unit: "$", of: (profile) => profile.capacity.costUsd?.value ?? null },
];

const COLUMNS: readonly Column<Device>[] = [
  {
    id: "title",
    header: "Device",
    sortable: true,
    cell: ({ id, document }) => (
      <AppLink href={`/devices/${id}`} className={nameLink}>
        {document.title}
      </AppLink>
    ),
  },
  { id: "id", header: "Id", cell: ({ id }) => <code className="font-mono text-xs">{id}</code> },
  { id: "kind", header: "Kind", sortable: true, cell: ({ document }) => document.kind.toUpperCase() },
  { id: "architectures", header: "Architectures", cell: ({ document }) => document.architectures.join(", ") },
  ...FACTS.map(
    ({ id, header, unit, of }): Column<Device> => ({
      id,
      header,
      unit,
      numeric: true,
      sortable: true,
      cell: ({ document }) => {
        const value = of(document);
        return (
          <span title={value === null ? "not published" : String(value)}>
            {value === null ? MISSING : formatSignificant(value)}
          </span>
        );
      },
    }),
  ),
  {
    id: "uses",
    header: "Used for",
    cell: ({ document }) => (
      <span title={profileLimits(document).join("\n") || undefined}>
        {profileUseNames.filter((use) => profileUses(document)[use] === null).join(", ") || "–"}
      </span>
    ),
  },
  {
    id: "origin",
    header: "Origin",
    cell: ({ origin, number }) => (
      <Badge tone={origin === "own" ? "accent" : "neutral"}>
        {origin === "own" ? `own, version ${number}` : "library"}
      </Badge>
    ),
  },
];

const sortValue = (device: Device, columnId: string): string | number | null => {
  if (columnId === "title") return device.document.title;
  if (columnId === "kind") return device.document.kind;
  return FACTS.find((fact) => fact.id === columnId)?.of(device.document) ?? null;
};

/** The device profiles that programs are held against. */
export function DevicesPage() {
  const trpc = useTRPC();
  const router = useRouter();
  const mayChange = useMayChange();
  const [adding, setAdding] = useState(false);
  const [sort, setSort] = useSortUrl();
  const devices = useQuery(trpc.devices.list.queryOptions());
  return (
    <>
      <PageHeader
        title="Devices"
        summary="Profiles: what a construct costs on each target, with the source of every number."
        actions={
          mayChange ? (
            <>
              <ButtonLink href="/devices/fit">Fit from measurements</ButtonLink>
              <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
                Add profile
              </Button>
            </>
          ) : null
        }
      />
      <div className="px-4 pb-6 md:px-6">
        <FirstVisitHint id="devices" title="A profile is data">
          Base delay, cost per construct, limits and spread, each number with the work it comes from. A new
          device is a new file.
        </FirstVisitHint>
        <QueryView query={devices} what="The device profiles">
          {(list) => (
            <Panel title={`${list.length} profiles`} bodyClassName="p-0 overflow-x-auto">
              <Table
                caption="Device profiles"
                columns={COLUMNS}
                rows={sortRows(list, sort, sortValue)}
                rowKey={(device) => device.id}
                onSelect={(device) => router.push(`/devices/${device.id}`)}
                sort={sort ?? undefined}
                onSortChange={setSort}
              />
            </Panel>
          )}
        </QueryView>
      </div>
      <NewDeviceDialog open={adding} onOpenChange={setAdding} />
    </>
  );
}
