import type { ArchitectureDefinition } from "./architectureModel.ts";
import { portableExterns, portableTypes } from "./portableTypes.ts";

const INGRESS_OUTPUT = "psa_ingress_output_metadata_t";
const EGRESS_OUTPUT = "psa_egress_output_metadata_t";

/** The Portable Switch Architecture; outcomes follow its specification 1.2, 6.2 and 6.5. */
export const PSA: ArchitectureDefinition = {
  id: "psa",
  packageName: "PSA_Switch",
  includeFile: "psa.p4",
  defines: {},
  declares: null,
  blocks: [
    { parameter: "ingress.ip", role: "parser", title: "IngressParser" },
    { parameter: "ingress.ig", role: "ingress", title: "Ingress" },
    { parameter: "ingress.id", role: "deparser", title: "IngressDeparser" },
    { parameter: "egress.ep", role: "parser", title: "EgressParser" },
    { parameter: "egress.eg", role: "egress", title: "Egress" },
    { parameter: "egress.ed", role: "deparser", title: "EgressDeparser" },
  ],
  externOutcomes: {},
  dropPort: null,
  metadataOutcomes: [
    { holder: { struct: INGRESS_OUTPUT }, field: "drop", value: true, initial: true, outcome: "drop" },
    { holder: { struct: INGRESS_OUTPUT }, field: "clone", value: true, initial: false, outcome: "clone" },
    {
      holder: { struct: INGRESS_OUTPUT },
      field: "resubmit",
      value: true,
      initial: false,
      outcome: "recirculate",
    },
    {
      holder: { struct: INGRESS_OUTPUT },
      field: "egress_port",
      // PSA_PORT_RECIRCULATE
      value: 0xfffffffan,
      initial: null,
      outcome: "recirculate",
    },
    { holder: { struct: EGRESS_OUTPUT }, field: "drop", value: true, initial: false, outcome: "drop" },
    { holder: { struct: EGRESS_OUTPUT }, field: "clone", value: true, initial: false, outcome: "clone" },
  ],
};

/** `psa.p4`, in our own words. */
export const PSA_P4 = `#ifndef __PSA_P4__
#define __PSA_P4__

#include <core.p4>

${portableTypes("psa", [
  ["PortId", 32],
  ["MulticastGroup", 32],
  ["CloneSessionId", 16],
  ["ClassOfService", 8],
  ["PacketLength", 16],
  ["EgressInstance", 16],
  ["Timestamp", 64],
])}
typedef error ParserError_t;

const PortId_t PSA_PORT_RECIRCULATE = (PortId_t)0xfffffffa;
const PortId_t PSA_PORT_CPU = (PortId_t)0xfffffffd;
const CloneSessionId_t PSA_CLONE_SESSION_TO_CPU = (CloneSessionId_t)0;

${portableExterns("PSA")}
enum PSA_PacketPath_t {
    NORMAL,
    NORMAL_UNICAST,
    NORMAL_MULTICAST,
    CLONE_I2E,
    CLONE_E2E,
    RESUBMIT,
    RECIRCULATE
}

struct psa_ingress_parser_input_metadata_t {
    PortId_t ingress_port;
    PSA_PacketPath_t packet_path;
}

struct psa_egress_parser_input_metadata_t {
    PortId_t egress_port;
    PSA_PacketPath_t packet_path;
}

struct psa_ingress_input_metadata_t {
    PortId_t ingress_port;
    PSA_PacketPath_t packet_path;
    Timestamp_t ingress_timestamp;
    ParserError_t parser_error;
}

// What ingress decides. A packet starts with drop set.
struct psa_ingress_output_metadata_t {
    ClassOfService_t class_of_service;
    bool clone;
    CloneSessionId_t clone_session_id;
    bool drop;
    bool resubmit;
    MulticastGroup_t multicast_group;
    PortId_t egress_port;
}

struct psa_egress_input_metadata_t {
    ClassOfService_t class_of_service;
    PortId_t egress_port;
    PSA_PacketPath_t packet_path;
    EgressInstance_t instance;
    Timestamp_t egress_timestamp;
    ParserError_t parser_error;
}

struct psa_egress_deparser_input_metadata_t {
    PortId_t egress_port;
}

struct psa_egress_output_metadata_t {
    bool clone;
    CloneSessionId_t clone_session_id;
    bool drop;
}

extern bool psa_clone_i2e(in psa_ingress_output_metadata_t istd);
extern bool psa_resubmit(in psa_ingress_output_metadata_t istd);
extern bool psa_normal(in psa_ingress_output_metadata_t istd);
extern bool psa_clone_e2e(in psa_egress_output_metadata_t istd);
extern bool psa_recirculate(in psa_egress_output_metadata_t istd, in psa_egress_deparser_input_metadata_t edstd);
extern void assert(in bool check);
extern void assume(in bool check);

@noWarn("unused")
action send_to_port(inout psa_ingress_output_metadata_t meta, in PortId_t egress_port) {
    meta.drop = false;
    meta.multicast_group = (MulticastGroup_t)0;
    meta.egress_port = egress_port;
}

@noWarn("unused")
action multicast(inout psa_ingress_output_metadata_t meta, in MulticastGroup_t multicast_group) {
    meta.drop = false;
    meta.multicast_group = multicast_group;
}

@noWarn("unused")
action ingress_drop(inout psa_ingress_output_metadata_t meta) {
    meta.drop = true;
}

@noWarn("unused")
action egress_drop(inout psa_egress_output_metadata_t meta) {
    meta.drop = true;
}

extern PacketReplicationEngine {
    PacketReplicationEngine();
}

extern BufferingQueueingEngine {
    BufferingQueueingEngine();
}

parser IngressParser<H, M, RESUBM, RECIRCM>(
    packet_in buffer,
    out H parsed_hdr,
    inout M user_meta,
    in psa_ingress_parser_input_metadata_t istd,
    in RESUBM resubmit_meta,
    in RECIRCM recirculate_meta);

control Ingress<H, M>(
    inout H hdr,
    inout M user_meta,
    in psa_ingress_input_metadata_t istd,
    inout psa_ingress_output_metadata_t ostd);

control IngressDeparser<H, M, CI2EM, RESUBM, NM>(
    packet_out buffer,
    out CI2EM clone_i2e_meta,
    out RESUBM resubmit_meta,
    out NM normal_meta,
    inout H hdr,
    in M meta,
    in psa_ingress_output_metadata_t istd);

parser EgressParser<H, M, NM, CI2EM, CE2EM>(
    packet_in buffer,
    out H parsed_hdr,
    inout M user_meta,
    in psa_egress_parser_input_metadata_t istd,
    in NM normal_meta,
    in CI2EM clone_i2e_meta,
    in CE2EM clone_e2e_meta);

control Egress<H, M>(
    inout H hdr,
    inout M user_meta,
    in psa_egress_input_metadata_t istd,
    inout psa_egress_output_metadata_t ostd);

control EgressDeparser<H, M, CE2EM, RECIRCM>(
    packet_out buffer,
    out CE2EM clone_e2e_meta,
    out RECIRCM recirculate_meta,
    inout H hdr,
    in M meta,
    in psa_egress_output_metadata_t istd,
    in psa_egress_deparser_input_metadata_t edstd);

package IngressPipeline<IH, IM, NM, CI2EM, RESUBM, RECIRCM>(
    IngressParser<IH, IM, RESUBM, RECIRCM> ip,
    Ingress<IH, IM> ig,
    IngressDeparser<IH, IM, CI2EM, RESUBM, NM> id);

package EgressPipeline<EH, EM, NM, CI2EM, CE2EM, RECIRCM>(
    EgressParser<EH, EM, NM, CI2EM, CE2EM> ep,
    Egress<EH, EM> eg,
    EgressDeparser<EH, EM, CE2EM, RECIRCM> ed);

package PSA_Switch<IH, IM, EH, EM, NM, CI2EM, CE2EM, RESUBM, RECIRCM>(
    IngressPipeline<IH, IM, NM, CI2EM, RESUBM, RECIRCM> ingress,
    PacketReplicationEngine pre,
    EgressPipeline<EH, EM, NM, CI2EM, CE2EM, RECIRCM> egress,
    BufferingQueueingEngine bqe);

#endif
`;
