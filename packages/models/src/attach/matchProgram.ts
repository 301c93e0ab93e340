import type { P4Info } from "../p4runtime/index.ts";
import type { DeclaredTable } from "../program/index.ts";

/** As P4 source calls them. */
const kinds: Readonly<Record<string, string>> = {
  EXACT: "exact",
  LPM: "lpm",
  TERNARY: "ternary",
  RANGE: "range",
  OPTIONAL: "optional",
};

/**
 * In what a program differs from the P4Info of a switch: tables, keys and sizes, each a sentence; empty when it may be
 * what runs. Bodies of actions, the parser and the order of tables are in no P4Info, so equal is not the same.
 */
export function programDifferences(info: P4Info, declared: readonly DeclaredTable[]): string[] {
  const left = new Map(declared.map((table) => [table.name, table]));
  const found: string[] = [];
  for (const { preamble, matchFields, size } of info.tables) {
    const name = preamble?.name ?? "";
    const table = [...left.values()]
      .filter(
        (each) => name === each.name || name.endsWith(`.${each.name}`) || each.name.endsWith(`.${name}`),
      )
      .sort((a, b) => b.name.length - a.name.length)[0];
    if (!table) {
      found.push(`the switch has a table ${name}, the program does not`);
      continue;
    }
    left.delete(table.name);
    const keys = matchFields.map(({ match }) =>
      match?.kind === "matchType" ? (kinds[match.value] ?? match.value) : (match?.value ?? "unknown"),
    );
    if (keys.join() !== table.keys.join())
      found.push(
        `table ${name} matches by ${keys.join(", ") || "nothing"}, in the program by ${table.keys.join(", ") || "nothing"}`,
      );
    else if (table.size !== null && size > 0n && Number(size) !== table.size)
      found.push(`table ${name} has room for ${size} entries, in the program for ${table.size}`);
  }
  // the P4Info leaves out what is hidden, which tables without a key often are
  for (const { name, keys } of left.values())
    if (keys.length > 0) found.push(`the program has a table ${name}, the switch does not`);
  return found;
}
