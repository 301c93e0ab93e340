import type { CheckedProgram } from "../../p4/index.ts";
import type { BlockParameters } from "../portable/blocks.ts";

/** Blocks of the first pipe; programs with a parser for each port run that of port 0 (as the analysis has it). */
const PARSERS = {
  Switch: ["pipe0.ingress_parser", "pipe0.egress_parser"],
  MultiParserSwitch: ["pipe0.ig_prsr.prsr0", "pipe0.eg_prsr.prsr0"],
} as const;

export type TnaBlock =
  | (typeof PARSERS)[keyof typeof PARSERS][number]
  | "pipe0.ingress"
  | "pipe0.ingress_deparser"
  | "pipe0.egress"
  | "pipe0.egress_deparser";
export type TnaNode = "headers" | "metadata" | "outHeaders" | "outMetadata" | TnaMetadata;
export type TnaMetadata = keyof typeof STRUCTS;

/** What the machine says of a packet, and hears of it. */
export const STRUCTS = {
  intrinsic: "ingress_intrinsic_metadata_t",
  fromParser: "ingress_intrinsic_metadata_from_parser_t",
  forDeparser: "ingress_intrinsic_metadata_for_deparser_t",
  forTm: "ingress_intrinsic_metadata_for_tm_t",
  ghost: "ghost_intrinsic_metadata_t",
  outIntrinsic: "egress_intrinsic_metadata_t",
  outFromParser: "egress_intrinsic_metadata_from_parser_t",
  outForDeparser: "egress_intrinsic_metadata_for_deparser_t",
  outForPort: "egress_intrinsic_metadata_for_output_port_t",
} as const;

const INGRESS = ["headers", "metadata"] as const;
const EGRESS = ["outHeaders", "outMetadata"] as const;

export const TNA_PARAMETERS: BlockParameters<TnaBlock, TnaNode> = {
  blocks: {
    "pipe0.ingress_parser": INGRESS,
    "pipe0.ig_prsr.prsr0": INGRESS,
    "pipe0.ingress": INGRESS,
    "pipe0.ingress_deparser": INGRESS,
    "pipe0.egress_parser": EGRESS,
    "pipe0.eg_prsr.prsr0": EGRESS,
    "pipe0.egress": EGRESS,
    "pipe0.egress_deparser": EGRESS,
  },
  byType: Object.fromEntries(Object.entries(STRUCTS).map(([name, type]) => [type, name as TnaMetadata])),
};

/** The parsers of ingress and egress. */
export const parsersOf = ({ architecture }: CheckedProgram): readonly [TnaBlock, TnaBlock] =>
  PARSERS[architecture?.definition.packageName === "MultiParserSwitch" ? "MultiParserSwitch" : "Switch"];
