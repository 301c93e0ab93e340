import type { CheckedProgram } from "../../src/p4/index.ts";
import { createSwitch, install } from "../../src/run/index.ts";
import type { FieldValue } from "../../src/run/snapshot.ts";
import type { Target } from "../../src/run/target.ts";

/** Headers by name with their fields; what is left out is 0. */
export type HeaderValues = Readonly<Record<string, Readonly<Record<string, bigint>>>>;
export type P4Run = { headers: HeaderValues; port: number | null };

/** Sends a packet, given by its headers in order, through a program with entries; port null means dropped. */
export function runP4(
  checked: CheckedProgram,
  commands: string,
  packet: HeaderValues,
  inPort: number,
): P4Run {
  const target = switchWith(checked, commands);
  const shapes = new Map(target.headerShapes().map((shape) => [shape.name, shape]));
  let bits = "";
  for (const [name, values] of Object.entries(packet))
    for (const { name: field, width } of shapes.get(name)?.fields ?? [])
      bits += (values[field] ?? 0n).toString(2).padStart(width, "0");
  const [sent] = target.receive(
    inPort,
    Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number(`0b${byte}`)),
  );
  const { events } = target.takeTrace();
  return sent
    ? { headers: valuesOf(events.at(-1)?.fields ?? []), port: sent.port }
    : { headers: {}, port: null };
}

/** Fields of headers, by the name of each header; those of metadata are among them. */
function valuesOf(fields: readonly FieldValue[]): HeaderValues {
  const headers: Record<string, Record<string, bigint>> = {};
  for (const { name, text } of fields) {
    const [header = "", field = ""] = name.split(".").slice(-2);
    if (!/^(0x)?[\da-f]+$/i.test(text)) continue;
    const values = headers[header] ?? {};
    headers[header] = values;
    values[field] = BigInt(text);
  }
  return headers;
}

/** The last switch of each program: packets of a test mostly go through the same. */
const switches = new WeakMap<CheckedProgram, { commands: string; target: Target }>();

function switchWith(checked: CheckedProgram, commands: string): Target {
  const known = switches.get(checked);
  if (known?.commands === commands) return known.target;
  const made = createSwitch(checked, { trace: true, fields: true });
  if (!made.ok) throw new Error(made.error.message);
  const [problem] = install(made.value, commands, "entries");
  if (problem) throw new Error(problem.message);
  switches.set(checked, { commands, target: made.value });
  return made.value;
}
