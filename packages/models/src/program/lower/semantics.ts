import { NOT_SET } from "../../p4/index.ts";
import type { Constant } from "../flow/flow.ts";

/** A field of a struct that the architecture declares. */
export type MetadataField = { struct: string; field: string };

/**
 * What an architecture does around the programmable blocks, as data, besides what its definition in `p4`
 * says. Structs and externs are named as the architecture's file declares them.
 */
export type ArchitectureSemantics = {
  /**
   * fields with a known value when a packet enters the parser, by struct; those that decide outcomes have
   * theirs from `p4`
   */
  initialMetadata: Readonly<Record<string, Readonly<Record<string, Constant>>>>;
  /** fields of the machine that are zero before a packet was in a queue, unless it comes round */
  zeroedAtFirst: readonly MetadataField[];
  /** extern functions after which a field of those is open, by the field's name */
  openedBy: Readonly<Record<string, readonly string[]>>;
  /** whether user metadata starts as zero; "at first": not in a further round, which may keep it */
  zeroesUserMetadata: "never" | "at first" | "always";
  /** fields that change between ingress and egress */
  changedBeforeEgress: readonly MetadataField[];
  /** of those, what a packet has there that is neither copied nor comes round: a number, or what the field named had */
  whenQueued: Readonly<Record<string, bigint | string>>;
  /** the field that tells egress a clone, with its value for a clone of what came and for one of what leaves */
  clones: { type: MetadataField; fromIngress: Constant; fromEgress: Constant } | null;
  /** a packet that the parser rejects goes on, with this field set to the error; one for each parser that has it */
  parserErrors: readonly MetadataField[];
  /** packets with one of `fields` set are replicated, whatever values of `outcomes` say of the one that came */
  replicated: readonly { fields: readonly MetadataField[]; outcomes: readonly Constant[] }[];
  /** a drop after ingress goes before resubmission */
  dropsBeforeResubmission: boolean;
  /** what it decides is done after egress, although ingress sets it */
  decidedAfterEgress: readonly MetadataField[];
  /** set to `value`: no egress, not even its parser */
  bypassesEgress: (MetadataField & { value: Constant }) | null;
  /** extern functions that take back a drop */
  keepingExterns: readonly string[];
  /** a packet is dropped unless such a function is called; recirculation goes before that */
  dropsUnlessSent: boolean;
  /** extern functions, methods and objects that neither cost nor change anything the paths see */
  ignoredExterns: readonly string[];
  /** header types of what the machine puts before a packet and takes away again: to extract them does not count */
  machineHeaders: readonly string[];
};

/** Error of a packet that parses, before anything goes wrong. */
export const NO_ERROR = "error.NoError";

/** The struct that holds v1model's drop port. */
export const STANDARD_METADATA = "standard_metadata_t";

const plainSemantics: ArchitectureSemantics = {
  initialMetadata: {},
  zeroedAtFirst: [],
  openedBy: {},
  zeroesUserMetadata: "never",
  changedBeforeEgress: [],
  whenQueued: {},
  clones: null,
  parserErrors: [],
  replicated: [],
  dropsBeforeResubmission: false,
  decidedAfterEgress: [],
  bypassesEgress: null,
  keepingExterns: [],
  dropsUnlessSent: false,
  ignoredExterns: [],
  machineHeaders: [],
};

const standard = (field: string): MetadataField => ({ struct: STANDARD_METADATA, field });
const QUEUE = ["enq_timestamp", "enq_qdepth", "deq_timedelta", "deq_qdepth", "egress_global_timestamp"];
const SENDING = ["egress_port", "instance_type", "egress_rid"];

// BMv2 simple_switch (its `simple_switch.md`): metadata is zeroed, resubmit goes before multicast before drop, the drop
// port is reset before egress, and a parser error does not stop the packet.
const v1model: ArchitectureSemantics = {
  ...plainSemantics,
  initialMetadata: {
    [STANDARD_METADATA]: { egress_spec: 0n, mcast_grp: 0n, parser_error: NO_ERROR },
  },
  zeroedAtFirst: [...SENDING, ...QUEUE, "checksum_error", "priority"].map(standard),
  openedBy: { checksum_error: ["verify_checksum", "verify_checksum_with_payload"] },
  zeroesUserMetadata: "at first",
  changedBeforeEgress: [...SENDING, "egress_spec", ...QUEUE].map(standard),
  whenQueued: { egress_port: "egress_spec", egress_spec: 0n, instance_type: 0n, egress_rid: 0n },
  clones: { type: standard("instance_type"), fromIngress: 1n, fromEgress: 2n },
  parserErrors: [standard("parser_error")],
  replicated: [{ fields: [standard("mcast_grp")], outcomes: [511n] }],
  ignoredExterns: ["assert", "assume", "log_msg", "verify_checksum", "update_checksum"],
};

const PORT_RECIRCULATE = 0xfffffffan;
const INGRESS_OUTPUT = "psa_ingress_output_metadata_t";

// PSA 1.2, 6.2 and 6.5: drop goes before resubmission before multicast; the recirculation port is seen after
// egress; the controls see parser errors and decide about them.
const psa: ArchitectureSemantics = {
  ...plainSemantics,
  initialMetadata: {
    [INGRESS_OUTPUT]: { multicast_group: 0n },
    psa_ingress_input_metadata_t: { parser_error: NO_ERROR },
    psa_egress_input_metadata_t: { parser_error: NO_ERROR },
  },
  parserErrors: [
    { struct: "psa_ingress_input_metadata_t", field: "parser_error" },
    { struct: "psa_egress_input_metadata_t", field: "parser_error" },
  ],
  replicated: [
    { fields: [{ struct: INGRESS_OUTPUT, field: "multicast_group" }], outcomes: [PORT_RECIRCULATE] },
  ],
  dropsBeforeResubmission: true,
  decidedAfterEgress: [{ struct: INGRESS_OUTPUT, field: "egress_port" }],
  ignoredExterns: ["assert", "assume", "Checksum", "InternetChecksum"],
};

// PNA 0.7, 6: of drop_packet and send_to_port the last call holds. What happens without a call is our choice.
const pna: ArchitectureSemantics = {
  ...plainSemantics,
  initialMetadata: { pna_main_input_metadata_t: { parser_error: NO_ERROR } },
  parserErrors: [{ struct: "pna_main_input_metadata_t", field: "parser_error" }],
  keepingExterns: ["send_to_port"],
  dropsUnlessSent: true,
  ignoredExterns: ["assert", "assume", "Checksum", "InternetChecksum", "SelectByDirection"],
};

const FOR_TM = "ingress_intrinsic_metadata_for_tm_t";
const forTm = (field: string): MetadataField => ({ struct: FOR_TM, field });

// Tofino Native Architecture (open-p4studio, comments of `tofino1_base.p4`): bit 0 of drop_ctl stops the packet, its
// multicast copies and its resubmission, bit 1 the copy to the CPU; without a port that is set there is no packet to
// send; types of digests that the program does not set are not valid, and a packet may leave egress out. The compiler
// zeroes metadata.
const tna: ArchitectureSemantics = {
  ...plainSemantics,
  initialMetadata: {
    [FOR_TM]: { mcast_grp_a: 0n, mcast_grp_b: 0n, bypass_egress: 0n, copy_to_cpu: 0n },
    ingress_intrinsic_metadata_for_deparser_t: {
      digest_type: NOT_SET,
      resubmit_type: NOT_SET,
      mirror_type: NOT_SET,
    },
    egress_intrinsic_metadata_for_deparser_t: { mirror_type: NOT_SET },
  },
  replicated: [
    { fields: [forTm("copy_to_cpu")], outcomes: [1n, 5n] },
    { fields: ["mcast_grp_a", "mcast_grp_b", "copy_to_cpu"].map(forTm), outcomes: [NOT_SET] },
  ],
  zeroesUserMetadata: "always",
  dropsBeforeResubmission: true,
  bypassesEgress: { ...forTm("bypass_egress"), value: 1n },
  ignoredExterns: [
    ...["Checksum", "port_metadata_unpack", "invalidate", "is_validated", "sizeInBits", "sizeInBytes"],
    ...["ParserCounter", "ParserPriority"],
  ],
  machineHeaders: [
    "ingress_intrinsic_metadata_t",
    "egress_intrinsic_metadata_t",
    "ghost_intrinsic_metadata_t",
  ],
};

const bpf: ArchitectureSemantics = {
  ...plainSemantics,
  keepingExterns: ["mark_to_pass"],
  ignoredExterns: ["ebpf_ipv4_checksum", "csum_replace2", "csum_replace4"],
};

const records: Readonly<Record<string, ArchitectureSemantics>> = {
  v1model,
  psa,
  pna,
  tna,
  t2na: tna,
  ebpf: bpf,
  xdp: bpf,
  ubpf: bpf,
};

/** An architecture without a record does nothing besides what its definition in `p4` says. */
export const semanticsOf = (architecture: string): ArchitectureSemantics =>
  records[architecture] ?? plainSemantics;

/** Whether the machine puts a header of this type before a packet: to extract it does not count. */
export const isMachineHeader = (architecture: string, header: string): boolean =>
  semanticsOf(architecture).machineHeaders.includes(header);

/** Whether an extern ("Hash.get", "hash") neither costs nor changes anything the paths see, or keeps the packet. */
export function isIgnoredExtern(architecture: string, name: string): boolean {
  const { keepingExterns, ignoredExterns } = semanticsOf(architecture);
  const [object] = name.split(".");
  return [...keepingExterns, ...ignoredExterns].some((each) => each === name || each === object);
}
