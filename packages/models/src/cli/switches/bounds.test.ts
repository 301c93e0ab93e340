import { afterEach, expect, it } from "vitest";
import { controllerOf, failure } from "../../../testing/cli/switches/controller.ts";
import { startGnmiServer } from "../../../testing/cli/switches/gnmiServer.ts";
import { routeEntity, startTestSwitch } from "../../../testing/cli/testSwitch.ts";
import { readDevice } from "../../attach/index.ts";
import type { Draft, StreamMessageResponse } from "../../p4runtime/index.ts";
import { CODE, type SwitchDevice } from "../../switch/index.ts";
import { openGnmiChannel } from "./gnmiChannel.ts";
import { openReadChannel } from "./grpcChannel.ts";
import { serveP4Runtime } from "./serveP4Runtime.ts";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});
const closing = <T extends { close(): void }>(each: T): T => {
  opened.push(each);
  return each;
};
type Say = (message: Draft<StreamMessageResponse>) => void;

/** A served device that says what the test says. */
async function served(bounds: { requestBytes: number; waitingBytes: number }) {
  const streams: Say[] = [];
  const device = {
    setPipeline() {},
    openStream(say: Say) {
      streams.push(say);
      return { receive() {}, close() {} };
    },
  } as unknown as SwitchDevice;
  const server = closing(await serveP4Runtime(device, "127.0.0.1", 0, null, bounds));
  return { streams, controller: closing(controllerOf(`127.0.0.1:${server.port}`)) };
}

it("a request of more bytes than a switch takes is refused, one below is taken", async () => {
  const { controller } = await served({ requestBytes: 1_000, waitingBytes: 1_000 });
  const program = (bytes: number) =>
    controller.call("setForwardingPipelineConfig", {
      deviceId: 1n,
      config: { p4DeviceConfig: new Uint8Array(bytes) },
    });
  await program(500);
  expect((await failure(program(2_000))).code).toBe(CODE.resourceExhausted);
});

it("what waits for a controller that does not read is bounded: packets are left out, arbitration is not", async () => {
  const { streams, controller } = await served({ requestBytes: 1_000, waitingBytes: 10_000 });
  const stream = controller.stream();
  while (streams.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const packet = { kind: "packet" as const, value: { payload: new Uint8Array(1_000), metadata: [] } };
  // nothing is written while this loop runs: all of it waits
  for (let i = 0; i < 1_000; i++) streams[0]?.({ update: packet });
  streams[0]?.({ update: { kind: "arbitration", value: { deviceId: 1n } } });
  let packets = 0;
  while ((await stream.next())?.kind === "packet") packets++;
  expect(packets).toBeGreaterThan(5);
  expect(packets).toBeLessThan(20);
});

it("a message of more bytes than a reader takes ends the read in words", async () => {
  const entries = Array.from({ length: 1_000 }, (_, n) => routeEntity(n));
  const target = await startTestSwitch({ entries });
  opened.push({ close: target.stop });
  const channel = closing(openReadChannel({ address: target.address, tls: null, serverName: null }, 10_000));
  const reading = async () => {
    for await (const _ of channel.read(1n, { entity: { kind: "tableEntry", value: {} } }));
  };
  await expect(reading()).rejects.toMatchObject({ code: CODE.resourceExhausted });
});

it("a gNMI answer of more bytes than a reader takes is an unread part", async () => {
  const [interfaces, lldp] = [{ interface: [] }, { state: { "chassis-id": "c".repeat(5_000) } }];
  const target = await startGnmiServer({ data: { interfaces, lldp, components: {}, system: {} } });
  opened.push({ close: target.stop });
  const channel = closing(openGnmiChannel({ address: target.address, tls: null, serverName: null }, 1_000));
  const { unread } = await readDevice(channel);
  expect(unread).toEqual([{ what: "lldp", why: expect.stringMatching(/larger than max/i) }]);
});
