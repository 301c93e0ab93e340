// only this file of the package: the whole of it takes longer to load than a program to analyse
import { structuredPatch } from "diff/lib/patch/create.js";
import { z } from "zod";

export const sourceHunkSchema = z.object({
  /** first line of the hunk in the text before, and in the text after; from 1 */
  beforeLine: z.int().nonnegative(),
  afterLine: z.int().nonnegative(),
  lines: z.array(z.object({ kind: z.enum(["same", "removed", "added"]), text: z.string() })),
});
export type SourceHunk = z.infer<typeof sourceHunkSchema>;

/** Unchanged lines shown around a change, as `diff -u` does. */
const CONTEXT_LINES = 3;

const kinds: Readonly<Record<string, SourceHunk["lines"][number]["kind"]>> = {
  " ": "same",
  "-": "removed",
  "+": "added",
};

/** What changed between two texts, line by line (Myers' algorithm, of the library `diff`). */
export function compareSources(before: string, after: string): SourceHunk[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: CONTEXT_LINES });
  return hunks.map(({ oldStart, newStart, lines }) => ({
    beforeLine: oldStart,
    afterLine: newStart,
    // "\ No newline at end of file" is a remark, not a line
    lines: lines.flatMap((line) => {
      const kind = kinds[line.charAt(0)];
      return kind ? [{ kind, text: line.slice(1) }] : [];
    }),
  }));
}
