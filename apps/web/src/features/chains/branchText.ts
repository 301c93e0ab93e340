import type { Chain } from "@p4twin/models/chain";

type Branch = NonNullable<Chain["branches"]>[number];
const LINE = /^(\d+)\s*>\s*(\d+|end)(?:\s*:\s*(\d+(?:\.\d+)?)\s*%?)?$/;

/** Branches as one writes them, one a line: `0 > 2: 70 %`, `1 > end`. */
export const branchText = (branches: readonly Partial<Branch>[] | undefined): string =>
  (branches ?? [])
    .map(({ from, to, share = 1 }) => {
      const part = share === 1 ? "" : `: ${Number((100 * share).toPrecision(6))} %`;
      return `${from} > ${to ?? "end"}${part}`;
    })
    .join("\n");

/** The branches of a text, none of an empty one; or which line is not read. */
export function readBranches(text: string): { branches: Branch[] | undefined } | { error: string } {
  const branches: Branch[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const [, from, to, percent] = LINE.exec(line) ?? [];
    if (from === undefined || to === undefined)
      return { error: `"${line}" is not a branch; write 0 > 2: 70 %, or 1 > end.` };
    const share = percent === undefined ? 1 : Number(percent) / 100;
    branches.push({ from: Number(from), to: to === "end" ? null : Number(to), share });
  }
  return { branches: branches.length > 0 ? branches : undefined };
}
