import { type FieldSet, fullSet, hasValue, intersectSets, valuesOf } from "./fieldSet.ts";
import { type Filter, filterOf } from "./filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "./layout.ts";

export const TRANSPORT = valuesOf(PROTOCOL.tcp, PROTOCOL.udp);
const OTHERS: FieldSet = [0, PROTOCOL.tcp - 1, PROTOCOL.tcp + 1, PROTOCOL.udp - 1, PROTOCOL.udp + 1, 255];
const PORTS_AND_FLAGS = ["srcPort", "dstPort", "tcpFlags"];

/**
 * The filter as one for packets that have the transport fields which it reads, and one for those that have none:
 * their ports and flags read as 0. Each form asks for its protocols.
 */
export function transportForms(filter: Filter): Filter[] {
  const { srcPort, dstPort, tcpFlags } = filter;
  if (!srcPort && !dstPort && !tcpFlags) return [filter];
  const protocols = filter.ipProto ?? fullSet(PACKET_LAYOUT.ipProto);
  const hasZero = (...sets: (FieldSet | undefined)[]): boolean => sets.every((s) => !s || hasValue(s, 0));
  const form = (among: FieldSet, dropped: readonly string[]): Filter[] => {
    const kept = Object.entries(filter).filter(([field]) => !dropped.includes(field));
    const ipProto = intersectSets(protocols, among);
    const made = filterOf({ ...Object.fromEntries(kept), ipProto }, PACKET_LAYOUT);
    return made === null ? [] : [made];
  };
  return [
    ...(tcpFlags ? form(valuesOf(PROTOCOL.tcp), []) : form(TRANSPORT, [])),
    ...(tcpFlags && hasZero(tcpFlags) ? form(valuesOf(PROTOCOL.udp), ["tcpFlags"]) : []),
    ...(hasZero(srcPort, dstPort, tcpFlags) ? form(OTHERS, PORTS_AND_FLAGS) : []),
  ];
}
