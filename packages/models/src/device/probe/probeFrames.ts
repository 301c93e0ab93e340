/** Architectures that probe programs are written for. */
export const probeArchitectures = ["v1model", "psa", "tna"] as const;
export type ProbeArchitecture = (typeof probeArchitectures)[number];

/** What a program does, in any architecture: states of its parser, tables, statements of its ingress. */
export type ProbeBody = {
  states: string;
  tables: string;
  statements: string;
  /** the switch writes its own times into the stamp, where the architecture lets the egress see both */
  isStamped: boolean;
};

type Frame = {
  include: string;
  /** first lines of the state `start` */
  starts: string;
  /** `to`, and the key of the table that forwards */
  action: string;
  ingressPort: string;
  parser: string;
  control: string;
  around(isStamped: boolean): string;
};

/** Whether the programs of an architecture write a stamp: one more modified header. */
export const hasStamp = (architecture: ProbeArchitecture): boolean => architecture === "v1model";

const STAMP = `
        hdr.stamp.inUs = standard.ingress_global_timestamp;
        hdr.stamp.outUs = standard.egress_global_timestamp;`;

/** Egress parses and writes nothing, so that counts are those of the ingress. */
const FRAMES: Readonly<Record<ProbeArchitecture, Frame>> = {
  v1model: {
    include: "v1model.p4",
    starts: "",
    action: "action to(bit<9> port) { standard.egress_spec = port; }",
    ingressPort: "standard.ingress_port",
    parser:
      "parser Probe(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t standard)",
    control: "control ProbeIn(inout headers hdr, inout metadata meta, inout standard_metadata_t standard)",
    around: (isStamped) => `control Check(inout headers hdr, inout metadata meta) { apply { } }
control ProbeOut(inout headers hdr, inout metadata meta, inout standard_metadata_t standard) {
    apply {${isStamped ? STAMP : ""} }
}
control Sum(inout headers hdr, inout metadata meta) { apply { } }
control Out(packet_out packet, in headers hdr) { apply { packet.emit(hdr); } }
V1Switch(Probe(), Check(), ProbeIn(), ProbeOut(), Sum(), Out()) main;
`,
  },
  psa: {
    include: "psa.p4",
    starts: "",
    action: "action to(PortId_t port) { send_to_port(ostd, port); }",
    ingressPort: "istd.ingress_port",
    parser: `parser Probe(packet_in packet, out headers hdr, inout metadata meta, in psa_ingress_parser_input_metadata_t istd,
             in nothing resubmitted, in nothing recirculated)`,
    control: `control ProbeIn(inout headers hdr, inout metadata meta, in psa_ingress_input_metadata_t istd,
                inout psa_ingress_output_metadata_t ostd)`,
    around:
      () => `control Between(packet_out packet, out nothing cloned, out nothing resubmitted, out nothing normal, inout headers hdr,
                in metadata meta, in psa_ingress_output_metadata_t istd) {
    apply { packet.emit(hdr); }
}
parser Again(packet_in packet, out nothing hdr, inout metadata meta, in psa_egress_parser_input_metadata_t istd,
             in nothing normal, in nothing cloned_in, in nothing cloned_out) {
    state start { transition accept; }
}
control ProbeOut(inout nothing hdr, inout metadata meta, in psa_egress_input_metadata_t istd,
                 inout psa_egress_output_metadata_t ostd) {
    apply { }
}
control Out(packet_out packet, out nothing cloned, out nothing recirculated, inout nothing hdr, in metadata meta,
            in psa_egress_output_metadata_t istd, in psa_egress_deparser_input_metadata_t edstd) {
    apply { }
}
IngressPipeline(Probe(), ProbeIn(), Between()) ingress;
EgressPipeline(Again(), ProbeOut(), Out()) egress;
PSA_Switch(ingress, PacketReplicationEngine(), egress, BufferingQueueingEngine()) main;
`,
  },
  tna: {
    include: "tna.p4",
    starts: "packet.extract(intrinsic); packet.advance(PORT_METADATA_SIZE); ",
    action: "action to(PortId_t port) { for_tm.ucast_egress_port = port; for_tm.bypass_egress = 1; }",
    ingressPort: "intrinsic.ingress_port",
    parser: `parser Probe(packet_in packet, out headers hdr, out metadata meta, out ingress_intrinsic_metadata_t intrinsic)`,
    control: `control ProbeIn(inout headers hdr, inout metadata meta, in ingress_intrinsic_metadata_t intrinsic,
                in ingress_intrinsic_metadata_from_parser_t from_parser,
                inout ingress_intrinsic_metadata_for_deparser_t for_deparser,
                inout ingress_intrinsic_metadata_for_tm_t for_tm)`,
    around: () => `control Between(packet_out packet, inout headers hdr, in metadata meta,
                in ingress_intrinsic_metadata_for_deparser_t for_deparser) {
    apply { packet.emit(hdr); }
}
parser Again(packet_in packet, out nothing hdr, out metadata meta, out egress_intrinsic_metadata_t intrinsic) {
    state start { packet.extract(intrinsic); transition accept; }
}
control ProbeOut(inout nothing hdr, inout metadata meta, in egress_intrinsic_metadata_t intrinsic,
                 in egress_intrinsic_metadata_from_parser_t from_parser,
                 inout egress_intrinsic_metadata_for_deparser_t for_deparser,
                 inout egress_intrinsic_metadata_for_output_port_t for_port) {
    apply { }
}
control Out(packet_out packet, inout nothing hdr, in metadata meta,
            in egress_intrinsic_metadata_for_deparser_t for_deparser) {
    apply { }
}
Pipeline(Probe(), ProbeIn(), Between(), Again(), ProbeOut(), Out()) pipe;
Switch(pipe) main;
`,
  },
};

/** The text of a program; `types` declares headers and structs `headers`, `metadata` and `nothing`. */
export function probeText(body: ProbeBody, types: string, architecture: ProbeArchitecture): string {
  const { include, starts, action, ingressPort, parser, control, around } = FRAMES[architecture];
  return `#include <core.p4>
#include <${include}>
${types}
${parser} {
${body.states.replace("state start { ", `state start { ${starts}`)}
}
${control} {
    ${action}
    table forward { key = { ${ingressPort} : exact; } actions = { to; } size = 16; }
${body.tables}
    apply {
        forward.apply();
${body.statements}
    }
}
${around(body.isStamped)}`;
}
