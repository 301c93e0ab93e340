"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import type { ProgramText } from "@p4twin/models/program";
import type { CountedPath } from "@p4twin/models/run";
import { Alert, Badge, Button, type Column, FileDrop, Panel, Spinner, Table } from "@p4twin/ui";
import { chooseLatencyUnit, formatLatency, LATENCY_UNIT_LABEL, type LatencyUnit } from "@p4twin/ui/format";
import dynamic from "next/dynamic";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { saveFile } from "@/lib/saveFile.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { usePathsTaken } from "./model/usePathsTaken.ts";

/** Loaded when it is asked for: it brings the models of the twin. */
const BranchesDialog = dynamic(() =>
  import("@/features/deployments/index.ts").then((module) => module.BranchesDialog),
);

const TONES = { forward: "ok", drop: "neutral", recirculate: "warn", clone: "accent" } as const;

export type PathsTakenPanelProps = {
  program: ProgramText;
  /** the program version */
  versionId: string;
  port: number;
  device: DeviceProfile | null;
};

/** Which path the packets of a capture take here, how often, and how long. */
export function PathsTakenPanel({ program, versionId, port, device }: PathsTakenPanelProps) {
  const mayChange = useMayChange();
  const [handing, setHanding] = useState(false);
  const { name, add, clear, counted, isCut, problem, pending } = usePathsTaken(program, port, device);
  const rows = counted ? [...counted.paths, ...counted.clones] : [];
  const unit = chooseLatencyUnit(rows.flatMap(({ us }) => (us === null ? [] : [us])));
  const mean =
    device && counted?.meanUs != null
      ? `, ${formatLatency(counted.meanUs, unit)} ${LATENCY_UNIT_LABEL[unit]} on average on ${device.id}`
      : "";
  return (
    <Panel
      title="Paths taken"
      subtitle={
        counted
          ? `${isCut ? "the first " : ""}${countOf(counted.packets, "packet")}${mean}`
          : "which path the packets of a capture take here, and how long"
      }
      actions={
        <>
          {pending ? <Spinner label="Running the capture" /> : null}
          {counted ? (
            <Button
              size="sm"
              onClick={() =>
                saveFile(
                  "probabilities.json",
                  "application/json",
                  JSON.stringify(counted.probabilities, null, 2),
                )
              }
            >
              Download probabilities
            </Button>
          ) : null}
          {mayChange && counted && counted.places.length > 0 ? (
            <Button size="sm" onClick={() => setHanding(true)}>
              Use in a twin
            </Button>
          ) : null}
          {name !== null ? (
            <Button size="sm" onClick={clear}>
              Remove the capture
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FileDrop
          what="a capture"
          accept=".pcap,.pcapng,.cap"
          onFiles={(dropped) => void add(dropped)}
          hint={
            name ??
            "It stays in this window. Packets come in on the port above, at their times, with the entries above: 20,000 at most."
          }
        />
        {problem ? (
          <Alert tone="bad" title="The capture cannot be counted">
            {problem}
          </Alert>
        ) : null}
        {counted ? (
          <Table
            caption="Paths that packets take"
            columns={columnsOf(device?.id ?? null, unit)}
            rows={rows}
            rowKey={({ id }) => id}
            empty="No packet takes a listed path."
          />
        ) : null}
        {counted && counted.unlisted + counted.unlistedClones > 0 ? (
          <p className="text-xs text-ink-3">
            {countOf(counted.unlisted + counted.unlistedClones, "pass", "passes")} took no listed path (an
            error while a header is extracted, mostly) and{" "}
            {counted.unlisted + counted.unlistedClones === 1 ? "is" : "are"} left out.
          </p>
        ) : null}
      </div>
      {handing && counted && name !== null ? (
        <BranchesDialog
          program={versionId}
          branches={{
            source: { kind: "capture", name: isCut ? `the beginning of ${name}` : name },
            interval: counted.interval,
            places: counted.places,
          }}
          onClose={() => setHanding(false)}
        />
      ) : null}
    </Panel>
  );
}

const columnsOf = (device: string | null, unit: LatencyUnit): Column<CountedPath>[] => [
  {
    id: "id",
    header: "Path",
    hint: "As on the program page; c1, c2, … are paths of clones, which meet egress only",
    cell: ({ id }) => <span className="font-medium">{id}</span>,
  },
  {
    id: "outcome",
    header: "Outcome",
    cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{outcome}</Badge>,
  },
  {
    id: "way",
    header: "Tables",
    className: "break-words",
    cell: ({ tables }) =>
      tables.length > 0 ? (
        tables.map((table) => `${table.name}: ${table.action}`).join(", ")
      ) : (
        <span className="text-ink-3">none</span>
      ),
  },
  { id: "packets", header: "Packets", numeric: true, cell: ({ packets }) => packets.toLocaleString("en-US") },
  { id: "share", header: "Share", unit: "%", numeric: true, cell: ({ share }) => (100 * share).toFixed(1) },
  ...(device === null
    ? []
    : [
        {
          id: "latency",
          header: device,
          unit: LATENCY_UNIT_LABEL[unit],
          numeric: true,
          cell: ({ us }) => formatLatency(us, unit),
        } satisfies Column<CountedPath>,
      ]),
];
