import type { Diagnostic } from "../../core/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";

/**
 * Numbers of a switch's ports by interface of the chain (`napt[in]`), and the port of the server that does
 * what the switch cannot.
 */
export type PortNumbers = { ports: Readonly<Record<string, number>>; serverPort: number };

/** Our choice: entries from 1 on, then exits, the server behind them; what is both has one number. */
export function numberPorts({ graph, classifiers }: Synthesis): PortNumbers {
  const names = [...new Set([...classifiers.map((c) => c.entry), ...graph.exits])];
  return { ports: Object.fromEntries(names.map((n, i) => [n, i + 1])), serverPort: names.length + 1 };
}

/**
 * A short name for each interface of the chain: that of the device where only one has it, with its function
 * otherwise. An interface that is entry and exit is one device.
 */
export function deviceNames({ graph, classifiers }: Synthesis): Map<string, string> {
  const names = [...new Set([...classifiers.map((c) => c.entry), ...graph.exits])];
  const parts = names.map((name) => /^(.*)\[(.*)\]$/.exec(name));
  const short = parts.map((p) => p?.[2]);
  return new Map(
    names.map((name, i) => {
      const isAlone = short[i] !== undefined && short.indexOf(short[i]) === short.lastIndexOf(short[i]);
      const device = isAlone ? short[i]! : `${parts[i]?.[1] ?? name}_${short[i] ?? ""}`;
      return [name, device.replace(/[^\w.-]/g, "_")];
    }),
  );
}

/** What the numbers of the ports stand for, one sentence each. */
export const portNotes = ({ ports, serverPort }: PortNumbers): string[] => [
  ...Object.entries(ports).map(([name, port]) => `port ${port}: ${name}`),
  `port ${serverPort}: the server, for what the switch cannot do`,
];

/** Set in the cookie of a rule that belongs to a class: its lower 32 bits are the class' number. */
const CLASS_COOKIE = 2 ** 32;

/** The cookie by which `ovs-ofctl dump-flows SWITCH cookie=…/-1` finds the rules of a class. */
export const classCookie = (id: number): string => `0x${(CLASS_COOKIE + id).toString(16)}`;

/** A text for a target, or null with what the target cannot express. */
export type Output = { text: string | null; diagnostics: Diagnostic[] };

export const cannot = (target: string, message: string): Output => ({
  text: null,
  diagnostics: [{ severity: "error", code: `${target}-inexpressible`, message, span: null }],
});
