import type { Path } from "../report.ts";

/** Positions of two paths that are the same way through two programs. */
export type Match = { before: number; after: number };

/** Our choice: paths that share less than this of their states, tables, actions and outcome are different ways. */
const LEAST_SHARED = 0.5;

/** Our choice: likeness is compared in this many steps between all and the least. */
const STEPS = 10;

/**
 * Pairs the paths of two programs: those that agree in everything first, then those with the same states,
 * tables, actions and outcome, then the most alike of the rest. A path is in one pair at most; of equal ones
 * the first is taken.
 */
export function matchPaths(before: readonly Path[], after: readonly Path[]): Match[] {
  const left = { before: new Set(before.keys()), after: new Set(after.keys()) };
  const matches: Match[] = [];
  const take = (match: Match): void => {
    matches.push(match);
    left.before.delete(match.before);
    left.after.delete(match.after);
  };
  for (const keyOf of [wholeKey, wayKey]) {
    const waiting = new Map<string, number[]>();
    for (const index of left.before) {
      const path = before[index];
      if (!path) continue;
      const key = keyOf(path);
      const same = waiting.get(key);
      if (same) same.push(index);
      else waiting.set(key, [index]);
    }
    for (const index of [...left.after]) {
      const path = after[index];
      const found = path && waiting.get(keyOf(path))?.shift();
      if (found !== undefined) take({ before: found, after: index });
    }
  }
  for (const match of mostAlike(before, after, left)) take(match);
  return matches;
}

/** What tells the way of a path through its program. */
const wayKey = ({ states, tables, outcome }: Path): string => JSON.stringify([states, tables, outcome]);
const wholeKey = (path: Path): string => JSON.stringify([wayKey(path), path.features, path.externs]);

/** The most alike first, in steps, so that a path does not take the partner of one that is closer to it. */
function mostAlike(
  before: readonly Path[],
  after: readonly Path[],
  left: { before: ReadonlySet<number>; after: ReadonlySet<number> },
): Match[] {
  const numbers = new Map<string, number>();
  const marked = (paths: readonly Path[], kept: ReadonlySet<number>) =>
    paths.flatMap((path, index) => (kept.has(index) ? [{ index, marks: marksOf(path, numbers) }] : []));
  const rows = marked(before, left.before);
  const columns = marked(after, left.after);
  const shares = new Float32Array(rows.length * columns.length);
  rows.forEach((row, r) => {
    columns.forEach((column, c) => {
      shares[r * columns.length + c] = sharedPart(row.marks, column.marks);
    });
  });
  const matches: Match[] = [];
  const taken = new Set<number>();
  const done = new Set<number>();
  for (let step = STEPS; step >= 0; step--) {
    const least = LEAST_SHARED + ((1 - LEAST_SHARED) * step) / STEPS;
    columns.forEach((column, c) => {
      if (done.has(c)) return;
      let best = -1;
      let most = 0;
      for (let r = 0; r < rows.length; r++) {
        const share = shares[r * columns.length + c] ?? 0;
        if (share < least || share <= most || taken.has(r)) continue;
        best = r;
        most = share;
      }
      const row = rows[best];
      if (!row) return;
      taken.add(best);
      done.add(c);
      matches.push({ before: row.index, after: column.index });
    });
  }
  return matches;
}

/** What a path passes, as sorted numbers. */
function marksOf({ states, tables, outcome }: Path, numbers: Map<string, number>): number[] {
  const marks = [
    ...states.map((state) => `state ${state}`),
    ...tables.flatMap(({ name, action }) => [`table ${name}`, `action ${name} ${action}`]),
    `outcome ${outcome}`,
  ];
  return marks
    .map((mark) => {
      const known = numbers.get(mark) ?? numbers.size;
      numbers.set(mark, known);
      return known;
    })
    .sort((a, b) => a - b);
}

/** Of what either has, the part that both have. */
function sharedPart(a: readonly number[], b: readonly number[]): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0];
    if (x === y) shared++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return shared / (a.length + b.length - shared);
}
