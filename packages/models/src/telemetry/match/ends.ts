import { ITEM_NODE, ITEM_PORTS, type ReportBatch } from "../batch.ts";
import type { NodeClock, SegmentBinding } from "./binding.ts";

/** Clocks of nodes of which no two segments say different units. */
export function agreedClocks(bindings: readonly SegmentBinding[]): NodeClock[] {
  const agreed = new Map<number, NodeClock | null>();
  for (const clock of bindings.flatMap(({ clocks }) => clocks ?? [])) {
    const known = agreed.get(clock.nodeId);
    const same =
      known === undefined ||
      (known?.timestampUnit === clock.timestampUnit && known?.latencyUnit === clock.latencyUnit);
    agreed.set(clock.nodeId, same ? clock : null);
  }
  return [...agreed.values()].filter((clock) => clock !== null);
}

/** Whether neither of two masked bits is clear. */
export const hasBoth = (a: number, b: number): boolean => a !== 0 && b !== 0;

/** Whether hop `h` names this port in a column of ports. */
export function hasPort(batch: ReportBatch, h: number, column: Uint32Array, port: number): boolean {
  return (batch.hopValid[h] & ITEM_PORTS) !== 0 && column[h] === port;
}

/** Whether hop `h` is where a segment ends. */
export function isTo(batch: ReportBatch, h: number, to: SegmentBinding["to"]): boolean {
  if (!(batch.hopValid[h] & ITEM_NODE) || batch.hopNodeId[h] !== to.nodeId) return false;
  return to.egressPort === undefined || hasPort(batch, h, batch.egressPort, to.egressPort);
}
