export type Entry = { table: string; action: string; keys: string[]; arguments: bigint[]; priority: number };
export type Commands = { entries: Map<string, Entry[]>; defaults: Map<string, Entry> };

/** Reads commands of simple_switch_CLI: for tests, apart from the reader of the product. */
export function readCommands(text: string): Commands {
  const entries = new Map<string, Entry[]>();
  const defaults = new Map<string, Entry>();
  for (const line of text.split("\n")) {
    const [what, table = "", action = "", ...words] = line.trim().split(/\s+/);
    const base = { table, action: last(action) };
    if (what === "table_set_default")
      defaults.set(last(table), { ...base, keys: [], arguments: words.map(number), priority: 0 });
    if (what !== "table_add") continue;
    const arrow = words.indexOf("=>");
    const keys = words.slice(0, arrow);
    const values = words.slice(arrow + 1);
    const isRanked = keys.some((k) => k.includes("&&&") || k.includes("->"));
    const priority = isRanked ? Number(values.pop()) : 0;
    const held = entries.get(last(table)) ?? [];
    entries.set(last(table), held);
    held.push({ ...base, keys, arguments: values.map(number), priority });
  }
  return { entries, defaults };
}

const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** A value of a command: a number, an IPv4 or a MAC address. */
function number(text: string): bigint {
  if (/^\d+\.\d+/.test(text)) return text.split(".").reduce((sum, p) => sum * 256n + BigInt(p), 0n);
  return text.includes(":") ? BigInt(`0x${text.replaceAll(":", "")}`) : BigInt(text);
}

/** Whether `value` of a field of `width` bits is in the match `key`. */
export function isHit(key: string, value: bigint, width: number): boolean {
  if (key.includes("&&&")) {
    const [v, mask] = key.split("&&&").map(number);
    return (value & mask!) === (v! & mask!);
  }
  if (key.includes("->")) {
    const [low, high] = key.split("->").map(number);
    return value >= low! && value <= high!;
  }
  if (key.includes("/")) {
    const [prefix, length] = key.split("/");
    const shift = BigInt(width - Number(length));
    return value >> shift === number(prefix!) >> shift;
  }
  return value === number(key);
}
