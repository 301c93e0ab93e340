import type { ArchitectureDefinition } from "./architectureModel.ts";
import { portableExterns, portableTypes } from "./portableTypes.ts";

/** The Portable NIC Architecture; outcomes follow its specification 0.7, 6. */
export const PNA: ArchitectureDefinition = {
  id: "pna",
  packageName: "PNA_NIC",
  includeFile: "pna.p4",
  defines: {},
  declares: null,
  blocks: [
    { parameter: "main_parser", role: "parser", title: "MainParser" },
    { parameter: "pre_control", role: "ingress", title: "PreControl", isOptional: true },
    { parameter: "main_control", role: "ingress", title: "MainControl" },
    { parameter: "main_deparser", role: "deparser", title: "MainDeparser" },
  ],
  externOutcomes: { drop_packet: "drop", recirculate: "recirculate", mirror_packet: "clone" },
  dropPort: null,
  metadataOutcomes: [],
};

type Form = {
  /** what the blocks are told about the direction of the packet */
  direction: string;
  preControl: "present" | "absent";
  deparserHeaders: "in" | "inout";
  addEntry: string;
};

const pnaText = (form: Form): string => `#ifndef __PNA_P4__
#define __PNA_P4__

#include <core.p4>

${portableTypes("pna", [
  ["PortId", 32],
  ["InterfaceId", 32],
  ["MulticastGroup", 32],
  ["MirrorSessionId", 16],
  ["MirrorSlotId", 8],
  ["ClassOfService", 8],
  ["PacketLength", 16],
  ["MulticastInstance", 16],
  ["Timestamp", 64],
  ["FlowId", 32],
  ["ExpireTimeProfileId", 8],
  ["PassNumber", 3, 8],
  ["SecurityAssocId", 32],
])}
typedef error ParserError_t;

const InterfaceId_t PNA_PORT_CPU = (InterfaceId_t)0xfffffffd;
const MirrorSessionId_t PNA_MIRROR_SESSION_TO_CPU = (MirrorSessionId_t)0;

${portableExterns("PNA")}
enum PNA_Direction_t { NET_TO_HOST, HOST_TO_NET }

enum PNA_PacketPath_t {
    FROM_NET_PORT,
    FROM_NET_LOOPEDBACK,
    FROM_NET_RECIRCULATED,
    FROM_HOST,
    FROM_HOST_LOOPEDBACK,
    FROM_HOST_RECIRCULATED
}

struct pna_pre_input_metadata_t {
    PortId_t input_port;
    ParserError_t parser_error;
    PNA_Direction_t direction;
    PassNumber_t pass;
    bool loopedback;
}

struct pna_pre_output_metadata_t {
    bool decrypt;
    SecurityAssocId_t said;
    bit<16> decrypt_start_offset;
}

struct pna_main_parser_input_metadata_t {
${form.direction}
    PortId_t input_port;
}

struct pna_main_input_metadata_t {
${form.direction}
    Timestamp_t timestamp;
    ParserError_t parser_error;
    ClassOfService_t class_of_service;
    PortId_t input_port;
}

struct pna_main_output_metadata_t {
    ClassOfService_t class_of_service;
}

extern void drop_packet();
extern void send_to_port(in PortId_t dest_port);
extern void mirror_packet(in MirrorSlotId_t mirror_slot_id, in MirrorSessionId_t mirror_session_id);
extern void recirculate();
${form.addEntry}
extern FlowId_t allocate_flow_id();
extern void set_entry_expire_time(in ExpireTimeProfileId_t expire_time_profile_id);
extern void restart_expire_timer();
extern T SelectByDirection<T>(in PNA_Direction_t direction, in T n2h_value, in T h2n_value);

// an addition of DPDK
enum ipsec_status { IPSEC_SUCCESS, IPSEC_ERROR }
extern ipsec_accelerator {
    ipsec_accelerator();
    void set_sa_index<T>(in T sa_index);
    void set_ip_header_offset<T>(in T offset);
    void enable();
    void disable();
    bool from_ipsec(out ipsec_status status);
}

control PreControlT<PH, PM>(
    in PH pre_hdr,
    inout PM pre_user_meta,
    in pna_pre_input_metadata_t istd,
    inout pna_pre_output_metadata_t ostd);

parser MainParserT<MH, MM>(
    packet_in pkt,
    out MH main_hdr,
    inout MM main_user_meta,
    in pna_main_parser_input_metadata_t istd);

control MainControlT<MH, MM>(
    inout MH main_hdr,
    inout MM main_user_meta,
    in pna_main_input_metadata_t istd,
    inout pna_main_output_metadata_t ostd);

control MainDeparserT<MH, MM>(
    packet_out pkt,
    ${form.deparserHeaders} MH main_hdr,
    in MM main_user_meta,
    in pna_main_output_metadata_t ostd);

package PNA_NIC<${form.preControl === "present" ? "PH, PM, " : ""}MH, MM>(
    MainParserT<MH, MM> main_parser,
${form.preControl === "present" ? "    PreControlT<PH, PM> pre_control,\n" : ""}    MainControlT<MH, MM> main_control,
    MainDeparserT<MH, MM> main_deparser);

#endif
`;

/** `pna.p4`, in our own words; also what DPDK adds to it. */
export const PNA_P4 = pnaText({
  direction: `    PNA_Direction_t direction;
    PassNumber_t pass;
    bool loopedback;`,
  preControl: "present",
  deparserHeaders: "in",
  addEntry: `extern bool add_entry<T>(
    string action_name,
    in T action_params,
    in ExpireTimeProfileId_t expire_time_profile_id);`,
});

/** `bmv2/pna.p4`: the later draft that BMv2's pna_nic follows, without the control before the parser. */
export const PNA_BMV2_P4 = pnaText({
  direction: "    bool recirculated;",
  preControl: "absent",
  deparserHeaders: "inout",
  addEntry: `typedef bit<1> AddEntryErrorStatus_t;
const AddEntryErrorStatus_t ADD_ENTRY_SUCCESS = 0;
const AddEntryErrorStatus_t ADD_ENTRY_NOT_DONE = 1;
extern AddEntryErrorStatus_t add_entry<T>(
    string action_name,
    in T action_params,
    in ExpireTimeProfileId_t expire_time_profile_id);
extern AddEntryErrorStatus_t add_entry_if<T>(
    in bool do_add_entry,
    string action_name,
    in T action_params,
    in ExpireTimeProfileId_t expire_time_profile_id);
extern void update_expire_info(
    in bool update_aging_info,
    in bool update_expire_time,
    in ExpireTimeProfileId_t expire_time_profile_id);
extern void set_entry_expire_time_if(in bool condition, in ExpireTimeProfileId_t expire_time_profile_id);`,
});
