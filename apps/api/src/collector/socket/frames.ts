import { Fragments, formatIpv4, formatIpv6, MAX_WRAPPINGS, ViewCache } from "@p4twin/models/telemetry";
import type { Libc } from "./libc.ts";
import { createOwnAddresses } from "./ownAddresses.ts";
import type { ReceiveBatch } from "./receiveBatch.ts";
import { createSenders } from "./senders.ts";
import { createFrameSorter, type FrameCounters } from "./sortFrame.ts";
import type { OnDatagram, OnPacket, SourceConfig } from "./source.ts";

const NS_PER_MS = 1_000_000n;
const [NOTHING, DATAGRAM, PACKET] = ["nothing", "datagram", "packet"] as const;
type Found = typeof NOTHING | typeof DATAGRAM | typeof PACKET;

/** The frames of an interface as a second way to reports: of exporters whose packets no socket receives. */
export type FrameInput = {
  readonly fd: number;
  /** Takes the `count` frames of a batch and returns how many datagrams they brought. */
  read(batch: ReceiveBatch, count: number): number;
  state(): FrameCounters & { interface: string; kernelDropped: number | null };
};

/**
 * Opens an AF_PACKET socket on an interface, in promiscuous mode, so that a mirror port works too. Throws when there is
 * no such interface, or the process may not (CAP_NET_RAW).
 */
export function openFrames(
  libc: Libc,
  name: string,
  { host, receiveBufferBytes }: SourceConfig,
  ports: readonly number[],
  {
    onDatagram,
    onOverwrite,
    onPacket,
  }: { onDatagram: OnDatagram; onOverwrite: () => void; onPacket: OnPacket },
): FrameInput {
  const fd = libc.openPacketSocket(name, receiveBufferBytes);
  const sorter = createFrameSorter(ports, createOwnAddresses(host));
  const { location, words } = sorter;
  const senderOf = createSenders();
  let dropped: number | null = 0;
  const fragments = new Fragments();
  const views = new ViewCache();
  /** The packet that the fragment completes which `take` has passed over; null while others are missing. */
  const wholeOf = (b: Uint8Array, at: number, end: number): Uint8Array | null => {
    const data = b.subarray(at, end);
    const timeNs = BigInt(Date.now()) * NS_PER_MS;
    const frame = { kind: "frame", frame: 0, timeNs, linkType: 0, data, originalBytes: data.length } as const;
    const whole = fragments.add(views.of(b), sorter.passedIp - at, frame);
    // what stays in pieces was passed over
    fragments.givenUp.length = 0;
    return whole;
  };
  /**
   * Hands on what the frame holds, or the packet that it completes as a fragment, or the frame that a mirror session
   * (ERSPAN, VXLAN, ...) wrapped in it.
   */
  const readFrame = (b: Uint8Array, at: number, end: number): Found => {
    let isTaken = sorter.take(b, at, end - at);
    for (let wrappings = 0; ; wrappings++) {
      if (!isTaken && sorter.isFragment) {
        const whole = wholeOf(b, at, end);
        if (whole === null) return NOTHING;
        [b, at, end] = [whole, 0, whole.length];
        isTaken = sorter.takeWhole(whole);
      }
      if (isTaken) {
        const sender = senderOf(location.family === 4 ? formatIpv4(words[0]) : formatIpv6(words, 0));
        onDatagram(b, location.payloadAt, location.payloadBytes, sender);
        return DATAGRAM;
      }
      const ipAt = sorter.passedIp;
      if (ipAt < 0) return NOTHING;
      if (onPacket(b, ipAt, end - ipAt)) {
        sorter.countInBand();
        return PACKET;
      }
      const inner = wrappings < MAX_WRAPPINGS ? sorter.unwrap(b, end) : -1;
      if (inner < 0) return NOTHING;
      at = inner;
      isTaken = sorter.take(b, at, end - at);
    }
  };
  return {
    fd,
    read(batch, count) {
      let taken = 0;
      for (let i = 0; i < count; i++) {
        // on its way out: not what an exporter sends here, and on the loopback the same frame once more
        if (batch.isOutgoing(i)) continue;
        const length = batch.lengthOf(i);
        const at = batch.placeOf(i, length);
        const found = readFrame(batch.memory, at, at + length);
        if (found === NOTHING) continue;
        taken++;
        if (found === DATAGRAM && batch.isShared(at)) onOverwrite();
      }
      onOverwrite();
      return taken;
    },
    state() {
      const more = libc.packetDrops(fd);
      dropped = more === null || dropped === null ? null : dropped + more;
      return { interface: name, ...sorter.counters, kernelDropped: dropped };
    },
  };
}
