import type { UnitRule } from "../graph/unit.ts";
import { parseIp, parsePrefix } from "../header/address.ts";
import { type FieldSet, fullSet, subtractSets, valuesOf } from "../header/fieldSet.ts";
import { ANY, type Filter, filterOf } from "../header/filter.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
import { NO_WRITES, type Writes } from "../header/writes.ts";
import {
  always,
  behaviourOf,
  type CompiledElement,
  type ElementContext,
  exceptional,
  numberOf,
  PASS,
  refused,
  rule,
} from "./definition.ts";

/** `{ field: write }` when some element reads the annotation `field`. */
const annotate = (field: string | null, write: Writes[string]): CompiledElement =>
  always([rule(ANY, 0, field === null ? NO_WRITES : { [field]: write })]);

const DESTINATION: Writes[string] = { kind: "copy", from: "ipDst", by: 0 };

/** Sources that no host has; an older form of CheckIPHeader's arguments and INTERFACES add them. */
const NO_SOURCES = [0, 2 ** 32 - 1];

/**
 * `CheckIPHeader(INTERFACES PREFIX ..., BADSRC ADDRESS ..., GOODDST ADDRESS ...)`: packets are well formed; those with
 * a bad source leave by port 1, unless their destination is a good one. It sets the destination annotation
 * (MarkIPHeader does not).
 */
export function compileCheckHeader(context: ElementContext): CompiledElement {
  const { arguments: given, annotations } = context;
  const lists = addressesChecked(given);
  if ("error" in lists) return exceptional(`CheckIPHeader: ${lists.error}`);
  const writes = annotations.dst === null ? NO_WRITES : { [annotations.dst]: DESTINATION };
  const any: FieldSet = fullSet(PACKET_LAYOUT.ipDst);
  const filter = filterOf(
    { ipSrc: valuesOf(...lists.bad), ipDst: subtractSets(any, valuesOf(...lists.good)) },
    PACKET_LAYOUT,
  );
  const behaviour = behaviourOf([...(filter ? [rule(filter, 1)] : []), rule(ANY, 0, writes)]);
  const asked = given.map((text) => /^CHECKSUM\s+(\w+)$/.exec(text)?.[1]).find((word) => word !== undefined);
  const skipsChecksum =
    asked === undefined ? context.class === "CheckIPHeader2" : /^(false|no|0|f|n)$/.test(asked);
  const beyond = { checksHeader: true, ...(skipsChecksum ? { skipsChecksum } : {}) };
  return { ok: true, behaviour: () => behaviour, beyond };
}

/** The bad sources and good destinations of a CheckIPHeader, or the word that is no address. */
function addressesChecked(given: readonly string[]): { bad: number[]; good: number[] } | { error: string } {
  const bad: number[] = [];
  const good: number[] = [];
  const positional = given.filter((text) => !/^[A-Z_]{3,}(?:\s|$)/.test(text));
  const [first] = positional;
  // one number alone is the offset of the header
  const isOld = first !== undefined && !(positional.length === 1 && /^\d+$/.test(first));
  const lists = [
    ...given.filter((text) => !positional.includes(text)),
    ...(isOld ? [`BADSRC ${first}`] : []),
  ];
  for (const text of lists) {
    const [keyword = "", ...words] = text.split(/\s+/).filter((word) => word !== "");
    if (!["INTERFACES", "BADSRC", "GOODDST"].includes(keyword)) continue;
    for (const word of words) {
      const address = parseIp(word.split("/")[0]!);
      const prefix = parsePrefix(word);
      if (address === null || prefix === null) return { error: `"${word}" is not an address` };
      if (keyword !== "INTERFACES") (keyword === "GOODDST" ? good : bad).push(address);
      else {
        bad.push(prefix.at(-1)!);
        good.push(address);
      }
    }
    if (keyword === "INTERFACES") bad.push(...NO_SOURCES);
  }
  return { bad: isOld ? [...bad, ...NO_SOURCES] : bad, good };
}

/** `GetIPAddress(16)` or `GetIPAddress(IP dst)`: an address of the header as the destination annotation. */
export function compileGetAddress({ arguments: given, annotations }: ElementContext): CompiledElement {
  const text = (given[0] ?? "").replace(/^(OFFSET|IP)\s+/, "");
  // counted from the IP header, or from an Ethernet header before it
  if (["16", "30", "dst"].includes(text)) return annotate(annotations.dst, DESTINATION);
  if (["12", "26", "src"].includes(text))
    return annotate(annotations.dst, { kind: "copy", from: "ipSrc", by: 0 });
  return refused("it takes the offset of an address of the IP header: 16 is the destination, 12 the source");
}

/** `SetIPAddress(ADDRESS)`: a constant destination annotation. */
export function compileSetAddress({ arguments: given, annotations }: ElementContext): CompiledElement {
  const value = parseIp((given[0] ?? "").replace(/^IP\s+/, ""));
  if (value === null) return refused("it takes an address, such as 10.0.0.1");
  return annotate(annotations.dst, { kind: "const", value });
}

/** `Paint(COLOR)`: a byte that PaintSwitch, PaintTee and CheckPaint read. */
export function compilePaint({ arguments: given, annotations }: ElementContext): CompiledElement {
  const color = colorOf(given);
  return color === null
    ? refused("it takes a color from 0 to 255")
    : annotate(annotations.paint, { kind: "const", value: color });
}

/** `PaintSwitch`: a packet leaves by the port of its color. */
export function compilePaintSwitch({ annotations }: ElementContext): CompiledElement {
  if (annotations.paint === null) return always(PASS);
  const colors = Array.from({ length: 256 }, (_, color) => color);
  return always(colors.map((color) => rule({ [annotations.paint!]: [color, color] }, color)));
}

/** `CheckPaint(COLOR)`: packets of the color leave by port 0, others by port 1. */
export const compileCheckPaint = (context: ElementContext): CompiledElement =>
  byColor(context, (painted) => [rule(painted, 0), rule(ANY, 1)]);

/** `PaintTee(COLOR)`: packets of the color leave twice, which is no class; others by port 0. */
export const compilePaintTee = (context: ElementContext): CompiledElement =>
  byColor(context, (painted) => [
    { ...rule(painted, null), exception: "PaintTee: it copies packets of its color" },
    rule(ANY, 0),
  ]);

function byColor(
  { arguments: given, annotations }: ElementContext,
  rules: (painted: Filter) => UnitRule[],
): CompiledElement {
  const color = colorOf(given);
  if (color === null || annotations.paint === null) return refused("it takes a color from 0 to 255");
  return always(rules({ [annotations.paint]: [color, color] }));
}

function colorOf(given: readonly string[]): number | null {
  const text = (given[0] ?? "").replace(/^COLOR\s+/, "");
  const color = numberOf(text);
  return color !== null && color < 256 ? color : null;
}

/** Bytes of an Ethernet frame with the header of IPv4, and of the largest frame that is no jumbo. */
const LEAST_FRAME = 34;
const LARGEST_PACKET = 1500;

/** `CheckLength(BYTES)`: longer packets leave by port 1. The length is no field, so it must tell nothing. */
export function compileCheckLength({ arguments: given }: ElementContext): CompiledElement {
  const bytes = numberOf((given[0] ?? "").replace(/^LENGTH\s+/, ""));
  if (bytes === null) return refused("it takes a number of bytes");
  if (bytes >= LARGEST_PACKET) return always(PASS);
  return bytes < LEAST_FRAME
    ? always([rule(ANY, 1)])
    : exceptional("CheckLength: the length of a packet is not a field");
}
