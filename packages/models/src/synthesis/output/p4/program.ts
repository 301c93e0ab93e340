import type { PacketField } from "../../header/layout.ts";
import { isPacketField, isTernary, P4_FIELDS } from "./fields.ts";

/** An action that writes fields: its parameters, and its statements over `meta`. */
export type WriteAction = { name: string; parameters: readonly string[]; statements: readonly string[] };

export type ProgramParts = {
  /** fields that the classifier reads, in the order of its keys */
  read: readonly PacketField[];
  /** fields that some class writes */
  written: readonly PacketField[];
  /** actions of tcu_write and of tcu_flow */
  write: readonly WriteAction[];
  flow: readonly WriteAction[];
  serverPort: number;
  /** what becomes of frames without an IPv4 header */
  others: "by rules" | "drop" | "server";
  /** what the program does otherwise than the chain */
  notes: readonly string[];
  /** whether fragments and packets with options, whose ports it does not parse, go to the server */
  isWholeOnly: boolean;
  sizes: { classify: number; write: number; flow: number };
};

/**
 * The v1model program of a synthesis: a classifier, a write for each class, and a table of flows for what is
 * chosen at run time.
 */
export function programText(parts: ProgramParts): string {
  // only programs that ask for it parse ICMP
  const readsIcmp = parts.read.includes("icmpType");
  const carried = Object.keys(P4_FIELDS)
    .filter(isPacketField)
    .filter((f) => readsIcmp || f !== "icmpType");
  const meta = carried.map((f) => `    bit<${P4_FIELDS[f].bits}> ${f};`).join("\n");
  return `// Made by p4twin synthesise: one classifier, one write (thesis Ch. 7). Its entries are in the file of commands.
${parts.notes.map((note) => `// ${note}\n`).join("")}#include <core.p4>
#include <v1model.p4>

const bit<9> SERVER_PORT = ${parts.serverPort};

${headersText(readsIcmp)}
struct metadata_t {
    bit<16> tcu;
    bit<1> isStateful;
    bit<16> l4Length;
${meta}
}

${parserText(readsIcmp)}
control IngressImpl(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    action discard() {
        mark_to_drop(standard_metadata);
    }
    action to_server() {
        standard_metadata.egress_spec = SERVER_PORT;
    }
    action set_tcu(bit<16> tcu, bit<1> isStateful) {
        meta.tcu = tcu;
        meta.isStateful = isStateful;
    }
${[...parts.flow, ...parts.write].map(actionText).join("")}
    table tcu_classify {
        key = {
            standard_metadata.ingress_port : exact;
${parts.read.map((f) => `            meta.${f} : ${isTernary(f) ? "ternary" : "range"};\n`).join("")}        }
        actions = { set_tcu; discard; }
        size = ${parts.sizes.classify};
        default_action = discard();
    }
    table tcu_flow {
        key = {
            meta.tcu : exact;
            meta.ipSrc : exact;
            meta.ipDst : exact;
            meta.ipProto : exact;
            meta.srcPort : exact;
            meta.dstPort : exact;
        }
        actions = { ${["to_server", ...parts.flow.map((a) => a.name)].join("; ")}; }
        size = ${parts.sizes.flow};
        default_action = to_server();
    }
    table tcu_write {
        key = { meta.tcu : exact; }
        actions = { ${["discard", "to_server", ...parts.write.map((a) => a.name)].join("; ")}; }
        size = ${parts.sizes.write};
        default_action = discard();
    }

    apply {
${OTHERS[parts.others]}${parts.isWholeOnly ? TO_SERVER : ""}${readFields(carried)}
        if (tcu_classify.apply().hit) {
            if (meta.isStateful == 1) {
                if (tcu_flow.apply().hit) {
                    tcu_write.apply();
                }
            } else {
                tcu_write.apply();
            }
        }
${writeBack(parts.written)}    }
}
${REST}${deparserText(readsIcmp)}`;
}

function actionText({ name, parameters, statements }: WriteAction): string {
  return `    action ${name}(${parameters.join(", ")}) {\n${statements.map((s) => `        ${s}\n`).join("")}    }\n`;
}

function readFields(fields: readonly PacketField[]): string {
  const ofHeader = (header: string): string =>
    fields
      .filter((f) => P4_FIELDS[f].headers.includes(header))
      .map((f) => `            meta.${f} = hdr.${header}.${P4_FIELDS[f].field};\n`)
      .join("");
  return ["ethernet", "ipv4", "tcp", "udp", "icmp"]
    .filter((h) => fields.some((f) => P4_FIELDS[f].headers.includes(h)))
    .map((h) => `        if (hdr.${h}.isValid()) {\n${ofHeader(h)}        }`)
    .join("\n");
}

function writeBack(written: readonly PacketField[]): string {
  return ["ethernet", "ipv4", "tcp", "udp"]
    .map((header) => {
      const mine = written.filter((f) => P4_FIELDS[f].headers.includes(header));
      if (mine.length === 0) return "";
      const lines = mine
        .map((f) => `            hdr.${header}.${P4_FIELDS[f].field} = meta.${f};\n`)
        .join("");
      return `        if (hdr.${header}.isValid()) {\n${lines}        }\n`;
    })
    .join("");
}

const others = (action: string): string => `        if (!hdr.ipv4.isValid()) {
            ${action}();
            exit;
        }
`;
const OTHERS = { "by rules": "", drop: others("discard"), server: others("to_server") };

const TO_SERVER = `        if (hdr.ipv4.isValid() && (hdr.ipv4.ihl != 5 || hdr.ipv4.fragOffset != 0 || (hdr.ipv4.flags & 1) != 0)) {
            to_server();
            exit;
        }
`;

const ICMP_HEADER = `header icmp_t {
    bit<8> icmpType;
}
`;
const ICMP_STATE = `    state parse_icmp {
        packet.extract(hdr.icmp);
        transition accept;
    }
`;

const headersText = (readsIcmp: boolean): string => `header ethernet_t {
    bit<48> dstAddr;
    bit<48> srcAddr;
    bit<16> etherType;
}
header ipv4_t {
    bit<4> version;
    bit<4> ihl;
    bit<8> diffserv;
    bit<16> totalLen;
    bit<16> identification;
    bit<3> flags;
    bit<13> fragOffset;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> hdrChecksum;
    bit<32> srcAddr;
    bit<32> dstAddr;
}
header tcp_t {
    bit<16> srcPort;
    bit<16> dstPort;
    bit<32> seqNo;
    bit<32> ackNo;
    bit<4> dataOffset;
    bit<4> res;
    bit<8> flags;
    bit<16> window;
    bit<16> checksum;
    bit<16> urgentPtr;
}
header udp_t {
    bit<16> srcPort;
    bit<16> dstPort;
    bit<16> length;
    bit<16> checksum;
}
${readsIcmp ? ICMP_HEADER : ""}struct headers_t {
    ethernet_t ethernet;
    ipv4_t ipv4;
    tcp_t tcp;
    udp_t udp;
${readsIcmp ? "    icmp_t icmp;\n" : ""}}`;

const parserText = (
  readsIcmp: boolean,
): string => `parser ParserImpl(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType) {
            0x0800: parse_ipv4;
            default: accept;
        }
    }
    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        meta.l4Length = hdr.ipv4.totalLen - 20;
        transition select(hdr.ipv4.ihl, hdr.ipv4.fragOffset, hdr.ipv4.protocol) {
            (5, 0, 6): parse_tcp;
            (5, 0, 17): parse_udp;
${readsIcmp ? "            (5, 0, 1): parse_icmp;\n" : ""}            default: accept;
        }
    }
${readsIcmp ? ICMP_STATE : ""}    state parse_tcp {
        packet.extract(hdr.tcp);
        transition accept;
    }
    state parse_udp {
        packet.extract(hdr.udp);
        transition accept;
    }
}
control VerifyChecksumImpl(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}
`;

const REST = `control EgressImpl(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    apply { }
}
control ComputeChecksumImpl(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid(),
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.totalLen, hdr.ipv4.identification,
              hdr.ipv4.flags, hdr.ipv4.fragOffset, hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.srcAddr, hdr.ipv4.dstAddr },
            hdr.ipv4.hdrChecksum, HashAlgorithm.csum16);
        update_checksum_with_payload(hdr.tcp.isValid(),
            { hdr.ipv4.srcAddr, hdr.ipv4.dstAddr, 8w0, hdr.ipv4.protocol, meta.l4Length,
              hdr.tcp.srcPort, hdr.tcp.dstPort, hdr.tcp.seqNo, hdr.tcp.ackNo, hdr.tcp.dataOffset, hdr.tcp.res,
              hdr.tcp.flags, hdr.tcp.window, hdr.tcp.urgentPtr },
            hdr.tcp.checksum, HashAlgorithm.csum16);
        update_checksum_with_payload(hdr.udp.isValid() && hdr.udp.checksum != 0,
            { hdr.ipv4.srcAddr, hdr.ipv4.dstAddr, 8w0, hdr.ipv4.protocol, meta.l4Length,
              hdr.udp.srcPort, hdr.udp.dstPort, hdr.udp.length },
            hdr.udp.checksum, HashAlgorithm.csum16);
    }
}
`;

const deparserText = (
  readsIcmp: boolean,
): string => `control DeparserImpl(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.tcp);
        packet.emit(hdr.udp);
${readsIcmp ? "        packet.emit(hdr.icmp);\n" : ""}    }
}
V1Switch(ParserImpl(), VerifyChecksumImpl(), IngressImpl(), EgressImpl(), ComputeChecksumImpl(), DeparserImpl()) main;
`;
