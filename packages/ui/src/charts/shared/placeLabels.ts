/** A label that wants to stand at `x` pixels. */
export interface LabelWish {
  x: number;
  text: string;
}

export interface PlacedLabel {
  /** Line it stands in, 0 is the topmost. */
  row: number;
  /** The text ends at x instead of starting there. */
  toLeft: boolean;
}

/**
 * Mean width of a character of the 11 px chart text, measured on the system fonts in use (our choice, on the
 * safe side).
 */
const CHARACTER = 6.3;
const GAP = 6;

/**
 * Gives each label (sorted by x) the first line in which it touches no earlier one; turns it round at the right edge.
 */
export function placeLabels(wishes: readonly LabelWish[], right: number): PlacedLabel[] {
  const taken: [from: number, to: number][][] = [];
  return wishes.map(({ x, text }) => {
    const size = text.length * CHARACTER + GAP;
    const toLeft = x + size > right;
    const [from, to] = toLeft ? [x - size, x] : [x, x + size];
    let row = taken.findIndex((spans) => spans.every(([a, b]) => to <= a || from >= b));
    if (row < 0) row = taken.push([]) - 1;
    taken[row]?.push([from, to]);
    return { row, toLeft };
  });
}
