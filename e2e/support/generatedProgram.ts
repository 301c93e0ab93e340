/**
 * Lines of one table with its two actions and of one header with its parser state, as `generatedProgram` writes them.
 */
const LINES_PER_PART = 24;
const FRAME_LINES = 40;

const header = (i: number): string => `header part${i}_t {
    bit<16> kind;
    bit<16> value;
    bit<32> address;
}
`;

const state = (i: number, last: boolean): string => `    state parse_part${i} {
        packet.extract(hdr.part${i});
        transition select(hdr.part${i}.kind) {
            ${last ? "default: accept;" : `16w${i + 1}: parse_part${i + 1};\n            default: accept;`}
        }
    }
`;

const table = (i: number): string => `    action set_part${i}(bit<32> address) {
        hdr.part${i}.address = address;
    }
    table match_part${i} {
        key = { hdr.part${i}.value: exact; }
        actions = { set_part${i}; NoAction; }
        default_action = NoAction();
        size = 1024;
    }
`;

const applyEach = (i: number): string => `        if (hdr.part${i}.isValid()) { match_part${i}.apply(); }\n`;
const applyElse = (i: number): string =>
  `        else if (hdr.part${i}.isValid()) { match_part${i}.apply(); }\n`;

/**
 * `deepest`: only the table of the deepest header runs, two paths for each; `every`: all of them, so that
 * paths multiply.
 */
export type AppliedTables = "deepest" | "every";

const join = (count: number, part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join("");

/**
 * A P4_16 program for v1model of about so many lines: a chain of headers, each with a parser state and a
 * table with two actions.
 */
export function generatedProgram(lines: number, applied: AppliedTables = "deepest"): string {
  const parts = Math.max(1, Math.round((lines - FRAME_LINES) / LINES_PER_PART));
  const deepestFirst = (i: number): string => applyElse(parts - 1 - i);
  const tables =
    applied === "every" ? join(parts, applyEach) : join(parts, deepestFirst).replace("else ", "");
  return `#include <core.p4>
#include <v1model.p4>

${join(parts, header)}
struct headers_t {
${join(parts, (i) => `    part${i}_t part${i};\n`)}}

struct metadata_t {
}

parser ParserImpl(packet_in packet, out headers_t hdr, inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    state start {
        transition parse_part0;
    }
${join(parts, (i) => state(i, i === parts - 1))}}

control VerifyImpl(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control IngressImpl(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
${join(parts, table)}
    apply {
${tables}        standard_metadata.egress_spec = 1;
    }
}

control EgressImpl(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    apply { }
}

control ComputeImpl(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control DeparserImpl(packet_out packet, in headers_t hdr) {
    apply {
${join(parts, (i) => `        packet.emit(hdr.part${i});\n`)}    }
}

V1Switch(ParserImpl(), VerifyImpl(), IngressImpl(), EgressImpl(), ComputeImpl(), DeparserImpl()) main;
`;
}
