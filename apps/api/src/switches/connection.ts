import { resolveGnmiAddress } from "@p4twin/models/attach";
import type { ChannelTarget } from "@p4twin/models/switches";
import type { Seal } from "../notifications/seal.ts";
import type { TlsInput } from "./attachInput.ts";
import type { Connection } from "./store.ts";

/** Certificates as they are stored; null where there are none. */
export const sealedTls = (seal: Seal, tls: TlsInput): string | null =>
  tls.ca === null && tls.certificate === null ? null : seal.close(JSON.stringify(tls));

export const CANNOT_OPEN =
  "The stored certificate cannot be opened: the server's secret has changed. Give it again.";

/** How a switch is read by gNMI, with the same certificates; null: it is not, or they cannot be opened. */
export function openGnmi(seal: Seal, connection: Connection): ChannelTarget | null {
  const { gnmiAddress } = connection;
  const target = gnmiAddress === null ? null : openConnection(seal, connection);
  const address = target && gnmiAddress !== null ? resolveGnmiAddress(gnmiAddress, target.address) : null;
  return target && address !== null ? { address, tls: target.tls, serverName: target.serverName } : null;
}

/** How a switch is reached, with its secrets open; null: they cannot be opened. */
export function openConnection(
  seal: Seal,
  connection: Connection,
): (ChannelTarget & { deviceId: string }) | null {
  const { address, deviceId, secure, serverName, sealedTls: sealed } = connection;
  const opened = sealed === null ? null : seal.open(sealed);
  if (sealed !== null && opened === null) return null;
  const stored: TlsInput | null = opened === null ? null : JSON.parse(opened);
  const tls = secure ? (stored ?? { ca: null, certificate: null, key: null }) : null;
  return { address, deviceId, serverName, tls };
}
