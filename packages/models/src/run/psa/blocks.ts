import type { BlockParameters } from "../portable/blocks.ts";

export type PsaBlock = "ingress.ip" | "ingress.ig" | "ingress.id" | "egress.ep" | "egress.eg" | "egress.ed";
export type PsaNode =
  | "headers"
  | "metadata"
  | "parserInput"
  | "input"
  | "output"
  | "resubmit"
  | "recirculate"
  | "normal"
  | "cloneIngress"
  | "cloneEgress"
  | "outHeaders"
  | "outMetadata"
  | "outParserInput"
  | "outInput"
  | "outOutput"
  | "deparserInput";

export const PSA_PARAMETERS: BlockParameters<PsaBlock, PsaNode> = {
  blocks: {
    "ingress.ip": ["headers", "metadata", "parserInput", "resubmit", "recirculate"],
    "ingress.ig": ["headers", "metadata", "input", "output"],
    "ingress.id": ["cloneIngress", "resubmit", "normal", "headers", "metadata", "output"],
    "egress.ep": ["outHeaders", "outMetadata", "outParserInput", "normal", "cloneIngress", "cloneEgress"],
    "egress.eg": ["outHeaders", "outMetadata", "outInput", "outOutput"],
    "egress.ed": ["cloneEgress", "recirculate", "outHeaders", "outMetadata", "outOutput", "deparserInput"],
  },
};
