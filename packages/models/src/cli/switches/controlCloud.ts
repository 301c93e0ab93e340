import type { RunningCloud } from "../../run/index.ts";
import { CODE, SwitchDevice, SwitchError } from "../../switch/index.ts";
import { type P4RuntimeServer, serveP4Runtime } from "./serveP4Runtime.ts";

/** Where the P4Runtime of one emulated switch is served. */
export type Controlled = { switch: string; address: string; deviceId: string };

export type ControlledCloud = { switches: Controlled[]; close(): void };

/**
 * Serves the switches of a cloud by P4Runtime on loopback, so that they can be attached: each at a port of its own, the
 * first ones from `firstPort` on, so that addresses outlive a restart; any free one where that is taken. They keep
 * their programs; what controllers write holds for the packets that follow.
 */
export async function controlCloud(
  { switches }: RunningCloud,
  texts: Readonly<Record<string, string>>,
  firstPort: number,
): Promise<ControlledCloud> {
  const servers: P4RuntimeServer[] = [];
  const found: Controlled[] = [];
  for (const [index, [name, { target, checked, program }]] of [...switches].entries()) {
    const deviceId = BigInt(index + 1);
    const device = new SwitchDevice({
      ...{ deviceId, cpuPort: null },
      // its clock is that of the cloud
      nowUs: () => target.machine.nowUs,
      wallNs: () => BigInt(Date.now()) * 1_000_000n,
      compile: () => {
        throw new SwitchError(CODE.unimplemented, "this switch keeps the program that it runs");
      },
      onSent: () => undefined,
    });
    device.adopt(checked, target, texts[program] ?? null);
    const server = await serveNear(device, firstPort === 0 ? 0 : firstPort + index);
    servers.push(server);
    found.push({ switch: name, address: `${HOST}:${server.port}`, deviceId: deviceId.toString() });
  }
  return {
    switches: found,
    close() {
      for (const server of servers) server.close();
    },
  };
}

const HOST = "127.0.0.1";

const serveNear = (device: SwitchDevice, port: number): Promise<P4RuntimeServer> =>
  serveP4Runtime(device, HOST, port, null).catch((error: unknown) => {
    if (port === 0) throw error;
    return serveP4Runtime(device, HOST, 0, null);
  });
