import type { CheckedProgram } from "../../p4/index.ts";
import type { Machine } from "../machine.ts";
import { compilePortable, type PortableProgram } from "../portable/blocks.ts";
import { PSA_EXTERNS } from "./externs.ts";

/** What each block gets behind the packet, in order: equal names are one node. */
const PARAMETERS = {
  "ingress.ip": ["headers", "metadata", "parserInput", "resubmit", "recirculate"],
  "ingress.ig": ["headers", "metadata", "input", "output"],
  "ingress.id": ["cloneIngress", "resubmit", "normal", "headers", "metadata", "output"],
  "egress.ep": ["outHeaders", "outMetadata", "outParserInput", "normal", "cloneIngress", "cloneEgress"],
  "egress.eg": ["outHeaders", "outMetadata", "outInput", "outOutput"],
  "egress.ed": ["cloneEgress", "recirculate", "outHeaders", "outMetadata", "outOutput", "deparserInput"],
} as const;
export type PsaBlock = keyof typeof PARAMETERS;
export type PsaNode = (typeof PARAMETERS)[PsaBlock][number];

export type PsaProgram = PortableProgram<PsaBlock, PsaNode>;

export const compilePsa = (checked: CheckedProgram, machine: Machine): PsaProgram =>
  compilePortable<PsaBlock, PsaNode>(checked, machine, PSA_EXTERNS, PARAMETERS);
