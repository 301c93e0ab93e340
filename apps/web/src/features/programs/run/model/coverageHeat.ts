import type { Covered } from "@p4twin/models/run";
import type { LineHeat } from "@p4twin/ui/code";
import type { CoverageReply } from "@/workers/run/runQuestions.ts";

type Coverage = Pick<CoverageReply, "statements" | "actions" | "states">;

/** How often something was passed, in words. */
const timesWords = (times: number): string =>
  times === 0 ? "not passed" : times === 1 ? "passed once" : `passed ${times} times`;

/** The lines of a file where something stands that packets may pass; the heat follows the logarithm of how often. */
export function coverageHeat(coverage: Coverage, file: string): LineHeat[] {
  const lines = new Map<number, { times: number; missed: boolean; words: string[] }>();
  const note = (what: string, { at, name, times }: Covered): void => {
    if (at.file !== file) return;
    const line = lines.get(at.line) ?? { times: 0, missed: false, words: [] };
    lines.set(at.line, line);
    line.times = Math.max(line.times, times);
    line.missed ||= times === 0;
    line.words.push(`${what}${name === "" ? "" : ` ${name}`}: ${timesWords(times)}`);
  };
  for (const each of coverage.statements) note("statement", each);
  for (const each of coverage.actions) note("action", each);
  for (const each of coverage.states) note("state", each);
  const most = Math.max(1, ...[...lines.values()].map(({ times }) => times));
  return [...lines].map(([line, { times, missed, words }]) => ({
    line,
    heat: Math.log1p(times) / Math.log1p(most),
    missed,
    title: words.join("\n"),
  }));
}

type CoverageCount = { what: string; passed: number; all: number; missed: Covered[] };

/** What was passed of each kind, and what was not. */
export const coverageCounts = ({ statements, actions, states }: Coverage): CoverageCount[] =>
  [
    { what: "statements", all: statements },
    { what: "actions of tables", all: actions },
    { what: "parser states", all: states },
  ].map(({ what, all }) => {
    const missed = all.filter(({ times }) => times === 0);
    return { what, passed: all.length - missed.length, all: all.length, missed };
  });
