import { expect, it } from "vitest";
import { checkP4 } from "../p4/index.ts";
import { CODE, type PacketReplicationEngineEntry } from "../p4runtime/index.ts";
import { createSwitch } from "../run/index.ts";
import { ReplicationEntries } from "./replicationEntries.ts";

const program = `#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; } struct H { h_t h; } struct M {}
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) { state start { p.extract(h.h); transition accept; } }
control V(inout H h, inout M m) { apply {} }
control I(inout H h, inout M m, inout standard_metadata_t s) { apply { s.egress_spec = 1; clone(CloneType.I2E, 5); } }
control E(inout H h, inout M m, inout standard_metadata_t s) { apply {} }
control C(inout H h, inout M m) { apply {} }
control D(packet_out p, in H h) { apply { p.emit(h.h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;

it("clones of a session with a length are cut to it, the packet is not, and a shorter one stays whole", () => {
  const made = createSwitch(checkP4({ file: "a.p4", text: program }));
  if (!made.ok) throw new Error(made.error.message);
  const entries = new ReplicationEntries(made.value);
  const session = (packetLengthBytes: number) =>
    ({
      type: {
        kind: "cloneSessionEntry",
        value: {
          ...{ sessionId: 5, classOfService: 0, packetLengthBytes },
          replicas: [{ portKind: { kind: "egressPort", value: 7 }, instance: 1, backupReplicas: [] }],
        },
      },
    }) as unknown as PacketReplicationEngineEntry;
  const sent = (bytes: number) =>
    made.value
      .receive(0, new Uint8Array(bytes))
      .map((each) => [each.port, each.bytes.length])
      .sort();
  entries.write("INSERT", session(4));
  expect(sent(10)).toEqual([
    [1, 10],
    [7, 4],
  ]);
  expect(sent(3)).toEqual([
    [1, 3],
    [7, 3],
  ]);
  entries.write("MODIFY", session(0));
  expect(sent(10)).toEqual([
    [1, 10],
    [7, 10],
  ]);
  expect([...entries.read(session(0))]).toMatchObject([
    { entity: { value: { type: { value: { packetLengthBytes: 0 } } } } },
  ]);
  expect(() => entries.write("MODIFY", session(-1))).toThrow(
    expect.objectContaining({ code: CODE.invalidArgument }),
  );
});
