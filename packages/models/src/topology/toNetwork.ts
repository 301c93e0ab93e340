import { type Diagnostic, err, ok, type Result } from "../core/index.ts";
import type { Topology } from "./schema.ts";

/** The part of a topology that a placement problem holds (contract: `devices`, `switches`, `links`). */
export type Network = {
  devices: { id: string; profile: string }[];
  switches: { id: string; delayUs: number }[];
  links: { a: string; b: string; gbps: number; delayUs?: number }[];
  /** only where chains start or end at hosts */
  hosts?: { id: string }[];
};

/**
 * Turns a topology into the network of a placement problem. Hosts and their links are left out, since they forward
 * nothing and carry no function, but for those of `ends`, at which chains start or end. A plain switch without a delay
 * gets `defaultSwitchDelayUs`. Errors: a device without a profile, an end that is no host.
 */
export function toNetwork(
  topology: Topology,
  defaultSwitchDelayUs: number,
  ends: ReadonlySet<string> = new Set(),
): Result<Network, Diagnostic[]> {
  const network: Network = { devices: [], switches: [], links: [] };
  const errors: Diagnostic[] = [];
  const kept = new Set<string>();
  const hosts = topology.nodes.filter((node) => node.kind === "host");
  for (const id of ends) {
    if (hosts.some((host) => host.id === id)) continue;
    const known = hosts.slice(0, 10).map((host) => host.id);
    const which = known.length > 0 ? `its hosts are ${known.join(", ")}` : "it has no hosts";
    const message = `a chain starts or ends at "${id}", which is not a host of this cloud; ${which}`;
    errors.push({ severity: "error", code: "unknown-host", message, span: null });
  }
  const reached = hosts.filter((host) => ends.has(host.id));
  if (reached.length > 0) network.hosts = reached.map(({ id }) => ({ id }));
  for (const node of topology.nodes) {
    if (node.kind === "host" && !ends.has(node.id)) continue;
    kept.add(node.id);
    if (node.kind === "host") continue;
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
