import { checkOnce } from "../../src/p4/index.ts";
import type { RunOptions } from "../../src/run/target.ts";
import { V1Switch } from "../../src/run/v1model/switch.ts";
import { bytesOfHex, hexOf } from "../../src/run/values/hex.ts";

/** Parts of a v1model program around a header of five fields; what is left out does the least. */
export type Parts = {
  types?: string;
  metadata?: string;
  headers?: string;
  parser?: string;
  locals?: string;
  ingress?: string;
  egressLocals?: string;
  egress?: string;
  verify?: string;
  compute?: string;
  deparser?: string;
};

/** The text of a program with the given parts. `h` has a, b (8 bits), c (16), d (32) and e (48). */
export const smallP4 = (parts: Parts): string => `#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; bit<8> b; bit<16> c; bit<32> d; bit<48> e; }
${parts.types ?? ""}
struct metadata { ${parts.metadata ?? ""} }
struct headers { h_t h; ${parts.headers ?? ""} }
parser P(packet_in p, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  ${parts.parser ?? "state start { p.extract(hdr.h); transition accept; }"}
}
control V(inout headers hdr, inout metadata m) { apply { ${parts.verify ?? ""} } }
control I(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  ${parts.locals ?? ""}
  apply { ${parts.ingress ?? ""} }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  ${parts.egressLocals ?? ""}
  apply { ${parts.egress ?? ""} }
}
control C(inout headers hdr, inout metadata m) { apply { ${parts.compute ?? ""} } }
control D(packet_out p, in headers hdr) { apply { ${parts.deparser ?? "p.emit(hdr);"} } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;

/** A packet of the header: a, b, c, d and e in hexadecimal with all digits. */
export const packet = (fields: { a?: string; b?: string; c?: string; d?: string; e?: string } = {}): string =>
  (fields.a ?? "00") +
  (fields.b ?? "00") +
  (fields.c ?? "0000") +
  (fields.d ?? "00000000") +
  (fields.e ?? "000000000000");

/** Properties run switches of one program hundreds of times: it is checked once. */
const check = checkOnce();

/** A switch with the program; its faults end the test. */
export function smallSwitch(parts: Parts, options: RunOptions = {}): V1Switch {
  const checked = check({ file: "small.p4", text: smallP4(parts) });
  const [problem] = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (problem) throw new Error(`line ${problem.span?.line}: ${problem.message}`);
  return new V1Switch(checked, options);
}

/** What leaves for a packet, as `port:hex`. */
export const send = (target: V1Switch, hex: string, port = 0): string[] =>
  target.receive(port, bytesOfHex(hex)).map((sent) => `${sent.port}:${hexOf(sent.bytes)}`);
