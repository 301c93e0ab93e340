"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { Checkbox, type Column, NumberInput, Panel, Table } from "@p4twin/ui";
import { formatSignificant } from "@p4twin/ui/format";
import type { PlanDraft } from "./planDraft.ts";

export type DeviceTypesProps = {
  /** profiles that say what they draw and cost */
  profiles: readonly DeviceProfile[];
  value: PlanDraft["deviceTypes"];
  onChange: (deviceTypes: PlanDraft["deviceTypes"]) => void;
};

/** Which device types may be bought, and how many of each. */
export function DeviceTypes({ profiles, value, onChange }: DeviceTypesProps) {
  const chosen = new Map(value.map((type) => [type.profile, type]));
  const columns: Column<DeviceProfile>[] = [
    {
      id: "type",
      header: "Device type",
      cell: ({ id }) => (
        <Checkbox
          label={id}
          checked={chosen.has(id)}
          onCheckedChange={(on) =>
            onChange(on ? [...value, { profile: id }] : value.filter((type) => type.profile !== id))
          }
        />
      ),
    },
    {
      id: "available",
      header: "At most",
      cell: ({ id }) => (
        <NumberInput
          aria-label={`Available ${id}`}
          className="w-24"
          min={0}
          placeholder="any"
          disabled={!chosen.has(id)}
          value={chosen.get(id)?.available ?? null}
          onValueChange={(available) =>
            (available === null || Number.isInteger(available)) &&
            onChange(
              value.map((type) =>
                type.profile === id
                  ? { profile: id, ...(available === null || available < 0 ? {} : { available }) }
                  : type,
              ),
            )
          }
        />
      ),
    },
    {
      id: "price",
      header: "Price",
      unit: "$",
      numeric: true,
      cell: ({ capacity }) => formatSignificant(capacity.costUsd?.value),
    },
    {
      id: "power",
      header: "Power",
      unit: "W",
      numeric: true,
      cell: ({ capacity }) => formatSignificant(capacity.powerWatts?.value),
    },
  ];
  return (
    <Panel title="Devices to choose from" bodyClassName="max-h-96 overflow-auto p-0">
      <Table caption="Device types" columns={columns} rows={profiles} rowKey={({ id }) => id} />
    </Panel>
  );
}
