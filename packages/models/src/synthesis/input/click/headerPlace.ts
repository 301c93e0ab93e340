import { numberOf } from "../../element/definition.ts";
import type { ClickElement, ClickGraph } from "./clickGraph.ts";

/** Bytes of a frame in front of its IP header. */
const BEHIND_ETHERNET = 14;
/** Entries whose packets begin with an Ethernet header; others may give bare packets. */
const OF_FRAMES = /^(?:From|Poll)(?:DPDK|Netmap)?Device$|^FromHost$|^KernelTap$/;
/** Data that begins at several bytes of a frame, or at one that an element chooses. */
const UNKNOWN = Number.NaN;

/** Elements that look for the IP header elsewhere than behind an Ethernet header, with the byte of the frame. */
export function misplacedHeaders(
  { elements, connections }: ClickGraph,
  isInput: (element: ClickElement) => boolean,
): Map<ClickElement, number> {
  const byName = new Map(elements.map((e) => [e.name, e]));
  const begins = new Map<string, number>();
  const left: string[] = [];
  const meet = (name: string, byte: number): void => {
    const before = begins.get(name);
    const now = before === undefined || before === byte ? byte : UNKNOWN;
    if (before !== undefined && Object.is(before, now)) return;
    begins.set(name, now);
    left.push(name);
  };
  for (const e of elements) if (isInput(e)) meet(e.name, OF_FRAMES.test(e.class) ? 0 : UNKNOWN);
  const onward = new Map<string, string[]>();
  for (const c of connections) onward.set(c.from, [...(onward.get(c.from) ?? []), c.to]);
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const element = byName.get(name);
    if (element === undefined) continue;
    const after = dataBehind(element, begins.get(name)!);
    for (const to of onward.get(name) ?? []) meet(to, after);
  }
  const found = new Map<ClickElement, number>();
  for (const element of elements) {
    const offset = headerOffset(element);
    const byte = (begins.get(element.name) ?? UNKNOWN) + (offset ?? UNKNOWN);
    if (!Number.isNaN(byte) && byte !== BEHIND_ETHERNET) found.set(element, byte);
  }
  return found;
}

/** The byte of a frame at which the data of its packet begins behind an element. */
function dataBehind(element: ClickElement, begins: number): number {
  const bytes = numberOf(element.arguments[0]) ?? UNKNOWN;
  switch (element.class) {
    case "Strip":
      return begins + bytes;
    case "Unstrip":
      return begins - bytes;
    case "EtherEncap":
    case "ARPQuerier":
      return begins - BEHIND_ETHERNET;
    case "EnsureEther":
      return UNKNOWN;
    default:
      return begins;
  }
}

/** Where an element looks for the IP header in the data of a packet; null: it takes the one that was found before. */
function headerOffset({ class: name, arguments: given }: ClickElement): number | null {
  if (!/^(?:CheckIPHeader2?|MarkIPHeader)$/.test(name)) return null;
  const keyword = given.map((text) => /^OFFSET\s+(\S+)$/.exec(text)?.[1]).find((word) => word !== undefined);
  if (keyword !== undefined) return numberOf(keyword) ?? UNKNOWN;
  const positional = given.filter((text) => !/^[A-Z_]{3,}(?:\s|$)/.test(text));
  const last = positional.at(name === "MarkIPHeader" ? 0 : -1);
  // an older form begins with a list of bad sources
  return last === undefined ? 0 : (numberOf(last) ?? (positional.length === 1 ? 0 : UNKNOWN));
}
