// A program of one table of routes with a counter, and as many routes for it: what benchmarks of attaching read.
import type { Draft, Entity, P4Info } from "../../../src/p4runtime/index.ts";

/** Runs on BMv2 too. */
export const manyRoutes = `
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

const bytes = (value: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) % 256);
const idOf = (all: readonly { preamble: { id: number; name: string } | null }[], name: string): number =>
  all.find(({ preamble }) => preamble?.name === name)?.preamble?.id ?? 0;

/** The route to 10.x.y.z by its number, with the ids of this P4Info; byte strings in their shortest form. */
export function routeOf(info: P4Info): (n: number, port: number) => Draft<Entity> {
  const [tableId, actionId] = [idOf(info.tables, "I.route"), idOf(info.actions, "I.forward")];
  return (n, port) => ({
    entity: {
      kind: "tableEntry",
      value: {
        tableId,
        match: [
          { fieldId: 1, fieldMatchType: { kind: "exact", value: { value: bytes(0x0a000000 + n, 4) } } },
        ],
        action: {
          type: {
            kind: "action",
            value: {
              actionId,
              params: [
                { paramId: 1, value: bytes(0x080000000000 + n, 6) },
                { paramId: 2, value: bytes(port, 1) },
              ],
            },
          },
        },
      },
    },
  });
}
