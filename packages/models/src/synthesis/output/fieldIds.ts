import { type FieldSet, intervalsOf, isSameSet, prefixesOf, setOf, sizeOf } from "../header/fieldSet.ts";
import type { Filter } from "../header/filter.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
import { TRANSPORT } from "../header/transport.ts";

/** Fields without masks whose sets are long lists of values. */
export const NUMBERED = ["srcPort", "dstPort", "ipProto", "ipTtl", "icmpType"] as const;
export type Numbered = (typeof NUMBERED)[number];
/** Their 16 bits of the metadata. What has a type of ICMP has no ports. */
const PLACE: Readonly<Record<Numbered, number>> = {
  srcPort: 0,
  dstPort: 1,
  ipProto: 2,
  ipTtl: 3,
  icmpType: 0,
};
/** The number before the first: a type of ICMP is none of those of source ports, of which there are fewer. */
const BEFORE: Readonly<Record<Numbered, number>> = {
  srcPort: 0,
  dstPort: 0,
  ipProto: 0,
  ipTtl: 0,
  icmpType: 0xfe00,
};

const ID_BITS = 16;
/** Our choice: as many protocols, TTLs or types are flows of their own; a table of numbers has 256. */
const FEW_VALUES = 16;

/** Whether a set is asked by the numbers of its intervals. */
export const isByNumber = (field: Numbered, set: FieldSet): boolean =>
  field === "srcPort" || field === "dstPort"
    ? sizeOf(set) > 1
    : sizeOf(set) > FEW_VALUES && !isSameSet(set, TRANSPORT);

/** Intervals of a field between the bounds of the sets that filters name; the first has the number behind BEFORE. */
export type FieldIds = {
  field: Numbered;
  intervals: readonly [number, number][];
  /** numbers of the intervals that make up a set, as masked values of 16 bits */
  matches(set: FieldSet): { value: number; mask: number }[];
};

/** Packets without the field keep the number 0. */
export function fieldIds(filters: readonly Filter[], field: Numbered): FieldIds {
  const highest = 2 ** PACKET_LAYOUT[field] - 1;
  const bounds = new Set<number>();
  for (const { [field]: set } of filters) {
    if (!set || !isByNumber(field, set)) continue;
    for (const [low, high] of intervalsOf(set)) bounds.add(low).add(high + 1);
  }
  const cuts =
    bounds.size === 0 ? [] : [...new Set([0, ...bounds])].filter((c) => c <= highest).sort((a, b) => a - b);
  const intervals = cuts.map((low, i): [number, number] => [low, (cuts[i + 1] ?? highest + 1) - 1]);
  return {
    field,
    intervals,
    matches(set) {
      const inside = intervals.flatMap(([low], i): [number, number][] =>
        intervalsOf(set).some(([from, to]) => low >= from && low <= to)
          ? [[BEFORE[field] + i + 1, BEFORE[field] + i + 1]]
          : [],
      );
      return intervalsOf(setOf(inside)).flatMap(([low, high]) =>
        prefixesOf(low, high, ID_BITS).map(({ value, length }) => ({
          value,
          mask: 2 ** ID_BITS - 2 ** (ID_BITS - length),
        })),
      );
    },
  };
}

/** A number at the place of a field in the metadata. */
export const atPlace = (field: Numbered, value: number): bigint =>
  BigInt(value) << BigInt(ID_BITS * PLACE[field]);

const hex = (n: number | bigint): string => `0x${n.toString(16)}`;

/** The table that writes the number of a field's interval into its place of the metadata. */
export function numberFlows({ field, intervals }: FieldIds, table: number): string[] {
  const next = `goto_table:${table + 1}`;
  const flows = intervals.flatMap(([low, high], i) => {
    const write = `write_metadata:${hex(atPlace(field, BEFORE[field] + i + 1))}/${hex(atPlace(field, 2 ** ID_BITS - 1))}`;
    return matchesOf(field, low, high).map(
      (match) => `table=${table},priority=1,${match},actions=${write},${next}`,
    );
  });
  return [...flows, `table=${table},priority=0,actions=${next}`];
}

/** How single values are asked. */
const SINGLE: Readonly<Partial<Record<Numbered, string>>> = {
  ipProto: "ip,nw_proto",
  ipTtl: "ip,nw_ttl",
  icmpType: "icmp,icmp_type",
};

function matchesOf(field: Numbered, low: number, high: number): string[] {
  const single = SINGLE[field];
  if (single !== undefined) return Array.from({ length: high - low + 1 }, (_, i) => `${single}=${low + i}`);
  const name = field === "srcPort" ? "tp_src" : "tp_dst";
  return prefixesOf(low, high, ID_BITS).flatMap(({ value, length }) =>
    ["tcp", "udp"].map(
      (protocol) => `${protocol},${name}=${hex(value)}/${hex(2 ** ID_BITS - 2 ** (ID_BITS - length))}`,
    ),
  );
}
