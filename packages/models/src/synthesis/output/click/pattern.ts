import { formatIp } from "../../header/address.ts";
import {
  cubesOf,
  type FieldSet,
  fullSet,
  intervalsOf,
  isSameSet,
  prefixesOf,
} from "../../header/fieldSet.ts";
import type { Filter } from "../../header/filter.ts";
import { PACKET_LAYOUT, type PacketField } from "../../header/layout.ts";
import { TRANSPORT, transportForms } from "../../header/transport.ts";

/** How IPFilter names what it compares by value; ports need TCP or UDP. */
const COMPARED: Readonly<Record<string, string>> = {
  ipProto: "ip proto",
  ipTtl: "ip ttl",
  ipTos: "ip tos",
  srcPort: "src port",
  dstPort: "dst port",
  icmpType: "icmp type",
};
const PREFIXED: Readonly<Record<string, string>> = { ipSrc: "src net", ipDst: "dst net" };
/** Byte of the TCP header with the flags. */
const FLAGS_BYTE = 13;

/**
 * A filter over the IP header as a pattern of IPFilter (Click 2.1: relations, no ranges), or the field
 * that it cannot read; null where no packet has such ports and flags. Ports of other protocols than TCP and UDP read
 * as 0, flags of other than TCP and types of other than ICMP too.
 */
export function clickPattern(filter: Filter): { text: string } | { field: string } | null {
  const forms = transportForms(filter);
  // Click has no pattern for nothing
  if (forms.length === 0) return null;
  const texts: string[] = [];
  for (const form of forms) {
    const parts: string[] = [];
    for (const field of Object.keys(form)) {
      // rules that were joined can leave a field with all its values
      if (isSameSet(form[field]!, fullSet(PACKET_LAYOUT[field as PacketField] ?? 0))) continue;
      const alternatives = alternativesOf(field, form[field]!);
      if (alternatives === null) return { field };
      parts.push(alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(" || ")})`);
    }
    texts.push(parts.length === 0 ? "all" : parts.join(" && "));
  }
  return { text: texts.length === 1 ? texts[0]! : texts.map((t) => `(${t})`).join(" || ") };
}

function alternativesOf(field: string, set: FieldSet): string[] | null {
  const prefixed = PREFIXED[field];
  if (prefixed !== undefined)
    return intervalsOf(set).flatMap(([low, high]) =>
      prefixesOf(low, high, 32).map((p) => `${prefixed} ${formatIp(p.value)}/${p.length}`),
    );
  if (field === "tcpFlags")
    return cubesOf(set, PACKET_LAYOUT.tcpFlags).map(
      ({ value, mask }) => `tcp[${FLAGS_BYTE}] & ${mask} == ${value}`,
    );
  const name = COMPARED[field];
  if (name === undefined) return null;
  if (field === "ipProto" && isSameSet(set, TRANSPORT)) return ["tcp", "udp"];
  const highest = 2 ** PACKET_LAYOUT[field as PacketField] - 1;
  return intervalsOf(set).map(([low, high]) => {
    if (low === high) return `${name} ${low}`;
    const bounds = [
      ...(low > 0 ? [`${name} >= ${low}`] : []),
      ...(high < highest ? [`${name} <= ${high}`] : []),
    ];
    return bounds.length === 1 ? bounds[0]! : `(${bounds.join(" && ")})`;
  });
}
