import { formatMac } from "../header/address.ts";
import type { DispatchKind } from "./network.ts";

/** Our choice: tags of one core, so that groups on one core need not be told apart again. */
export const SLOTS_PER_CORE = 16;

/**
 * The tag that leads a group's packets to its core (thesis Sec. 8.1.2): a destination MAC address of our own
 * range, 02:00 server core slot, of which the first four bytes name the server; or a VLAN. One tag has one
 * core; a core may have several tags.
 */
export type Tag = { kind: "mac" | "vlan"; value: number; server: string; core: number; slot: number };

/** Highest VLAN for tags of cores; those above name exits. */
const EXIT_VLAN = 3840;
const MAX_VLAN = 4094;
const MAC_PREFIX = 0x0200;

/** Null when the address space of the kind has no such tag. */
export function tagOf(
  dispatch: DispatchKind,
  server: { id: string; index: number },
  core: number,
  slot: number,
): Tag | null {
  const about = { server: server.id, core, slot };
  if (slot >= SLOTS_PER_CORE) return null;
  if (dispatch === "vlan") {
    const value = 1 + core * SLOTS_PER_CORE + slot;
    return value < EXIT_VLAN ? { kind: "vlan", value, ...about } : null;
  }
  return { kind: "mac", value: serverPrefix(server.index) + core * 256 + slot, ...about };
}

const serverPrefix = (index: number): number => (MAC_PREFIX * 65_536 + (index + 1)) * 65_536;

/** Bits of a MAC tag that name the server alone. */
export const SERVER_BITS = 32;

/** VLAN by which packets travel on to an exit of the chain; null when there are too many exits. */
export const exitVlan = (index: number): number | null =>
  EXIT_VLAN + index <= MAX_VLAN ? EXIT_VLAN + index : null;

export const formatTag = ({ kind, value }: Tag): string =>
  kind === "mac" ? formatMac(value) : `vlan ${value}`;
