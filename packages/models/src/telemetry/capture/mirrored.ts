import { greBytes } from "../int/carriers.ts";
import { GRE, IP_READ, IpHeaders, readIp, UDP } from "../packet/headers.ts";

/** What GRE carries (IANA's EtherTypes): Ethernet, ERSPAN type I or II, ERSPAN type III. */
const ETHERNET_IN_GRE = 0x6558;
const ERSPAN_1_OR_2 = 0x88be;
const ERSPAN_3 = 0x22eb;
/** GRE flags: a sequence number, which ERSPAN type I lacks, and the version, which is 0. */
const [GRE_SEQUENCE, GRE_VERSION] = [0x1000, 0x0007];

const VXLAN_PORTS: readonly number[] = [4789, 4790];
/** Flags of VXLAN: the network's number is there; VXLAN-GPE: so is the next protocol, of which 3 is Ethernet. */
const [VXLAN_NUMBER, VXLAN_NEXT_PROTOCOL] = [0x08, 0x04];
const ETHERNET_IN_VXLAN = 3;
const GENEVE_PORT = 6081;
const TUNNEL_BYTES = 8;
const ETHERNET_BYTES = 14;

/** A mirror of a mirror is the most that is unwrapped (our choice). */
export const MAX_WRAPPINGS = 2;

/**
 * Offset of the Ethernet frame that a mirror session wrapped in the IP packet at `ipAt`, -1 where it holds none:
 * ERSPAN, GRE of Ethernet (RFC 1701), VXLAN (RFC 7348) with or without GPE, Geneve without options (RFC 8926). `v`
 * covers the whole buffer.
 */
export function mirroredFrameAt(v: DataView, ipAt: number, end: number): number {
  if (readIp(v, ipAt, end, headers) !== IP_READ) return -1;
  const { protocol, transportAt, isLaterFragment, hasMoreFragments, extensions } = headers;
  // an IOAM trace in front of the tunnel is read where it stands
  if (isLaterFragment || hasMoreFragments || extensions > 0 || transportAt + TUNNEL_BYTES > end) return -1;
  const at =
    protocol === GRE
      ? behindGre(v, transportAt, end)
      : protocol === UDP
        ? behindUdp(v, transportAt, end)
        : -1;
  return at >= 0 && at + ETHERNET_BYTES <= end ? at : -1;
}

/** Where the headers of the packet at hand stand. */
const headers = new IpHeaders();

function behindGre(v: DataView, p: number, end: number): number {
  const flags = v.getUint16(p);
  if ((flags & GRE_VERSION) !== 0) return -1;
  const at = p + greBytes(flags);
  const type = v.getUint16(p + 2);
  if (type === ETHERNET_IN_GRE || (type === ERSPAN_1_OR_2 && (flags & GRE_SEQUENCE) === 0)) return at;
  if (at + 12 > end) return -1;
  const version = v.getUint8(at) >> 4;
  if (type === ERSPAN_1_OR_2) return version === 1 ? at + 8 : -1;
  if (type !== ERSPAN_3 || version !== 2) return -1;
  const hasSubheader = (v.getUint8(at + 11) & 1) !== 0;
  return at + (hasSubheader ? 20 : 12);
}

function behindUdp(v: DataView, p: number, end: number): number {
  const at = p + 8;
  const port = v.getUint16(p + 2);
  if (at + TUNNEL_BYTES > end) return -1;
  if (VXLAN_PORTS.includes(port)) {
    const flags = v.getUint8(at);
    const isEthernet = (flags & VXLAN_NEXT_PROTOCOL) === 0 || v.getUint8(at + 3) === ETHERNET_IN_VXLAN;
    return (flags & VXLAN_NUMBER) !== 0 && isEthernet ? at + TUNNEL_BYTES : -1;
  }
  const isPlainGeneve = port === GENEVE_PORT && v.getUint8(at) === 0;
  return isPlainGeneve && v.getUint16(at + 2) === ETHERNET_IN_GRE ? at + TUNNEL_BYTES : -1;
}
