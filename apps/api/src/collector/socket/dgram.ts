import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { BoundPort, DatagramSource, OnDatagram, Sender, SourceConfig } from "./source.ts";

/** Senders that are remembered; with more (made-up addresses) all are forgotten and learnt again (our choice). */
const MAX_SENDERS = 65_536;

/** The portable source: one event per datagram, no count of what the kernel dropped. IPv4 and IPv6. */
export async function openDgram(config: SourceConfig, onDatagram: OnDatagram): Promise<DatagramSource> {
  const senders = new Map<string, Sender>();
  const sockets: Socket[] = [];
  const ports: BoundPort[] = [];
  let received = 0;

  const senderOf = (from: string): Sender => {
    let sender = senders.get(from);
    if (!sender) {
      if (senders.size >= MAX_SENDERS) senders.clear();
      // a socket of both families shows IPv4 addresses inside IPv6 ones
      sender = { address: from.startsWith("::ffff:") ? from.slice(7) : from };
      senders.set(from, sender);
    }
    return sender;
  };

  const open = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = createSocket({
        type: isIPv6(config.host) ? "udp6" : "udp4",
        recvBufferSize: config.receiveBufferBytes,
      });
      sockets.push(socket);
      socket.once("error", reject);
      socket.on("message", (bytes, from) => {
        received++;
        onDatagram(bytes, 0, bytes.length, senderOf(from.address));
      });
      socket.bind(port, config.host, () => {
        ports.push({
          port: socket.address().port,
          sockets: 1,
          requestedBufferBytes: config.receiveBufferBytes,
          grantedBufferBytes: socket.getRecvBufferSize(),
        });
        resolve();
      });
    });
  const close = (): void => {
    for (const socket of sockets) socket.close();
  };
  try {
    for (const port of config.ports) await open(port);
  } catch (error) {
    close();
    throw error;
  }
  return {
    kind: "dgram",
    ports,
    counters: () => ({ received, kernelDropped: 0, kernelDropsKnown: false }),
    close,
  };
}
