import type { Diagnostic } from "../../core/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";

/**
 * Numbers of a switch's ports by interface of the chain (`napt[in]`), and the port of the server that does
 * what the switch cannot.
 */
export type PortNumbers = { ports: Readonly<Record<string, number>>; serverPort: number };

/** Our choice: entries from 1 on, then exits, the server behind them. */
export function numberPorts({ graph, classifiers }: Synthesis): PortNumbers {
  const names = [...classifiers.map((c) => c.entry), ...graph.exits];
  return { ports: Object.fromEntries(names.map((n, i) => [n, i + 1])), serverPort: names.length + 1 };
}

/** A text for a target, or null with what the target cannot express. */
export type Output = { text: string | null; diagnostics: Diagnostic[] };

export const cannot = (target: string, message: string): Output => ({
  text: null,
  diagnostics: [{ severity: "error", code: `${target}-inexpressible`, message, span: null }],
});
