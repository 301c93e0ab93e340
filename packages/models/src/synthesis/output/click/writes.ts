import type { TrafficClass } from "../../classes/synthesis.ts";
import { formatIp, formatMac } from "../../header/address.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../../header/layout.ts";
import type { Write, Writes } from "../../header/writes.ts";

/** Elements one after another, or the field that Click cannot write so. */
export type ClickSteps = { steps: string[] } | { field: string };

/** Drops frames that the device saw to be for several hosts. */
export const DROPPED = "DropBroadcasts";
const ETHERNET_BYTES = 14;
/** Offsets in an Ethernet frame with an IPv4 header of 20 bytes: packets have no options. */
const OFFSETS: Readonly<Record<string, number>> = {
  ethDst: 0,
  ethSrc: 6,
  ethType: 12,
  ipTos: 15,
  ipTtl: 22,
  ipProto: 23,
  ipSrc: 26,
  ipDst: 30,
  srcPort: 34,
  dstPort: 36,
};
const ETHERNET = ["ethType", "ethSrc", "ethDst"] as const;
/** What a rewriter with a mapping has written before. */
const OF_FLOW = ["ipSrc", "ipDst", "srcPort", "dstPort"];

/**
 * The elements that write what a class writes besides its flows: TTL, other constants with the checksums after them,
 * fragments, and the Ethernet header last. Frames come and leave with their Ethernet header.
 */
export function clickWrites({
  writes,
  flows,
  mtu,
  nextHop,
  dropsBroadcasts,
}: Pick<TrafficClass, "writes" | "flows" | "mtu" | "nextHop" | "dropsBroadcasts">): ClickSteps {
  // the device's annotation tells them, so it stands before a rewriter's packets alike
  const steps: string[] = dropsBroadcasts ? [DROPPED] : [];
  let isChanged = false;
  let isTransport = false;
  for (const [field, write] of Object.entries(writes)) {
    if (flows.length > 0 && OF_FLOW.includes(field)) continue;
    if (ETHERNET.some((f) => f === field)) {
      if (write.kind !== "const" && !nextHop) return { field };
    } else if (field === "ipTtl" && write.kind === "add" && write.by < 0) {
      steps.push(...Array.from({ length: -write.by }, () => "DecIPTTL"));
    } else if (write.kind === "const" && OFFSETS[field] !== undefined) {
      steps.push(storeData(field, write.value));
      isChanged = true;
      isTransport ||= OF_FLOW.includes(field);
    } else return { field };
  }
  if (isChanged) steps.push("SetIPChecksum");
  if (isTransport) steps.push(TRANSPORT_CHECKSUMS);
  const constant = (field: string): number | null => {
    const write = writes[field];
    return write?.kind === "const" ? write.value : null;
  };
  const [type, src, dst] = ETHERNET.map(constant);
  const fragmenter = mtu === null ? [] : [`IPFragmenter(${mtu})`];
  if (nextHop) {
    const address = annotated(nextHop.address, writes);
    if (address === null) return { field: "ethDst" };
    steps.push(`Strip(${ETHERNET_BYTES})`, ...fragmenter, address);
  } else if (type != null && src != null && dst != null)
    steps.push(
      `Strip(${ETHERNET_BYTES})`,
      ...fragmenter,
      `EtherEncap(0x${type.toString(16).padStart(4, "0")}, ${formatMac(src)}, ${formatMac(dst)})`,
    );
  else {
    steps.push(...fragmenter);
    for (const field of ETHERNET) {
      const value = constant(field);
      if (value !== null) steps.push(storeData(field, value));
    }
  }
  return { steps };
}

/** Sets the annotation that a querier reads, on a packet without its frame; null when no element can. */
function annotated(address: Write, { ipDst }: Writes): string | null {
  if (address.kind === "const") return `SetIPAddress(${formatIp(address.value)})`;
  const isDestination =
    ipDst === undefined
      ? address.kind === "copy" && address.from === "ipDst" && address.by === 0
      : ipDst.kind === "set" && address.kind === "set" && address.state === ipDst.state;
  return isDestination ? "GetIPAddress(16)" : null;
}

function storeData(field: string, value: number): string {
  const digits = PACKET_LAYOUT[field as keyof typeof PACKET_LAYOUT] / 4;
  return `StoreData(${OFFSETS[field]}, \\<${value.toString(16).padStart(digits, "0")}>)`;
}

/** A compound that computes the checksum of the transport header that a packet has. */
const TRANSPORT_CHECKSUMS = `{ input -> p :: IPClassifier(ip proto ${PROTOCOL.tcp}, ip proto ${PROTOCOL.udp}, -); p[0] -> SetTCPChecksum -> output; p[1] -> SetUDPChecksum -> output; p[2] -> output; }`;
