import { formatIpv4, formatIpv6 } from "@p4twin/models/telemetry";
import type { Libc } from "./libc.ts";
import { createOwnAddresses } from "./ownAddresses.ts";
import type { ReceiveBatch } from "./receiveBatch.ts";
import { createSenders } from "./senders.ts";
import { createFrameSorter, type FrameCounters } from "./sortFrame.ts";
import type { OnDatagram, OnPacket, SourceConfig } from "./source.ts";

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
  return {
    fd,
    read(batch, count) {
      let taken = 0;
      for (let i = 0; i < count; i++) {
        // on its way out: not what an exporter sends here, and on the loopback the same frame once more
        if (batch.isOutgoing(i)) continue;
        const length = batch.lengthOf(i);
        const at = batch.placeOf(i, length);
        if (!sorter.take(batch.memory, at, length)) {
          const ipAt = sorter.passedIp;
          if (ipAt < 0 || !onPacket(batch.memory, ipAt, at + length - ipAt)) continue;
          sorter.countInBand();
          taken++;
          continue;
        }
        taken++;
        const sender = senderOf(location.family === 4 ? formatIpv4(words[0]) : formatIpv6(words, 0));
        onDatagram(batch.memory, location.payloadAt, location.payloadBytes, sender);
        if (batch.isShared(at)) onOverwrite();
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
