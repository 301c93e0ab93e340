import type { ArchitectureDefinition, BlockDefinition, MetadataOutcome } from "./architectureModel.ts";
import { TOFINO_EXTERNS_P4 } from "./tofinoExterns.ts";
import { TOFINO_METADATA_P4 } from "./tofinoMetadata.ts";

const blocks = (ingressParser: string, egressParser: string): BlockDefinition[] => [
  { parameter: `pipe0.${ingressParser}`, role: "parser", title: "IngressParser" },
  { parameter: "pipe0.ingress", role: "ingress", title: "Ingress" },
  { parameter: "pipe0.ingress_deparser", role: "deparser", title: "IngressDeparser" },
  { parameter: `pipe0.${egressParser}`, role: "parser", title: "EgressParser" },
  { parameter: "pipe0.egress", role: "egress", title: "Egress" },
  { parameter: "pipe0.egress_deparser", role: "deparser", title: "EgressDeparser" },
];

/** What metadata with a validity of its own is before the program sets it: zero is a value like others there. */
export const NOT_SET = "not set";

const dropWhen = (struct: string, value: bigint): MetadataOutcome => ({
  holder: { struct },
  field: "drop_ctl",
  value,
  initial: 0n,
  outcome: "drop",
});

/** Bit 0 of drop_ctl drops the packet; without a port that is set nothing is sent. */
const METADATA_OUTCOMES: MetadataOutcome[] = [
  ...[1n, 3n, 5n, 7n].flatMap((value) => [
    dropWhen("ingress_intrinsic_metadata_for_deparser_t", value),
    dropWhen("egress_intrinsic_metadata_for_deparser_t", value),
  ]),
  {
    holder: { struct: "ingress_intrinsic_metadata_for_tm_t" },
    field: "ucast_egress_port",
    value: NOT_SET,
    initial: NOT_SET,
    outcome: "drop",
  },
];

const shared = {
  externOutcomes: { "Mirror.emit": "clone", "Resubmit.emit": "recirculate" },
  dropPort: null,
  metadataOutcomes: METADATA_OUTCOMES,
} as const;

/** Tofino's native architecture. Of several pipes the first is analysed (our choice). */
export const TNA: ArchitectureDefinition = {
  ...shared,
  id: "tna",
  packageName: "Switch",
  includeFile: "tna.p4",
  defines: { __TARGET_TOFINO__: "1" },
  declares: "ingress_intrinsic_metadata_for_tm_t",
  blocks: blocks("ingress_parser", "egress_parser"),
};

/** The same with a parser per port; the parser of port 0 is analysed (our choice). */
export const TNA_MULTI_PARSER: ArchitectureDefinition = {
  ...TNA,
  packageName: "MultiParserSwitch",
  blocks: blocks("ig_prsr.prsr0", "eg_prsr.prsr0"),
};

/** Tofino 2's native architecture. */
export const T2NA: ArchitectureDefinition = {
  ...TNA,
  id: "t2na",
  includeFile: "t2na.p4",
  defines: { __TARGET_TOFINO__: "2" },
  declares: "ghost_intrinsic_metadata_t",
};

const parsers = (name: string, type: string): string => `package ${name}<H, M>(
    ${type}<H, M> prsr0,
${Array.from({ length: 17 }, (_, i) => `    @optional ${type}<H, M> prsr${i + 1}`).join(",\n")});
`;

const switchPackage = (name: string, pipeline: string): string => {
  const types = [0, 1, 2, 3].map((i) => `IH${i}, IM${i}, EH${i}, EM${i}`).join(", ");
  const pipes = [0, 1, 2, 3].map(
    (i) => `    ${i === 0 ? "" : "@optional "}${pipeline}<IH${i}, IM${i}, EH${i}, EM${i}> pipe${i}`,
  );
  return `package ${name}<${types}>(\n${pipes.join(",\n")});\n`;
};

const BLOCKS_P4 = `parser IngressParserT<H, M>(
    packet_in pkt,
    out H hdr,
    out M ig_md,
    @optional out ingress_intrinsic_metadata_t ig_intr_md,
    @optional out ingress_intrinsic_metadata_for_tm_t ig_intr_md_for_tm,
    @optional out ingress_intrinsic_metadata_from_parser_t ig_intr_md_from_prsr);

parser EgressParserT<H, M>(
    packet_in pkt,
    out H hdr,
    out M eg_md,
    @optional out egress_intrinsic_metadata_t eg_intr_md,
    @optional out egress_intrinsic_metadata_from_parser_t eg_intr_md_from_prsr,
    @optional out egress_intrinsic_metadata_for_deparser_t eg_intr_md_for_dprsr);

control IngressT<H, M>(
    inout H hdr,
    inout M ig_md,
    @optional in ingress_intrinsic_metadata_t ig_intr_md,
    @optional in ingress_intrinsic_metadata_from_parser_t ig_intr_md_from_prsr,
    @optional inout ingress_intrinsic_metadata_for_deparser_t ig_intr_md_for_dprsr,
    @optional inout ingress_intrinsic_metadata_for_tm_t ig_intr_md_for_tm
#if P4TWIN_TOFINO == 2
    , @optional in ghost_intrinsic_metadata_t gh_intr_md
#endif
);

control EgressT<H, M>(
    inout H hdr,
    inout M eg_md,
    @optional in egress_intrinsic_metadata_t eg_intr_md,
    @optional in egress_intrinsic_metadata_from_parser_t eg_intr_md_from_prsr,
    @optional inout egress_intrinsic_metadata_for_deparser_t eg_intr_md_for_dprsr,
    @optional inout egress_intrinsic_metadata_for_output_port_t eg_intr_md_for_oport);

control IngressDeparserT<H, M>(
    packet_out pkt,
    inout H hdr,
    in M metadata,
    @optional in ingress_intrinsic_metadata_for_deparser_t ig_intr_md_for_dprsr,
    @optional in ingress_intrinsic_metadata_t ig_intr_md);

control EgressDeparserT<H, M>(
    packet_out pkt,
    inout H hdr,
    in M metadata,
    @optional in egress_intrinsic_metadata_for_deparser_t eg_intr_md_for_dprsr,
    @optional in egress_intrinsic_metadata_t eg_intr_md,
    @optional in egress_intrinsic_metadata_from_parser_t eg_intr_md_from_prsr);

#if P4TWIN_TOFINO == 2
control GhostT(in ghost_intrinsic_metadata_t gh_intr_md);
#endif

package Pipeline<IH, IM, EH, EM>(
    IngressParserT<IH, IM> ingress_parser,
    IngressT<IH, IM> ingress,
    IngressDeparserT<IH, IM> ingress_deparser,
    EgressParserT<EH, EM> egress_parser,
    EgressT<EH, EM> egress,
    EgressDeparserT<EH, EM> egress_deparser
#if P4TWIN_TOFINO == 2
    , @optional GhostT ghost
#endif
);

${switchPackage("Switch", "Pipeline")}`;

const MULTI_PARSER_P4 = `${parsers("IngressParsers", "IngressParserT")}
${parsers("EgressParsers", "EgressParserT")}
package MultiParserPipeline<IH, IM, EH, EM>(
    IngressParsers<IH, IM> ig_prsr,
    IngressT<IH, IM> ingress,
    IngressDeparserT<IH, IM> ingress_deparser,
    EgressParsers<EH, EM> eg_prsr,
    EgressT<EH, EM> egress,
    EgressDeparserT<EH, EM> egress_deparser);

${switchPackage("MultiParserSwitch", "MultiParserPipeline")}`;

const text = (chip: 1 | 2, blocksText: string): string => `#ifndef P4TWIN_TOFINO
#define P4TWIN_TOFINO ${chip}

// the compiler defines it; programs choose widths by it
#ifndef __TARGET_TOFINO__
#define __TARGET_TOFINO__ ${chip}
#endif

#include <core.p4>

${TOFINO_METADATA_P4}
${TOFINO_EXTERNS_P4}
${blocksText}
#endif
`;

/** `tna.p4`, in our own words. */
export const TNA_P4 = text(1, `${BLOCKS_P4}\n${MULTI_PARSER_P4}`);

/** `t2na.p4`, in our own words. */
export const T2NA_P4 = text(2, BLOCKS_P4);
