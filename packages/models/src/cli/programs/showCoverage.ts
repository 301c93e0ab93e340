import type { Coverage, Covered } from "../../run/index.ts";

/** Our choice: places that are named of those that no packet passed. */
const SHOWN = 20;

/** What packets passed of a program, in numbers, and the places that none did. */
export function showCoverage(coverage: Coverage): string {
  const kinds: [string, string, readonly Covered[]][] = [
    ["statements", "statement", coverage.statements],
    ["table actions", "action", coverage.actions],
    ["parser states", "state", coverage.states],
  ];
  const counts = kinds.map(([many, , all]) => `${passed(all)} of ${all.length} ${many}${shareOf(all)}`);
  const missed = kinds.flatMap(([, one, all]) =>
    all.flatMap(({ at, name, times }) =>
      times > 0 ? [] : [`  not passed: ${one}${name === "" ? "" : ` ${name}`}, ${at.file}:${at.line}\n`],
    ),
  );
  const rest = missed.length > SHOWN ? `  and ${missed.length - SHOWN} more\n` : "";
  return `coverage: ${counts.join(", ")}\n${missed.slice(0, SHOWN).join("")}${rest}`;
}

const passed = (all: readonly Covered[]): number => all.filter(({ times }) => times > 0).length;
const shareOf = (all: readonly Covered[]): string =>
  all.length === 0 ? "" : ` (${Math.floor((100 * passed(all)) / all.length)} %)`;
