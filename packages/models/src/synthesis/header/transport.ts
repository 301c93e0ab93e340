import { type FieldSet, fullSet, hasValue, intersectSets, subtractSets, valuesOf } from "./fieldSet.ts";
import { type Filter, filterOf } from "./filter.ts";
import { PACKET_LAYOUT, type PacketField, PROTOCOL } from "./layout.ts";

export const TRANSPORT = valuesOf(PROTOCOL.tcp, PROTOCOL.udp);
const ANY_PROTOCOL = fullSet(PACKET_LAYOUT.ipProto);

/** Fields behind the IP header, and the protocols that have them; in packets of others they read as 0. */
const CARRIERS: Readonly<Partial<Record<PacketField, FieldSet>>> = {
  srcPort: TRANSPORT,
  dstPort: TRANSPORT,
  tcpFlags: valuesOf(PROTOCOL.tcp),
  icmpType: valuesOf(PROTOCOL.icmp),
};
export const TRANSPORT_FIELDS = Object.keys(CARRIERS) as readonly PacketField[];

/**
 * The filter as filters that each ask for protocols with the same of the fields behind the IP header: one that a
 * protocol has not reads as 0 there. A filter of no such field is left as it is.
 */
export function transportForms(filter: Filter): Filter[] {
  const read = TRANSPORT_FIELDS.filter((field) => filter[field]);
  if (read.length === 0) return [filter];
  let among: FieldSet[] = [filter.ipProto ?? ANY_PROTOCOL];
  for (const field of read)
    among = among.flatMap((set) => [
      intersectSets(set, CARRIERS[field]!),
      subtractSets(set, CARRIERS[field]!),
    ]);
  return among.flatMap((ipProto) => {
    const lacked = read.filter((f) => ipProto.length > 0 && !hasValue(CARRIERS[f]!, ipProto[0]!));
    if (ipProto.length === 0 || lacked.some((f) => !hasValue(filter[f]!, 0))) return [];
    const kept = Object.entries(filter).filter(([field]) => !lacked.some((f) => f === field));
    const made = filterOf({ ...Object.fromEntries(kept), ipProto }, PACKET_LAYOUT);
    return made === null ? [] : [made];
  });
}
