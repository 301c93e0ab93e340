"use client";
import { type Controller, libraryControllers } from "@p4twin/models/device";
import { type Column, Panel, ScrollArea, Table } from "@p4twin/ui";
import { formatSignificant } from "@p4twin/ui/format";
import { SourceNote } from "./SourceNote.tsx";

type ControllerNumber = Controller["numbers"][number];

const PROTOCOLS: Readonly<Record<ControllerNumber["protocol"], string>> = {
  openflow: "OpenFlow",
  p4runtime: "P4Runtime",
};
const QUANTITIES: Readonly<Record<ControllerNumber["quantity"], string>> = {
  lossFreeRate: "free of loss",
  saturationRate: "saturated",
  rtt: "up and back",
  cores: "cores in use",
  outstanding: "unanswered",
  received: "received",
};

const COLUMNS: readonly Column<ControllerNumber>[] = [
  {
    id: "what",
    header: "Number",
    className: "whitespace-normal",
    cell: ({ protocol, quantity, where }) => `${PROTOCOLS[protocol]}: ${QUANTITIES[quantity]}, ${where}`,
  },
  {
    id: "value",
    header: "Value",
    numeric: true,
    cell: ({ value, std, unit }) => (
      <span title={`${value} ${unit}${std === null ? "" : `, standard deviation ${std}`}`}>
        {formatSignificant(value)}
        {std === null ? null : <span className="text-ink-2"> ± {formatSignificant(std)}</span>}
        <span className="ml-1 text-ink-3">{unit}</span>
      </span>
    ),
  },
  {
    id: "source",
    header: "Source",
    className: "whitespace-normal w-2/5",
    cell: ({ source }) => <SourceNote source={source} />,
  },
];

/** What a controller in front of the device was measured to take: for packets that a program sends up. */
export function ControllerPanels() {
  return libraryControllers().map(({ id, title, summary, numbers }) => (
    <Panel key={id} title={`Controller ${title}`} subtitle={summary} bodyClassName="p-0">
      <ScrollArea label={`Numbers of ${title}`}>
        <Table
          caption={`Numbers of ${title}`}
          columns={COLUMNS}
          rows={numbers}
          rowKey={({ protocol, quantity, where }) => `${protocol} ${quantity} ${where}`}
        />
      </ScrollArea>
    </Panel>
  ));
}
