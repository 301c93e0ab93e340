import type { Constant } from "../flow/flow.ts";

/**
 * What an architecture does around the programmable blocks, as data. Field names are those of the struct that holds the
 * drop port. An architecture without a record gets `plainSemantics`.
 */
export type ArchitectureSemantics = {
  /** fields of the intrinsic metadata with a known value when a packet enters the parser */
  initialMetadata: Readonly<Record<string, Constant>>;
  /** user metadata starts as zero */
  zeroesUserMetadata: boolean;
  /** fields that change between ingress and egress */
  changedBeforeEgress: readonly string[];
  /** a packet that the parser rejects goes on to ingress, with this field set to the error */
  rejectContinues: { errorField: string } | null;
  /** a packet with this field set is replicated even when its egress port says drop */
  multicastField: string | null;
  /** extern functions that neither cost nor change anything the paths see */
  ignoredExterns: readonly string[];
};

/** Error of a packet that parses: v1model's `parser_error` before anything goes wrong. */
export const NO_ERROR = "error.NoError";

const plainSemantics: ArchitectureSemantics = {
  initialMetadata: {},
  zeroesUserMetadata: false,
  changedBeforeEgress: [],
  rejectContinues: null,
  multicastField: null,
  ignoredExterns: [],
};

const records: Readonly<Record<string, ArchitectureSemantics>> = {
  // BMv2 simple_switch (its `simple_switch.md`): metadata is zeroed, resubmit goes before multicast before drop, the drop
  // port is reset before egress, and a parser error does not stop the packet.
  v1model: {
    initialMetadata: { egress_spec: 0n, mcast_grp: 0n, parser_error: NO_ERROR },
    zeroesUserMetadata: true,
    changedBeforeEgress: ["egress_spec", "egress_port", "instance_type", "egress_rid"],
    rejectContinues: { errorField: "parser_error" },
    multicastField: "mcast_grp",
    ignoredExterns: ["assert", "assume", "log_msg", "verify_checksum", "update_checksum"],
  },
};

export const semanticsOf = (architecture: string): ArchitectureSemantics =>
  records[architecture] ?? plainSemantics;
