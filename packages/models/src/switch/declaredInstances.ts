import type { CheckedProgram } from "../p4/index.ts";

/** Names of all instances that a program declares, whether something uses them or not. */
export function instancesOf({ program }: CheckedProgram): ReadonlySet<string> {
  const names = new Set<string>();
  for (const each of program.declarations) {
    if (each.kind === "instantiation") names.add(each.name.text);
    if (each.kind !== "control" && each.kind !== "parser") continue;
    for (const local of each.locals) if (local.kind === "instantiation") names.add(local.name.text);
  }
  return names;
}
