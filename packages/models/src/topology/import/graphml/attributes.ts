import { plainNumber, rateGbps, timeUs } from "../quantities.ts";
import type { XmlElement } from "./xml.ts";

/** The `data` of a node or an edge by the name of its key, in lower case. */
export type Attributes = ReadonlyMap<string, string>;

/** Names of keys, their defaults, and which of them hold a drawing of yEd. */
export type Keys = ReadonlyMap<string, { name: string; fallback: string | null }>;

export function readKeys(root: XmlElement): Keys {
  return new Map(
    root.children
      .filter((child) => child.name === "key" && child.attributes.id !== undefined)
      .map((key) => [
        key.attributes.id!,
        {
          name: (
            key.attributes["attr.name"] ??
            key.attributes["yfiles.type"] ??
            key.attributes.id!
          ).toLowerCase(),
          fallback: key.children.find((child) => child.name === "default")?.text || null,
        },
      ]),
  );
}

/**
 * What the `data` children of an element say, with the defaults of `keys` for its kind left to the reader of the file.
 */
export function attributesOf(element: XmlElement, keys: Keys): Attributes {
  const found = new Map<string, string>();
  for (const data of element.children) {
    if (data.name !== "data") continue;
    const id = data.attributes.key ?? "";
    const name = keys.get(id)?.name ?? id.toLowerCase();
    if (data.children.length === 0) found.set(name, data.text || keys.get(id)?.fallback || "");
  }
  return found;
}

/** The first of `names` that an element has, marked as read in `used`. */
export function pick(attributes: Attributes, used: Set<string>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = attributes.get(name);
    if (value === undefined) continue;
    used.add(name);
    return value;
  }
  return null;
}

/** A decimal number of a text, also negative; null when it is none. */
export function signedNumber(text: string | null): number | null {
  return text !== null && /^-?\d{1,15}(\.\d{1,20})?(e[+-]?\d{1,2})?$/i.test(text.trim())
    ? Number(text)
    : null;
}

/**
 * Rate of an edge in Gbps: `LinkSpeedRaw` (bit/s) or `LinkSpeed` with `LinkSpeedUnits` of the Topology Zoo, a
 * value with its unit, or a key whose name holds the unit. A number whose unit nothing tells is not used:
 * null.
 */
export function edgeGbps(attributes: Attributes, used: Set<string>): number | null {
  const raw = pick(attributes, used, ["linkspeedraw"]);
  if (raw !== null) {
    const bits = plainNumber(raw);
    for (const name of ["linkspeed", "linkspeedunits", "linklabel"]) if (attributes.has(name)) used.add(name);
    if (bits) return bits / 1e9;
  }
  const speed = attributes.get("linkspeed");
  const unit = attributes.get("linkspeedunits");
  if (speed !== undefined && unit !== undefined) {
    used.add("linkspeed").add("linkspeedunits").add("linklabel");
    const rate = rateGbps(`${speed}${unit}`);
    if (rate) return rate;
  }
  for (const [name, value] of attributes) {
    const rate = /(bandwidth|capacity|speed|rate|bw|label|gbps|mbps)/.test(name) ? rateGbps(value) : null;
    const factor = /gbps/.test(name) ? 1 : /mbps/.test(name) ? 1e-3 : /kbps/.test(name) ? 1e-6 : null;
    const plain = factor === null ? null : plainNumber(value);
    const gbps = rate ?? (plain === null || factor === null ? null : plain * factor);
    if (gbps) {
      used.add(name);
      return gbps;
    }
  }
  return null;
}

/** Delay of an edge in us: a value with its unit, or a key whose name ends in it (`delayUs`, `latency_ms`). */
export function edgeDelayUs(attributes: Attributes, used: Set<string>): number | null {
  for (const [name, value] of attributes) {
    if (!/(delay|latency|rtt)/.test(name) || name.includes("rtt")) continue;
    const unit = /(?:_|y)(us|ms|ns|s)$/.exec(name)?.[1] ?? /(us|ms|ns)$/.exec(name)?.[1];
    const us = timeUs(value) ?? (unit === undefined ? null : timeUs(`${value.trim()}${unit}`));
    if (us !== null) {
      used.add(name);
      return us;
    }
  }
  return null;
}

/** Length of an edge in km, when the name of its key or its value tells the unit. */
export function edgeKm(attributes: Attributes, used: Set<string>): number | null {
  for (const [name, value] of attributes) {
    if (!/(distance|length|dist)/.test(name)) continue;
    const km = plainNumber(value.trim().replace(/ ?km$/i, ""));
    if (km !== null && (/km/.test(name) || /km$/i.test(value.trim()))) {
      used.add(name);
      return km;
    }
  }
  return null;
}
