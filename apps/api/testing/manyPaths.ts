/**
 * A v1model program with 3^tables paths: each table does nothing, writes a header of its own, or drops the
 * packet and adds a header, so that the slowest path of all is one that drops.
 */
export function manyPaths(tables: number): string {
  const each = (make: (index: number) => string): string =>
    Array.from({ length: tables }, (_, index) => make(index)).join("\n");
  return `#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> x; }
struct headers_t { ${each((i) => `h_t h${i};`)} h_t added; }
struct metadata_t { bit<8> unused; }
parser P(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
  state start { ${each((i) => `packet.extract(hdr.h${i});`)} transition accept; }
}
control I(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
  action drop() { mark_to_drop(sm); hdr.added.setValid(); }
  ${each((i) => `action write${i}() { hdr.h${i}.x = 1; }`)}
  ${each((i) => `table t${i} { key = { hdr.h${i}.x : exact; } actions = { NoAction; write${i}; drop; } const default_action = NoAction; }`)}
  apply { ${each((i) => `t${i}.apply();`)} }
}
control E(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) { apply { } }
control V(inout headers_t hdr, inout metadata_t meta) { apply { } }
control D(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr); } }
V1Switch(P(), V(), I(), E(), V(), D()) main;
`;
}
