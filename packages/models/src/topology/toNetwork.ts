import { type Diagnostic, err, ok, type Result } from "../core/index.ts";
import type { Topology } from "./schema.ts";

/** The part of a topology that a placement problem holds (contract: `devices`, `switches`, `links`). */
export type Network = {
  devices: { id: string; profile: string }[];
  switches: { id: string; delayUs: number }[];
  links: { a: string; b: string; gbps: number; delayUs?: number }[];
};

/**
 * Turns a topology into the network of a placement problem. Hosts and their links are left out: they forward
 * nothing and carry no function. A plain switch without a delay gets `defaultSwitchDelayUs`. Errors: a device
 * without a profile.
 */
export function toNetwork(topology: Topology, defaultSwitchDelayUs: number): Result<Network, Diagnostic[]> {
  const network: Network = { devices: [], switches: [], links: [] };
  const errors: Diagnostic[] = [];
  const kept = new Set<string>();
  for (const node of topology.nodes) {
    if (node.kind === "host") continue;
    kept.add(node.id);
    if (node.kind === "switch") {
      network.switches.push({ id: node.id, delayUs: node.delayUs ?? defaultSwitchDelayUs });
    } else if (node.profile === undefined) {
      const message = `device "${node.id}" has no profile; choose one, or make it a switch`;
      errors.push({ severity: "error", code: "device-without-profile", message, span: null });
    } else network.devices.push({ id: node.id, profile: node.profile });
  }
  for (const { a, b, gbps, delayUs } of topology.links) {
    if (!kept.has(a) || !kept.has(b)) continue;
    network.links.push({ a, b, gbps, ...(delayUs === undefined ? {} : { delayUs }) });
  }
  return errors.length > 0 ? err(errors) : ok(network);
}
