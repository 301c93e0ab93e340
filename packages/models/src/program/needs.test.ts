import { describe, expect, it } from "vitest";
import { analyseProgram } from "./analyseProgram.ts";

const v1model = (ingress: string, egress = "", locals = "") => `
#include <v1model.p4>
struct headers { }
struct metadata { bit<32> colour; bit<32> wait; }
${locals}
parser P(packet_in b, out headers h, inout metadata m, inout standard_metadata_t s) {
  state start { transition accept; }
}
control V(inout headers h, inout metadata m) { apply { } }
control I(inout headers h, inout metadata m, inout standard_metadata_t s) {
  ${ingress.includes("police") ? "meter(4, MeterType.packets) police;" : ""}
  apply { ${ingress} }
}
control E(inout headers h, inout metadata m, inout standard_metadata_t s) {
  ${egress.includes("police") ? "meter(4, MeterType.packets) police;" : ""}
  ${egress.includes("inner") ? "Inner() inner;" : ""}
  apply { ${egress} }
}
control D(packet_out b, in headers h) { apply { } }
V1Switch(P(), V(), I(), E(), V(), D()) main;`;

const needsOf = (text: string) => {
  const { report } = analyseProgram({ file: "needs.p4", text });
  expect(report.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return report.needs;
};
const inner = `control Inner(inout metadata m, inout standard_metadata_t s) {
  apply { m.wait = s.deq_timedelta; }
}`;

describe("needs of a program", () => {
  it.each([
    ["nothing", v1model("s.egress_spec = 1;"), []],
    ["a queue's metadata", v1model("", "m.wait = (bit<32>) s.deq_qdepth;"), ["queue-metadata"]],
    [
      "the same in a block that a block applies",
      v1model("", "inner.apply(m, s);", inner),
      ["queue-metadata"],
    ],
    ["not what no block applies", v1model("", "", inner), []],
    ["priorities", v1model("s.priority = 7;"), ["priorities"]],
    ["a meter in the egress", v1model("", "police.execute_meter(0, m.colour);"), ["meters"]],
    ["a meter in the ingress", v1model("police.execute_meter(0, m.colour);"), ["meters", "ingress-meters"]],
  ])("%s", (_, text, needs) => {
    expect(needsOf(text)).toEqual(needs);
  });
});
