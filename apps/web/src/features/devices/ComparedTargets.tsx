"use client";
import {
  type ComparedTargets,
  compareTargets,
  type DeviceProfile,
  ratingCriteria,
} from "@p4twin/models/device";
import { type Column, Panel, ScrollArea, Table } from "@p4twin/ui";
import { Radar } from "@p4twin/ui/charts";
import { MISSING } from "@p4twin/ui/format";
import { SourceNote } from "./SourceNote.tsx";

/** Where the device stands among those with the same numbers: plus signs, and a radar. Nothing where it has none. */
export function ComparedTargetPanels({
  device,
  others,
}: {
  device: DeviceProfile;
  others: readonly DeviceProfile[];
}) {
  const compared = compareTargets(others);
  return (
    <>
      {device.ratings ? <Ratings device={device} others={others} /> : null}
      {compared.targets.some(({ id }) => id === device.id) ? (
        <NumbersRadar compared={compared} id={device.id} />
      ) : null}
    </>
  );
}

type Criterion = (typeof ratingCriteria)[number];

function Ratings({ device, others }: { device: DeviceProfile; others: readonly DeviceProfile[] }) {
  const rated = others.filter(({ ratings }) => ratings !== null);
  const columns: Column<Criterion>[] = [
    { id: "criterion", header: "Criterion", cell: ([, label]) => label },
    ...rated.map(
      ({ id, title, ratings }): Column<Criterion> => ({
        id,
        header: title,
        className: id === device.id ? "font-medium bg-sunken" : "",
        cell: ([key]) => <Plusses count={ratings?.values[key] ?? null} />,
      }),
    ),
  ];
  return (
    <Panel title="Targets compared: more signs are better" bodyClassName="p-0">
      <ScrollArea label="Targets compared by plus signs">
        <Table
          caption="Targets compared by plus signs"
          columns={columns}
          rows={ratingCriteria}
          rowKey={([key]) => key}
        />
      </ScrollArea>
      <div className="p-3">
        <SourceNote source={device.ratings?.source ?? null} />
      </div>
    </Panel>
  );
}

const Plusses = ({ count }: { count: number | null }) =>
  count === null ? (
    <span title="not available">{MISSING}</span>
  ) : (
    <span title={`${count} of 4`}>{"+".repeat(count)}</span>
  );

function NumbersRadar({ compared: { axes, targets }, id }: { compared: ComparedTargets; id: string }) {
  return (
    <Panel title="Targets compared by number" subtitle="each over the largest; thesis, Fig. 5.3">
      <Radar
        label="Targets by Table 5.6"
        axes={axes}
        series={targets.map(({ title, ...target }) => ({ ...target, label: title }))}
        selectedId={id}
      />
    </Panel>
  );
}
