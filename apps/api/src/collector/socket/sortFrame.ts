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
/** Offset of the destination address behind the source of an IPv4 header. */
const DESTINATION = 4;

/**
 * What frames of an interface were, since the collector started. seen = passed over + left to the socket + taken + in
 * band.
 */
export type FrameCounters = {
  seen: number;
  /** no datagram to a report port, or one that is cut or a fragment */
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
    /** True for a frame whose datagram is to be read here: `location` says where, `words` from whom. */
    take(b: Uint8Array, at: number, length: number): boolean {
      counters.seen++;
      this.passedIp = -1;
      const reason = locateUdp(b, at, at + length, ETHERNET, location);
      if (reason !== OK || location.fragment || !wanted.has(location.dstPort)) {
        counters.passedOver++;
        this.passedIp = location.ipAt;
        return false;
      }
      sourceWords(b, location, words);
      if (location.family === 4) {
        const header = location.addressAt - 12;
        const isSound = sumsUp(b, header);
        const to = location.addressAt + DESTINATION;
        const address = ((b[to] << 24) | (b[to + 1] << 16) | (b[to + 2] << 8) | b[to + 3]) >>> 0;
        if (isSound && isOwn(address)) {
          counters.leftToSocket++;
          return false;
        }
        if (location.zeroChecksum) counters.zeroChecksums++;
        else if (!isSound) counters.wrongChecksums++;
      }
      counters.taken++;
      return true;
    },
  };
}

/** Whether the checksum of the IPv4 header at `at` is right (RFC 791): all its 16-bit words add up to ones. */
function sumsUp(b: Uint8Array, at: number): boolean {
  const end = at + 4 * (b[at] & 0x0f);
  let sum = 0;
  for (let p = at; p < end; p += 2) sum += (b[p] << 8) | b[p + 1];
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return sum === 0xffff;
}
