import type { ArchitectureDefinition } from "./architectureModel.ts";
import { EBPF_FILTER, UBPF, XDP } from "./ebpf.ts";
import { PNA } from "./pna.ts";
import { PSA } from "./psa.ts";
import { SIMPLE_SUME_SWITCH } from "./sume.ts";
import { T2NA, TNA, TNA_MULTI_PARSER } from "./tna.ts";
import { V1MODEL } from "./v1model.ts";

/**
 * Every architecture we know, found by the package that `main` instantiates; of several with one package name the first
 * whose `declares` is there. An architecture with several packages stands several times.
 */
export const ARCHITECTURES: readonly ArchitectureDefinition[] = [
  V1MODEL,
  PSA,
  PNA,
  T2NA,
  TNA,
  TNA_MULTI_PARSER,
  SIMPLE_SUME_SWITCH,
  EBPF_FILTER,
  XDP,
  UBPF,
];
