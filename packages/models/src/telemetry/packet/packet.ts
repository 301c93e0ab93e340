import { FORMAT_PACKET, HAS_NODE, type ReportBatch } from "../batch.ts";
import { decodeInt } from "../int/shim.ts";
import { MARK_NO_TELEMETRY } from "../marks.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { OK } from "../reasons.ts";
import { INNER_ETHERNET, INNER_IPV4, INNER_IPV6, readInner } from "./inner.ts";

const PAYLOAD_INT = 1;
const PAYLOAD_ETHERNET = 2;
export const PAYLOAD_IP = 3;

/**
 * A datagram that is no report: the packet itself, mirrored from its Ethernet or IP header on, or the INT
 * shim and what follows (Paolucci's block; such a datagram does not name its flow). One datagram gives one
 * record of format `packet`.
 */
export function decodePacketPayload(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  payload = options.payload,
): number {
  const r = batch.begin(FORMAT_PACKET);
  if (options.nodeId >= 0) {
    batch.has[r] |= HAS_NODE;
    batch.nodeId[r] = options.nodeId;
  }
  batch.sequence[r] = 0;
  const reason =
    payload === PAYLOAD_INT
      ? decodeInt(v, at, end, false, options, batch, r)
      : readInner(v, at, end, kindOf(v, at, payload), false, false, options, batch, r);
  if (reason !== OK) return reason;
  batch.end(r);
  if (batch.mode[r] === 0 && batch.detailKind[r] === 0) batch.marks[r] |= MARK_NO_TELEMETRY;
  return OK;
}

function kindOf(v: DataView, at: number, payload: number): number {
  if (payload === PAYLOAD_ETHERNET) return INNER_ETHERNET;
  return v.getUint8(at) >> 4 === 6 ? INNER_IPV6 : INNER_IPV4;
}
