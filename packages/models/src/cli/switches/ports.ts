import { createSocket, type Socket } from "node:dgram";
import { UsageError } from "../errors.ts";

/** One port of the switch and the datagrams that are its wire: a frame is the content of a UDP datagram. */
export type UdpPort = { port: number; herePort: number; host: string; therePort: number };

/** `PORT@udp:HERE:HOST:THERE`: frames come to HERE on this machine and leave for HOST:THERE. Throws `UsageError`. */
export function parseInterface(text: string): UdpPort {
  const parts = /^(\d+)@udp:(\d+):(.+):(\d+)$/.exec(text);
  const [port, herePort, therePort] = [parts?.[1], parts?.[2], parts?.[4]].map(Number);
  if (!parts || !(port! <= 510) || !(herePort! <= 65_535) || !(therePort! <= 65_535))
    throw new UsageError(
      `--interface takes PORT@udp:HERE:HOST:THERE, as in 1@udp:10001:127.0.0.1:20001, not "${text}"`,
    );
  return { port: port!, herePort: herePort!, host: parts[3]!.replace(/^\[|\]$/g, ""), therePort: therePort! };
}

/** Wires of a switch. */
export type Wires = { send(port: number, frame: Uint8Array): void; close(): Promise<void> };

/** Opens the sockets, on loopback where the other side is there; frames for a port without a wire are lost. */
export async function openPorts(
  ports: readonly UdpPort[],
  receive: (port: number, frame: Uint8Array) => void,
): Promise<Wires> {
  const sockets = new Map<number, { socket: Socket; to: UdpPort }>();
  const close = async (): Promise<void> => {
    await Promise.all(
      [...sockets.values()].map(({ socket }) => new Promise<void>((done) => socket.close(() => done()))),
    );
  };
  try {
    for (const to of ports) {
      if (sockets.has(to.port)) throw new UsageError(`port ${to.port} has two interfaces`);
      const isIpv6 = to.host.includes(":");
      const socket = createSocket(isIpv6 ? "udp6" : "udp4");
      sockets.set(to.port, { socket, to });
      socket.on("message", (frame) => receive(to.port, frame));
      await new Promise<void>((resolve, reject) => {
        socket.once("error", reject);
        const isLocal = ["127.0.0.1", "::1", "localhost"].includes(to.host);
        const address = isLocal ? (isIpv6 ? "::1" : "127.0.0.1") : isIpv6 ? "::" : "0.0.0.0";
        socket.bind(to.herePort, address, () => {
          socket.off("error", reject);
          // what a far side refuses is a frame lost on the wire
          socket.on("error", () => undefined);
          resolve();
        });
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    send(port, frame) {
      const wire = sockets.get(port);
      wire?.socket.send(frame, wire.to.therePort, wire.to.host);
    },
    close,
  };
}
