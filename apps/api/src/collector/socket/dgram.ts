import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import { createSenders } from "./senders.ts";
import type { BoundPort, DatagramSource, OnDatagram, SourceConfig } from "./source.ts";

/** The portable source: one event per datagram, no count of what the kernel dropped. IPv4 and IPv6. */
export async function openDgram(config: SourceConfig, onDatagram: OnDatagram): Promise<DatagramSource> {
  const senderOf = createSenders();
  const sockets: Socket[] = [];
  const ports: BoundPort[] = [];
  let received = 0;

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
    counters: () => ({ received, kernelDropped: 0, kernelDropsKnown: false, frames: null }),
    close,
  };
}
