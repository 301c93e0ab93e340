// A switch of ours with so many routes, for the benchmark of attaching: `node serve.ts COUNT` prints its address, then
// changes one entry for each line that it reads.
import { createInterface } from "node:readline";
import { serveP4Runtime } from "../../src/cli/switches/serveP4Runtime.ts";
import { checkP4 } from "../../src/p4/index.ts";
import { type Draft, type StreamMessageResponse, WriteRequest } from "../../src/p4runtime/index.ts";
import { SwitchDevice } from "../../src/switch/index.ts";
import { manyRoutes, routeOf } from "../../testing/cli/switches/manyRoutes.ts";

const count = Number(process.argv[2]);
const device = new SwitchDevice({
  ...{ deviceId: 1n, cpuPort: null },
  nowUs: () => performance.now() * 1000,
  wallNs: () => 0n,
  compile: () => {
    throw new Error("it keeps its program");
  },
  onSent: () => undefined,
});
device.start(checkP4({ file: "routes.p4", text: manyRoutes }), undefined, manyRoutes);
const info = device.p4Info!;
const electionId = { high: 0n, low: 1n };
const send = (_: Draft<StreamMessageResponse>): void => undefined;
device.openStream(send).receive({
  update: { kind: "arbitration", value: { deviceId: 1n, electionId, role: null, status: null } },
});

const entry = routeOf(info);

function write(type: "INSERT" | "MODIFY", from: number, to: number, port: number): void {
  const updates = Array.from({ length: to - from }, (_, i) => ({ type, entity: entry(from + i, port) }));
  // messages as a controller's arrive, with every field
  const errors = device.write(WriteRequest.of({ deviceId: 1n, electionId, updates }));
  const failed = errors.find(({ canonicalCode }) => canonicalCode !== 0);
  if (failed) throw new Error(failed.message);
}
for (let at = 0; at < count; at += 1_000) write("INSERT", at, Math.min(count, at + 1_000), 1);

const server = await serveP4Runtime(device, "127.0.0.1", 0, null);
console.log(`127.0.0.1:${server.port}`);
let changed = 0;
for await (const _ of createInterface({ input: process.stdin })) {
  write("MODIFY", changed % count, (changed % count) + 1, 2 + (changed % 40));
  changed++;
}
server.close();
