import type { Random } from "../../core/index.ts";
import type { Match } from "../../program/index.ts";
import type { Machine } from "../machine.ts";
import type { NamedShape } from "./headerShapes.ts";
import { PROTOCOLS } from "./protocols.ts";

/** Headers above Ethernet that packets are drawn with; `own` is a header of the program. */
const STACKS: readonly (readonly string[])[] = [
  ["ipv4", "udp"],
  ["ipv4", "udp"],
  ["ipv4", "tcp"],
  ["ipv4", "tcp"],
  ["ipv6", "udp"],
  ["ipv6", "tcp"],
  ["vlan", "ipv4", "udp"],
  ["mpls", "ipv4", "udp"],
  ["arp"],
  [],
  ["own"],
  ["own", "ipv4", "udp"],
];
/** A packet that no parser would take says little: these stay as their protocols want them, mostly. */
const FORMAL = new Set(["version", "ihl", "len", "frag", "chksum", "plen", "next", "dataofs", "hlen"]);

type Field = { name: string; width: number; also?: readonly string[] };

/** Numbers that packets should hold: in fields of a name (without case and underscores), and anywhere. */
export type PacketValues = { byField: ReadonlyMap<string, readonly bigint[]>; anywhere: readonly bigint[] };

/** The name of a field without case and underscores, by which `byField` knows it. */
export const plain = (name: string): string => name.toLowerCase().replaceAll("_", "");

/**
 * Packets as texts of headers by name, drawn by `random`: well-known headers and those of the program, with fields
 * that hold `values` where they fit, small and large numbers, or what they hold by default. The same
 * seed draws the same packets.
 */
export function drawPackets(
  shapes: readonly NamedShape[],
  values: PacketValues,
  count: number,
  random: Random,
): string[] {
  const known = new Map<string, readonly Field[]>(PROTOCOLS.map(({ name, fields }) => [name, fields]));
  const names = new Set(PROTOCOLS.flatMap(({ name, also }) => [name, ...also]));
  const own = shapes.filter(({ name }) => !names.has(name.replace(/^.*\./, "").replace(/\[\d+\]$/, "")));
  const stacks = own.length > 0 ? STACKS : STACKS.filter((stack) => !stack.includes("own"));
  const fitting = new Map<number, readonly bigint[]>();
  const oneOf = (known: readonly bigint[]): bigint => known[random.integer(known.length)]!;
  const drawn = ({ name, also = [], width }: Field): bigint => {
    const most = 1n << BigInt(width);
    const fits = (value: bigint) => value >= 0n && value < most;
    const own = [name, ...also].flatMap((each) => values.byField.get(plain(each)) ?? []).filter(fits);
    if (own.length > 0 && random.next() < 0.7) return oneOf(own);
    const known = fitting.get(width) ?? values.anywhere.filter(fits);
    fitting.set(width, known);
    if (known.length > 0 && random.next() < 0.7) return oneOf(known);
    if (random.next() < 0.5) return oneOf([0n, 1n, most - 1n]);
    return BigInt(Math.floor(random.next() * 2 ** Math.min(width, 48)));
  };
  const layer = (name: string, fields: readonly Field[]): string => {
    const chosen = fields.filter(
      (field) => field.width > 0 && random.next() < (FORMAL.has(field.name) ? 0.02 : 0.4),
    );
    const texts = chosen.map((field) => `${field.name}=0x${drawn(field).toString(16)}`);
    return texts.length > 0 ? `${name}(${texts.join(",")})` : name;
  };
  return Array.from({ length: count }, () =>
    ["eth", ...stacks[random.integer(stacks.length)]!]
      .map((each, i, stack) => {
        if (each === "own") {
          const header = own[random.integer(own.length)]!;
          return layer(header.name, header.fields);
        }
        const fields = known.get(each)!;
        // what comes next says itself which type it has, but for headers of the program
        const isLinked = stack[i + 1] !== undefined && stack[i + 1] !== "own";
        return layer(
          each,
          isLinked ? fields.filter(({ name }) => !["type", "proto", "nh"].includes(name)) : fields,
        );
      })
      .join("/"),
  );
}

/** Numbers that entries of these switches ask for, and `constants` of their programs. */
export function valuesOf(machines: readonly Machine[], constants: readonly bigint[]): PacketValues {
  const byField = new Map<string, Set<bigint>>();
  for (const table of machines.flatMap(({ tables }) => tables))
    for (const { matches } of table.entries)
      for (const [i, match] of matches.entries()) {
        const field = plain(table.keys[i]!.name.replace(/^.*\./, ""));
        const known = byField.get(field) ?? new Set();
        for (const value of numbersOf(match)) known.add(value);
        byField.set(field, known);
      }
  const anywhere = new Set([...constants, ...[...byField.values()].flatMap((each) => [...each])]);
  return {
    byField: new Map([...byField].map(([field, each]) => [field, [...each]])),
    anywhere: [...anywhere],
  };
}

function numbersOf(match: Match): bigint[] {
  switch (match.kind) {
    case "any":
      return [];
    case "range":
      return [match.low, match.high];
    case "exact":
      return typeof match.value === "bigint" ? [match.value] : [];
    default:
      return [match.value];
  }
}
