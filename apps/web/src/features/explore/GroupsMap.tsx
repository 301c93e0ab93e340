"use client";
import { HeatMap } from "@p4twin/ui/charts";
import { formatClock, formatDateTime } from "@p4twin/ui/format";
import {
  type Group,
  type Groups,
  groupName,
  unitOf,
  type ValueId,
  valueText,
  valueTitle,
  valueWords,
} from "./exploreWords.ts";

type CellPlace = { group: string; at: number };
export type GroupsMapProps = {
  answer: Groups;
  value: ValueId;
  selected: CellPlace | null;
  onSelect: (place: CellPlace) => void;
};

/** Bins shorter than this are told by the time of day alone. */
const DAY_MS = 86_400_000;
/** Every third bin has its time below: all of them would not be read. */
const LABEL_EVERY = 3;

/** The first groups from top to bottom, time to the right; a cell leads to its reports. */
export function GroupsMap({ answer, value, selected, onSelect }: GroupsMapProps) {
  const { groups, fromMs, toMs, binMs } = answer;
  const unit = unitOf(answer);
  const cells = groups.flatMap((group: Group, g) =>
    group.cells.map((figure, bin) => ({
      ...{ x: fromMs + bin * binMs, y: groups.length - g, value: figure, group },
    })),
  );
  const time = toMs - fromMs > DAY_MS ? formatDateTime : formatClock;
  const nameOf = (y: number): string => {
    const group = groups[groups.length - y];
    return group ? groupName(group) : "";
  };
  return (
    <HeatMap
      cells={cells}
      label={valueTitle(value, unit)}
      xLabel="time"
      yLabel="groups, the first on top"
      formatX={(x) =>
        Math.round((x - fromMs) / binMs) % LABEL_EVERY === 0
          ? time(x).slice(0, time === formatClock ? 5 : 16)
          : ""
      }
      formatY={nameOf}
      formatValue={({ value: figure }) => valueText(value, figure, unit)}
      describe={({ x, group, value: figure }) =>
        `${groupName(group)}, ${time(x)}: ${valueWords(value, figure, unit)}`
      }
      selected={
        cells.find(({ group, x }) => group.key === selected?.group && x === 1_000 * (selected?.at ?? 0)) ??
        null
      }
      onSelect={({ group, x }) => {
        if (group.key !== null) onSelect({ group: group.key, at: Math.floor(x / 1_000) });
      }}
    />
  );
}
