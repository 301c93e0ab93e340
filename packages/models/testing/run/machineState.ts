import type { Machine } from "../../src/run/machine.ts";
import type { DirectResource, Entry } from "../../src/run/tables/tableState.ts";

/** What is of the program, not of its packets, or leads back to the whole. */
const LEFT_OUT = new Set(["machine", "shape", "initial", "declaration", "span", "onRead", "lookup"]);

/**
 * What packets left behind in a switch, as text to compare: each extern with its counts, values and buckets, and each
 * entry of a table with those of its own.
 */
export function machineState({ externs, tables, random }: Machine): string[] {
  return [
    ...externs.map(({ type, path, object }) => `${type} ${path}: ${described(object)}`),
    ...tables.flatMap((table) => [
      `${table.name}: ${described(table.defaultRun)}`,
      ...table.entries.map((entry) => {
        const own = table.direct.map((direct) => (keepsOf(direct) ? direct.of(entry) : null));
        return `${table.name}: ${described(entry)} ${described(own)}`;
      }),
    ]),
    // as many draws
    `random: ${random.next()}`,
  ];
}

const keepsOf = (direct: DirectResource): direct is DirectResource & { of(entry: Entry): unknown } =>
  "of" in direct;

function described(value: unknown, above: readonly unknown[] = []): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  if (above.includes(value)) return "above";
  const within = [...above, value];
  const list = (items: readonly unknown[]) => `[${items.map((item) => described(item, within)).join(" ")}]`;
  if (value instanceof Map)
    return list([...value].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)).flat());
  if (value instanceof Set || Array.isArray(value)) return list([...value]);
  if (ArrayBuffer.isView(value)) return list([...new Uint8Array(value.buffer)]);
  const parts = Object.entries(value)
    .filter(([name, part]) => !LEFT_OUT.has(name) && typeof part !== "function")
    .map(([name, part]) => `${name}=${described(part, within)}`);
  return `{${parts.join(" ")}}`;
}
