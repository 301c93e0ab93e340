import type { UnitRule } from "../graph/unit.ts";
import { parseIp } from "../header/address.ts";
import { ANY, type Filter } from "../header/filter.ts";
import { NO_WRITES, type Writes } from "../header/writes.ts";
import { always, type CompiledElement, type ElementContext, PASS, refused, rule } from "./definition.ts";

/** `{ field: write }` when some element reads the annotation `field`. */
const annotate = (field: string | null, write: Writes[string]): CompiledElement =>
  always([rule(ANY, 0, field === null ? NO_WRITES : { [field]: write })]);

const DESTINATION: Writes[string] = { kind: "copy", from: "ipDst", by: 0 };

/** `CheckIPHeader`: packets are well formed; it sets the destination annotation (MarkIPHeader does not). */
export const compileCheckHeader = ({ annotations }: ElementContext): CompiledElement =>
  annotate(annotations.dst, DESTINATION);

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
  const color = /^(0x[0-9a-fA-F]+|\d+)$/.test(text) ? Number(text) : null;
  return color !== null && color < 256 ? color : null;
}
