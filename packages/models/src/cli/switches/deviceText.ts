import { nodeIdConflict } from "../../attach/index.ts";
import type { GnmiDevice } from "../../topology/index.ts";
import { formatTable } from "../table.ts";

/** What a switch says of itself by gNMI, as text; `deviceId`: that it is read by P4Runtime with. */
export function deviceText(device: GnmiDevice, { deviceId }: { deviceId: string }): string[] {
  const { hostname, chassisId, serial, nodeIds, interfaces, neighbours } = device;
  const known = (name: string, value: string | null): string => `${name} ${value ?? "unknown"}`;
  const conflict = nodeIdConflict(deviceId, nodeIds);
  const seen = new Map(
    neighbours.map((each) => [
      each.interface,
      [each.systemName ?? each.chassisId ?? "without a name", each.portId ?? each.portDescription ?? ""].join(
        " ",
      ),
    ]),
  );
  return [
    `\n${[
      known("name", hostname),
      known("chassis", chassisId),
      known("serial", serial),
      known("node id", nodeIds.join(", ") || null),
    ].join(", ")}\n`,
    ...(conflict === null ? [] : [`conflict: ${conflict}\n`]),
    "\n",
    formatTable(
      [
        { title: "port" },
        { title: "P4", align: "right" },
        { title: "Gbps", align: "right" },
        { title: "state" },
        { title: "neighbour" },
      ],
      interfaces.map(({ name, p4Port, gbps, isUp }) => [
        name,
        p4Port === null ? "-" : String(p4Port),
        gbps === null ? "-" : String(gbps),
        isUp === null ? "unknown" : isUp ? "up" : "down",
        seen.get(name)?.trim() ?? "-",
      ]),
    ),
  ];
}
