import type { SourceText } from "../checkedProgram.ts";
import { CORE_P4 } from "./core.ts";
import { EBPF_FILTER, EBPF_MODEL_P4, UBPF, UBPF_MODEL_P4, XDP, XDP_MODEL_P4 } from "./ebpf.ts";
import { PNA, PNA_BMV2_P4, PNA_P4 } from "./pna.ts";
import { PSA, PSA_P4 } from "./psa.ts";
import { SIMPLE_SUME_SWITCH, SIMPLE_SUME_SWITCH_P4 } from "./sume.ts";
import { T2NA, T2NA_P4, TNA, TNA_P4 } from "./tna.ts";
import { V1MODEL, V1MODEL_P4 } from "./v1model.ts";

const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ["core.p4", CORE_P4],
  [V1MODEL.includeFile, V1MODEL_P4],
  [PSA.includeFile, PSA_P4],
  [PNA.includeFile, PNA_P4],
  [`bmv2/${PNA.includeFile}`, PNA_BMV2_P4],
  [TNA.includeFile, TNA_P4],
  [T2NA.includeFile, T2NA_P4],
  [SIMPLE_SUME_SWITCH.includeFile, SIMPLE_SUME_SWITCH_P4],
  [EBPF_FILTER.includeFile, EBPF_MODEL_P4],
  [XDP.includeFile, XDP_MODEL_P4],
  [UBPF.includeFile, UBPF_MODEL_P4],
]);

/** One of our own declarations, found by the end of its path; null when there is none. */
export function builtInFile(path: string): SourceText | null {
  const folder = path.lastIndexOf("/", path.lastIndexOf("/") - 1);
  const last = path.slice(path.lastIndexOf("/") + 1);
  const file = BUILT_IN.has(path.slice(folder + 1)) ? path.slice(folder + 1) : last;
  const text = BUILT_IN.get(file);
  return text === undefined ? null : { file, text };
}

/** Names of the built-in files, for error messages and for hiding them from a view of the user's files. */
export const BUILT_IN_FILES: readonly string[] = [...BUILT_IN.keys()];

/** The built-in file that declares a name at top level, to be named in the error about a missing include; or null. */
export function fileThatDeclares(name: string): string | null {
  const declaration = new RegExp(
    `^(?:extern (?:[a-z]+(?:<[0-9]+>)? )?|struct |action |package |parser |control |enum )${name}\\b`,
    "m",
  );
  const member = new RegExp(`^    ${name},?$`, "m");
  for (const [file, text] of BUILT_IN) {
    const matchKinds = /match_kind \{([^}]*)\}/.exec(text)?.[1] ?? "";
    if (declaration.test(text) || member.test(matchKinds)) return file;
  }
  return null;
}
