/** Line of another text, from 1; null where the texts differ. */
export type LineMap = (line: number) => number | null;

const same: LineMap = (line) => line;

/**
 * Maps lines of one text to those of another, for marks that were made for an older text: lines above the
 * first difference stay, lines below the last one move along, those between have no counterpart.
 */
export function lineMap(from: string, to: string): LineMap {
  if (from === to) return same;
  const [a, b] = [from.split("\n"), to.split("\n")];
  const shortest = Math.min(a.length, b.length);
  let head = 0;
  while (head < shortest && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const moved = b.length - a.length;
  return (line) => {
    if (line <= head) return line;
    return line > a.length - tail ? line + moved : null;
  };
}
