import { formatIp, formatMac, parseIp, parseMac } from "../header/address.ts";
import { type FieldSet, intervalsOf, setOf } from "../header/fieldSet.ts";
import { ANY } from "../header/filter.ts";
import type { PACKET_LAYOUT } from "../header/layout.ts";
import type { Write, Writes } from "../header/writes.ts";
import { always, type CompiledElement, type ElementContext, refused, rule } from "./definition.ts";

/**
 * `IPSynthesizer(SRC_IP 1.2.3.4, SRC_PORT 1024-65535 pool s, TTL -3)`: the synthesised write of one class,
 * the rewriter that the thesis extends (Sec. 7.4.1, item 3). It prints no syntax; this one is ours: KEYWORD
 * VALUE, for a run-time choice followed by its kind and the name of the state table, +n or -n for a sum, a
 * field's keyword for a copy.
 */
const KEYWORDS: Readonly<Record<string, keyof typeof PACKET_LAYOUT>> = {
  ETH_DST: "ethDst",
  ETH_SRC: "ethSrc",
  ETH_TYPE: "ethType",
  SRC_IP: "ipSrc",
  DST_IP: "ipDst",
  PROTO: "ipProto",
  TOS: "ipTos",
  TTL: "ipTtl",
  SRC_PORT: "srcPort",
  DST_PORT: "dstPort",
};

export function compileSynthesizer({ arguments: given }: ElementContext): CompiledElement {
  const writes: Record<string, Write> = {};
  for (const text of given) {
    const [keyword = "", value = "", choice, state] = text.split(/\s+/);
    const field = KEYWORDS[keyword];
    const write = field && parseWrite(field, value, choice, state);
    if (!write)
      return refused(
        `"${text}" must be KEYWORD VALUE, with a keyword of ${Object.keys(KEYWORDS).join(", ")}`,
      );
    writes[field] = write;
  }
  return always([rule(ANY, 0, writes)]);
}

function parseWrite(
  field: keyof typeof PACKET_LAYOUT,
  text: string,
  choice?: string,
  state?: string,
): Write | null {
  const [, source, by] = /^([A-Z_]+)?([+-]\d+)?$/.exec(text) ?? [];
  if (source !== undefined && KEYWORDS[source])
    return { kind: "copy", from: KEYWORDS[source], by: Number(by ?? 0) };
  if (by !== undefined) return { kind: "add", by: Number(by) };
  const parse = (t: string): number | null =>
    field.startsWith("ip") && t.includes(".")
      ? parseIp(t)
      : t.includes(":")
        ? parseMac(t)
        : /^\d+$/.test(t)
          ? Number(t)
          : null;
  const ranges = text.split("|").map((r) => r.split("-").map(parse));
  const intervals: [number, number][] = [];
  for (const [low, high = low] of ranges) {
    if (low === null || low === undefined || high === null || high === undefined) return null;
    intervals.push([low, high]);
  }
  const values = setOf(intervals);
  if (choice === undefined) return values[0] === values.at(-1) ? { kind: "const", value: values[0]! } : null;
  if (state === undefined || (choice !== "pool" && choice !== "roundRobin" && choice !== "any")) return null;
  return { kind: "set", values, choice, state };
}

/** The arguments that say `writes`; null names a field that the element cannot write. */
export function synthesizerArguments(writes: Writes): string[] | { field: string } {
  const out: string[] = [];
  for (const [field, write] of Object.entries(writes)) {
    const keyword = keywordOf(field);
    const text = keyword && formatWrite(field, write);
    if (!text) return { field };
    out.push(`${keyword} ${text}`);
  }
  return out;
}

const keywordOf = (field: string): string | undefined =>
  Object.entries(KEYWORDS).find(([, name]) => name === field)?.[0];

const signed = (by: number): string => (by < 0 ? String(by) : `+${by}`);

function formatWrite(field: string, write: Write): string | null {
  switch (write.kind) {
    case "const":
      return formatValue(field, write.value);
    case "add":
      return signed(write.by);
    case "copy": {
      const keyword = keywordOf(write.from);
      return keyword ? keyword + (write.by === 0 ? "" : signed(write.by)) : null;
    }
    case "set":
      return `${formatSet(field, write.values)} ${write.choice} ${write.state.replace(/\s+/g, "_")}`;
  }
}

export function formatValue(field: string, value: number): string {
  if (field === "ipSrc" || field === "ipDst") return formatIp(value);
  if (field === "ethSrc" || field === "ethDst") return formatMac(value);
  return String(value);
}

/** `1024-65535`, with | between intervals. */
const formatSet = (field: string, set: FieldSet): string =>
  intervalsOf(set)
    .map(([low, high]) =>
      low === high ? formatValue(field, low) : `${formatValue(field, low)}-${formatValue(field, high)}`,
    )
    .join("|");
