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

const DECLARATION =
  /^(?:extern (?:[A-Za-z]\w*(?:<\d+>)? )?|(?:struct|header|action|package|parser|control) |enum (?:bit<\d+> )?|(?:typedef|type|const) .*?(?=\w+(?: =.*)?;$))(\w+)/gm;

/** Names of top-level declarations and match kinds -> the built-in files that declare them. */
const DECLARED = new Map<string, string[]>();
for (const [file, text] of BUILT_IN) {
  const matchKinds = [...text.matchAll(/^match_kind \{([^}]*)\}/gm)].flatMap(([, kinds = ""]) =>
    kinds.match(/\w+/g),
  );
  const declared = [...text.matchAll(DECLARATION)].map(([, name]) => name);
  for (const name of new Set([...declared, ...matchKinds])) {
    if (name) DECLARED.set(name, [...(DECLARED.get(name) ?? []), file]);
  }
}

/**
 * "; add '#include <core.p4>'" for a name that built-in files declare, or null. A program that has an architecture
 * already is told of core.p4 only: the names of others are of no use to it.
 */
export function includeHint(name: string, hasArchitecture: boolean): string | null {
  const files = (DECLARED.get(name) ?? []).filter((file) => file === "core.p4" || !hasArchitecture);
  const [first, ...others] = files;
  if (first === undefined) return null;
  const also = others.length === 0 ? "" : `, or that of another architecture: ${others.join(", ")}`;
  return `; add '#include <${first}>'${also}`;
}
