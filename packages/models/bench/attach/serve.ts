// A switch of ours with so many routes, for the benchmark of attaching: `node serve.ts COUNT` prints its address, then
// changes one entry for each line that it reads.
import { createInterface } from "node:readline";
import { serveP4Runtime } from "../../src/cli/switches/serveP4Runtime.ts";
import { checkP4 } from "../../src/p4/index.ts";
import {
  type Draft,
  type Entity,
  type StreamMessageResponse,
  WriteRequest,
} from "../../src/p4runtime/index.ts";
import { SwitchDevice } from "../../src/switch/index.ts";

const program = `
#include <core.p4>
#include <v1model.p4>
header ethernet_t { bit<48> dst; bit<48> src; bit<16> type; }
header ipv4_t { bit<96> before; bit<32> src; bit<32> dst; }
struct headers { ethernet_t ethernet; ipv4_t ipv4; }
struct metadata { }
parser P(packet_in p, out headers h, inout metadata m, inout standard_metadata_t s) {
  state start { p.extract(h.ethernet); p.extract(h.ipv4); transition accept; }
}
control V(inout headers h, inout metadata m) { apply { } }
control I(inout headers h, inout metadata m, inout standard_metadata_t s) {
  direct_counter(CounterType.packets_and_bytes) hits;
  action forward(bit<48> dst, bit<9> port) { hits.count(); h.ethernet.dst = dst; s.egress_spec = port; }
  table route { key = { h.ipv4.dst: exact; } actions = { forward; NoAction; } size = 2000000; counters = hits; }
  apply { route.apply(); }
}
control E(inout headers h, inout metadata m, inout standard_metadata_t s) { apply { } }
control C(inout headers h, inout metadata m) { apply { } }
control D(packet_out p, in headers h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;

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
device.start(checkP4({ file: "routes.p4", text: program }), undefined, program);
const info = device.p4Info!;
const electionId = { high: 0n, low: 1n };
const send = (_: Draft<StreamMessageResponse>): void => undefined;
device.openStream(send).receive({
  update: { kind: "arbitration", value: { deviceId: 1n, electionId, role: null, status: null } },
});

const bytes = (value: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) % 256);
const idOf = (all: readonly { preamble: { id: number; name: string } | null }[], name: string): number =>
  all.find(({ preamble }) => preamble?.name === name)?.preamble?.id ?? 0;
const [tableId, actionId] = [idOf(info.tables, "I.route"), idOf(info.actions, "I.forward")];

const entry = (n: number, port: number): Draft<Entity> => ({
  entity: {
    kind: "tableEntry",
    value: {
      tableId,
      match: [{ fieldId: 1, fieldMatchType: { kind: "exact", value: { value: bytes(0x0a000000 + n, 4) } } }],
      action: {
        type: {
          kind: "action",
          value: {
            actionId,
            params: [
              { paramId: 1, value: bytes(0x080000000000 + n, 6) },
              { paramId: 2, value: bytes(port, 2) },
            ],
          },
        },
      },
    },
  },
});

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
