import type { ClassRule } from "../classes/synthesis.ts";
import { type FieldSet, intervalsOf, prefixesOf, setOf, sizeOf } from "../header/fieldSet.ts";

const PORT_BITS = 16;
const ALL_BITS = 2 ** PORT_BITS - 1;

/** Intervals of a port between the bounds of the ranges that rules name; the n-th has the number n + 1. */
export type PortIds = {
  field: "srcPort" | "dstPort";
  intervals: readonly [number, number][];
  /** numbers of the intervals that make up a set, as masked values of 16 bits */
  matches(set: FieldSet): { value: number; mask: number }[];
};

/** Packets without ports keep the number 0. */
export function portIds(rules: readonly ClassRule[], field: "srcPort" | "dstPort"): PortIds {
  const bounds = new Set<number>();
  for (const { filter } of rules) {
    const set = filter[field];
    if (!set || sizeOf(set) === 1) continue;
    for (const [low, high] of intervalsOf(set)) bounds.add(low).add(high + 1);
  }
  const cuts =
    bounds.size === 0 ? [] : [...new Set([0, ...bounds])].filter((c) => c <= ALL_BITS).sort((a, b) => a - b);
  const intervals = cuts.map((low, i): [number, number] => [low, (cuts[i + 1] ?? ALL_BITS + 1) - 1]);
  return {
    field,
    intervals,
    matches(set) {
      const inside = intervals.flatMap(([low], i): [number, number][] =>
        intervalsOf(set).some(([from, to]) => low >= from && low <= to) ? [[i + 1, i + 1]] : [],
      );
      return intervalsOf(setOf(inside)).flatMap(([low, high]) =>
        prefixesOf(low, high, PORT_BITS).map(({ value, length }) => ({
          value,
          mask: ALL_BITS + 1 - 2 ** (PORT_BITS - length),
        })),
      );
    },
  };
}

/** The table that writes the number of a port's interval into its half of the metadata. */
export function portFlows({ field, intervals }: PortIds, table: number): string[] {
  const next = `goto_table:${table + 1}`;
  const shift = field === "srcPort" ? 1 : 65_536;
  const hex = (n: number): string => `0x${n.toString(16)}`;
  const name = field === "srcPort" ? "tp_src" : "tp_dst";
  const flows = intervals.flatMap(([low, high], i) =>
    prefixesOf(low, high, PORT_BITS).flatMap(({ value, length }) =>
      ["tcp", "udp"].map((protocol) => {
        const mask = ALL_BITS + 1 - 2 ** (PORT_BITS - length);
        const write = `write_metadata:${hex((i + 1) * shift)}/${hex(ALL_BITS * shift)}`;
        return `table=${table},priority=1,${protocol},${name}=${hex(value)}/${hex(mask)},actions=${write},${next}`;
      }),
    ),
  );
  return [...flows, `table=${table},priority=0,actions=${next}`];
}
