import type { Diagnostic, Result } from "../../core/index.ts";
import { controlNumber } from "../../program/index.ts";
import { readPacket } from "../packets/readPacket.ts";
import type { Target } from "../target.ts";
import type { NetworkPlan, PlannedHost } from "./readNetwork.ts";

const BROADCAST = 0xffffffffffffn;

/**
 * A packet that a host sends, as text; what it leaves open of the outermost Ethernet and IPv4 header is the host's: its
 * own addresses as source, its gateway's MAC address as destination, else broadcast as the tutorials send.
 */
export function hostPacket(
  text: string,
  { id, ip, mac, gatewayMac }: PlannedHost,
  { links }: NetworkPlan,
  targets: ReadonlyMap<string, Target>,
): Result<Uint8Array, Diagnostic> {
  const link = links.find(({ a, b }) => a.node === id || b.node === id);
  const neighbour = link && targets.get(link.a.node === id ? link.b.node : link.a.node);
  const dst = gatewayMac === null ? BROADCAST : controlNumber(gatewayMac);
  return readPacket(text, neighbour?.headerShapes() ?? [], {
    eth: mac === null ? { dst } : { src: controlNumber(mac), dst },
    ...(ip === null || !ip.includes(".") ? {} : { ipv4: { src: controlNumber(ip) } }),
  });
}
