import { createSocket, type Socket } from "node:dgram";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configProgram } from "../../../src/cli/switches/configProgram.ts";
import { openPorts } from "../../../src/cli/switches/ports.ts";
import { serveP4Runtime, type TlsFiles } from "../../../src/cli/switches/serveP4Runtime.ts";
import { checkP4 } from "../../../src/p4/index.ts";
import { SwitchDevice } from "../../../src/switch/index.ts";

const folder = join(import.meta.dirname, "..", "..", "switch");
/** The program of the switches that tests run. */
export const controlled = readFileSync(join(folder, "controlled.p4"), "utf8");
const CPU_PORT = 255;

export const checkedText = (text: string) => checkP4({ file: "controlled.p4", text });

/** A socket of this test on loopback. */
const socketHere = (): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1", () => resolve(socket));
  });

/** The next datagram that a socket gets. */
export const nextFrame = (socket: Socket): Promise<Uint8Array> =>
  new Promise((resolve) => socket.once("message", (frame) => resolve(Uint8Array.from(frame))));

/** A served switch with ports 1 and 2, whose other ends are the sockets `wires`. */
export async function runningSwitch(hasProgram: boolean, tls: TlsFiles | null = null) {
  const wires = [await socketHere(), await socketHere()];
  // a free port of the switch's side: taken for a moment, then given to it
  const free = await Promise.all([socketHere(), socketHere()]);
  const here = free.map((socket) => socket.address().port);
  await Promise.all(free.map((socket) => new Promise<void>((done) => socket.close(() => done()))));
  let ports: Awaited<ReturnType<typeof openPorts>> | null = null;
  const device = new SwitchDevice({
    deviceId: 1n,
    cpuPort: CPU_PORT,
    nowUs: () => performance.now() * 1000,
    wallNs: () => BigInt(Date.now()) * 1_000_000n,
    compile: configProgram,
    onSent: ({ port, bytes }) => ports?.send(port, bytes),
  });
  if (hasProgram) device.start(checkedText(controlled));
  ports = await openPorts(
    wires.map((wire, index) => ({
      kind: "udp" as const,
      port: index + 1,
      herePort: here[index]!,
      host: "127.0.0.1",
      therePort: wire.address().port,
    })),
    (port, frame) => device.receive(port, frame),
  );
  const server = await serveP4Runtime(device, "127.0.0.1", 0, tls);
  const sweep = setInterval(() => device.sweep(), 20);
  return {
    device,
    address: `127.0.0.1:${server.port}`,
    wires,
    here,
    async close() {
      clearInterval(sweep);
      server.close();
      await ports?.close();
      for (const wire of wires) wire.close();
    },
  };
}
