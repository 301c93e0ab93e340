import {
  createUdpLocation,
  locateUdp,
  mirroredFrameAt,
  OK,
  sourceWords,
  type UdpLocation,
  ViewCache,
} from "@p4twin/models/telemetry";

const ETHERNET = 1;
/** Link type of a packet that was put together from its fragments: it begins with its IP header. */
const RAW_IP = 101;
const [UDP, PROTOCOL_AT, DESTINATION_AT] = [17, 9, 16];

/**
 * What frames of an interface were, since the collector started. seen = passed over + left to the socket + taken + in
 * band.
 */
export type FrameCounters = {
  seen: number;
  /** no datagram to a report port, or one that is cut; all fragments of a packet but the one that completes it */
  passedOver: number;
  /** sound datagrams to an address of this machine: the UDP socket receives them too */
  leftToSocket: number;
  /** read from the frame, because no socket receives them */
  taken: number;
  /** packets that carry telemetry themselves, as a mirror port shows them */
  inBand: number;
  /** of those taken: the outer IPv4 checksum is 0, and it is another wrong one; hosts drop both */
  zeroChecksums: number;
  wrongChecksums: number;
};

const noFrames = (): FrameCounters => ({
  ...{ seen: 0, passedOver: 0, leftToSocket: 0, taken: 0, inBand: 0, zeroChecksums: 0, wrongChecksums: 0 },
});

/**
 * Tells frames that only a frame input can read from those that the UDP socket receives as well, so that no report
 * counts twice. `isOwn` says whether the socket receives what is sent to an IPv4 address.
 */
export function createFrameSorter(ports: readonly number[], isOwn: (address: number) => boolean) {
  const location: UdpLocation = createUdpLocation();
  const words = new Uint32Array(4);
  const wanted = new Set(ports);
  const counters = noFrames();
  const views = new ViewCache();
  /** Whether the kernel hands a packet of IPv4 to the UDP socket: its header is sound, and its address is ours. */
  const socketReceives = (b: Uint8Array, ipAt: number): boolean =>
    b[ipAt] >> 4 === 4 && isOwn(word(b, ipAt + DESTINATION_AT)) && sumsUp(b, ipAt);
  return {
    counters,
    /** where the payload stands that `take` has found */
    location,
    words,
    /** Where the IP header of a frame stands that `take` has passed over; -1 where it has none. */
    passedIp: -1,
    /** The frame that `take` passed over last was read nevertheless. */
    countInBand(): void {
      counters.passedOver--;
      counters.inBand++;
    },
    /**
     * Where the frame stands that a mirror session wrapped in the one that `take` passed over last; -1 where it holds
     * none. The frame inside is the one to `take`: both count as one.
     */
    unwrap(b: Uint8Array, end: number): number {
      const base = b.byteOffset;
      const inner = mirroredFrameAt(views.of(b), base + this.passedIp, base + end) - base;
      if (inner < 0) return -1;
      counters.seen--;
      counters.passedOver--;
      return inner;
    },
    /** Whether the frame that `take` has passed over is a fragment that no socket receives as part of a datagram. */
    isFragment: false,
    /** True for the packet that the fragment which `take` passed over last has completed, as `take` says it. */
    takeWhole(packet: Uint8Array): boolean {
      counters.seen--;
      counters.passedOver--;
      return this.take(packet, 0, packet.length, RAW_IP);
    },
    /** True for a frame whose datagram is to be read here: `location` says where, `words` from whom. */
    take(b: Uint8Array, at: number, length: number, linkType = ETHERNET): boolean {
      counters.seen++;
      this.passedIp = -1;
      this.isFragment = false;
      const reason = locateUdp(b, at, at + length, linkType, location);
      const { ipAt, fragment } = location;
      if (reason !== OK || fragment || !wanted.has(location.dstPort)) {
        counters.passedOver++;
        this.passedIp = ipAt;
        this.isFragment = fragment && !(b[ipAt + PROTOCOL_AT] === UDP && socketReceives(b, ipAt));
        return false;
      }
      sourceWords(b, location, words);
      // the checksum of a packet that was put together is that of its first fragment
      if (location.family === 4 && linkType === ETHERNET) {
        if (socketReceives(b, ipAt)) {
          counters.leftToSocket++;
          return false;
        }
        if (!location.zeroChecksum && !sumsUp(b, ipAt)) counters.wrongChecksums++;
      }
      if (location.zeroChecksum) counters.zeroChecksums++;
      counters.taken++;
      return true;
    },
  };
}

const word = (b: Uint8Array, at: number): number =>
  ((b[at] << 24) | (b[at + 1] << 16) | (b[at + 2] << 8) | b[at + 3]) >>> 0;

/** Whether the checksum of the IPv4 header at `at` is right (RFC 791): all its 16-bit words add up to ones. */
function sumsUp(b: Uint8Array, at: number): boolean {
  const end = at + 4 * (b[at] & 0x0f);
  let sum = 0;
  for (let p = at; p < end; p += 2) sum += (b[p] << 8) | b[p + 1];
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return sum === 0xffff;
}
