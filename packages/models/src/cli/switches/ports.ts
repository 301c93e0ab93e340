import { createSocket, type Socket } from "node:dgram";
import { UsageError } from "../errors.ts";
import type { FrameLink } from "./frameLinks.ts";

/** One port of the switch and the datagrams that are its wire: a frame is the content of a UDP datagram. */
type UdpPort = { kind: "udp"; port: number; herePort: number; host: string; therePort: number };
export type Port = UdpPort | FrameLink;

/** The ports of `--port N=WIRE`, and of `--interface N@WIRE`, as BMv2 writes it. Throws `UsageError`. */
export const portsOf = (ports: readonly string[] = [], interfaces: readonly string[] = []): Port[] => [
  ...ports.map((text) => parsePort(text, "--port", "=")),
  ...interfaces.map((text) => parsePort(text, "--interface", "@")),
];

/**
 * `udp:HERE:HOST:THERE`: frames come to HERE on this machine and leave for HOST:THERE. `NAME`: an interface of this
 * machine. `tap:NAME`: a TAP interface that is made.
 */
function parsePort(text: string, option: string, mark: string): Port {
  const [, number, wire = ""] = new RegExp(`^(\\d{1,3})${mark}(.+)$`).exec(text) ?? [];
  const port = Number(number);
  if (port <= 510 && wire.startsWith("udp:")) {
    const parts = /^udp:(\d+):(.+):(\d+)$/.exec(wire);
    const [herePort, therePort] = [Number(parts?.[1]), Number(parts?.[3])];
    if (parts && herePort <= 65_535 && therePort <= 65_535)
      return { kind: "udp", port, herePort, host: parts[2]!.replace(/^\[|\]$/g, ""), therePort };
  } else if (port <= 510) {
    const [, tap, name] = /^(tap:)?([^\s/:]{1,15})$/.exec(wire) ?? [];
    if (name !== undefined) return { kind: tap ? "tap" : "interface", port, name };
  }
  throw new UsageError(
    `${option} takes N${mark}IFACE, N${mark}tap:NAME or N${mark}udp:HERE:HOST:THERE, as in 1${mark}udp:10001:127.0.0.1:20001, not "${text}"`,
  );
}

/** Wires of a switch. */
export type Wires = { send(port: number, frame: Uint8Array): void; close(): Promise<void> };

/** Opens all wires; frames for a port without one are lost. Throws `UsageError` for two on one port. */
export async function openPorts(
  ports: readonly Port[],
  receive: (port: number, frame: Uint8Array) => void,
): Promise<Wires> {
  const twice = ports.find(({ port }, index) => ports.findIndex((each) => each.port === port) < index);
  if (twice) throw new UsageError(`port ${twice.port} has two interfaces`);
  const links = ports.filter((each) => each.kind !== "udp");
  const datagrams = await openDatagrams(
    ports.filter((each) => each.kind === "udp"),
    receive,
  );
  if (links.length === 0) return datagrams;
  try {
    const frames = await openLinks(links, receive);
    return {
      send(port, frame) {
        frames.send(port, frame);
        datagrams.send(port, frame);
      },
      close: async () => void (await Promise.all([frames.close(), datagrams.close()])),
    };
  } catch (error) {
    await datagrams.close();
    throw error;
  }
}

/** The C library is loaded only where there are interfaces. */
async function openLinks(
  links: readonly FrameLink[],
  receive: (port: number, frame: Uint8Array) => void,
): Promise<Wires> {
  if (process.platform !== "linux")
    throw new UsageError(
      "interfaces of the machine are ports on Linux only; elsewhere use PORT@udp:HERE:HOST:THERE",
    );
  const { openFrameLinks } = await import("./frameLinks.ts");
  return openFrameLinks(links, receive);
}

/** Opens the sockets, on loopback where the other side is there. */
async function openDatagrams(
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
