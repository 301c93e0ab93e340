import { type CheckedProgram, type Type, walk } from "../../p4/index.ts";
import type { ExternInstance } from "../../run/index.ts";
import type { Named } from "./ids.ts";
import { structName } from "./typeSpecs.ts";

/**
 * Digests of a program and what they carry: of v1model each type that `digest` is called with, by its name or, without
 * one, a number; of PSA each instance.
 */
export function digestTypesOf(
  checked: CheckedProgram,
  externs: readonly ExternInstance[],
): (Named & { type: Type })[] {
  let unnamed = 0;
  const found = new Map<string, Named & { type: Type }>();
  for (const { type, path, types, declaration } of externs)
    if (type === "Digest" && types[0])
      found.set(path, { name: path, annotations: declaration?.annotations ?? [], type: types[0] });
  walk(checked.program, (node) => {
    if (node.kind !== "call") return;
    const call = checked.calls.get(node);
    if (call?.kind !== "externFunction" || call.declaration.name.text !== "digest") return;
    const data = call.bindings[1]?.argument?.value;
    const type = data && checked.types.get(data);
    if (!type) return;
    // what has no name gets a number, as in p4c
    const name = type.kind === "struct" ? structName(type) : `digest_${unnamed++}`;
    found.set(name, { name, annotations: [], type });
  });
  return [...found.values()];
}
