/** Of values of one kind: how many there were, their squares, and the largest. */
type Spread = { count: number; squares: number; most: number };
/** Of spans of one length: how far they were off the usual to each side, and how far each was from the one before. */
type Span = { up: Spread; down: Spread; jump: Spread };
/** A stretch to one side of the usual: its spans of 15 windows, how far they were off in all, and at most. */
export type Stretch = readonly [spans: number, sum: number, most: number];
/** To which side of the usual. */
export type Side = 1 | -1;
/** Shares below which 5, 50 and 80 % of the windows lie. */
export type Places = readonly [number, number, number];

/**
 * How far spans of 15, 30, 60, ... windows were off the usual, and came back: what a shift must exceed at the horizon
 * over which it is judged. Plain data.
 */
export type Excursions = {
  windows: number;
  /** places of 15 windows as they usually are; null before the first */
  usual: Places | null;
  /** sums of the spans that are not full, and the means of the one and the two before them, by length */
  open: Places[];
  /** whether anything was suspicious in those that are not full */
  suspicious: boolean[];
  last: (Places | null)[];
  lastButOne: (Places | null)[];
  past: Span[];
  /** those that were suspicious and came back */
  returned: Span[];
  /** spans since something is suspicious: they count once it is over */
  held: Span[];
  /** the longest stretch to each side that came back, in windows: off by 1 to 2 %, 2 to 4 %, and so on */
  stays: { up: number[]; down: number[] };
};

/** Windows of the shortest span (our choice). */
export const SHORTEST = 15;
/** Lengths of spans: 15 windows to nine hours (our choice). */
const LENGTHS = 12;
/** What is known fades to its half in so many windows, two days (our choice). */
const HALF_LIFE = 172_800;
/** Standard deviations of the least of three places that a shift must exceed: single ones are four off once a day. */
const SIGMAS = 5;
/** The same of a jump, which is sought at the likeliest of many windows. */
const JUMP_SIGMAS = 5.5;
/** How many times as large a jump, or as long a stretch, must be as one that came back (our choice). */
const LARGER = 1.5;
const LONGER = 3;
/** A span that was suspicious counts up to so many standard deviations of those before (our choice). */
const BOUND = 4;
/** Kinds of stretches by how far they are off, each twice the one before, from 1 % on (our choice). */
const KINDS = 8;
const FIRST_KIND = 0.01;
/** Spans from which a length is known; longer ones are taken to be as far off (our choice). */
const KNOWN = 4;
/** How much wider a spread is taken that rests on few spans, in its own standard errors (our choice). */
const CAUTION = 2;

const none = (): Span[] =>
  Array.from({ length: LENGTHS }, () => ({ up: nothing, down: nothing, jump: nothing }));
const nothing: Spread = { count: 0, squares: 0, most: 0 };

export const startExcursions = (): Excursions => ({
  windows: 0,
  usual: null,
  open: Array.from({ length: LENGTHS }, () => [0, 0, 0]),
  suspicious: Array(LENGTHS).fill(false),
  last: Array.from({ length: LENGTHS }, () => null),
  lastButOne: Array.from({ length: LENGTHS }, () => null),
  past: none(),
  returned: none(),
  held: none(),
  stays: { up: Array(KINDS).fill(0), down: Array(KINDS).fill(0) },
});

/** Places of the shares; there must be some. */
export function placesOf(shares: readonly number[]): Places {
  const sorted = Float64Array.from(shares).sort();
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))]!;
  return [at(0.05), at(0.5), at(0.8)];
}

/**
 * How far the whole distribution has moved: what each of its places has. Pauses, however many, leave the fast seconds
 * where they were; those of a device that has become slower are slower, too.
 */
export function moved(from: Places, to: Places): number {
  const by = to.map((place, i) => place - from[i]!);
  const [least, most] = [Math.min(...by), Math.max(...by)];
  return least > 0 ? least : Math.min(0, most);
}

/**
 * One window further; `shares` ends with it. `memory`: windows of the usual, null where it stays; `bound`: how far from
 * it they count for it.
 */
export function withShare(
  before: Excursions,
  shares: readonly number[],
  { memory, bound }: { memory: number | null; bound: number },
  isHeld: boolean,
): Excursions {
  const windows = before.windows + 1;
  if (windows % SHORTEST !== 0 || shares.length < SHORTEST) return { ...before, windows };
  const spans = windows / SHORTEST;
  const places = placesOf(shares.slice(-SHORTEST));
  const usual = before.usual ?? places;
  const open = before.open.map((sum) => plus(sum, places));
  const last = [...before.last];
  const lastButOne = [...before.lastButOne];
  const suspicious = before.suspicious.map((was) => was || isHeld);
  const [past, held, returned] = [[...before.past], [...before.held], [...before.returned]];
  for (let k = 0; k < LENGTHS && spans % 2 ** k === 0; k++) {
    const mean = open[k]!.map((sum) => sum / 2 ** k) as unknown as Places;
    const kept = 0.5 ** ((SHORTEST * 2 ** k) / HALF_LIFE);
    // one that began or ended in something suspicious is as far off as that
    const into = suspicious[k] ? held : past;
    const { up, down, jump } = into[k]!;
    const [one, two] = [last[k], lastButOne[k]];
    const off = moved(usual, mean);
    into[k] = {
      // one that is not off at all counts half for either side
      up: off < 0 ? up : withValue(up, off, kept, { counts: off === 0 ? 0.5 : 1 }),
      down: off > 0 ? down : withValue(down, off, kept, { counts: off === 0 ? 0.5 : 1 }),
      jump: one ? withValue(jump, moved(one, mean), kept, { other: two ? moved(two, mean) : 0 }) : jump,
    };
    lastButOne[k] = one ?? null;
    last[k] = mean;
    open[k] = [0, 0, 0];
    suspicious[k] = false;
    returned[k] = faded(before.returned[k]!, kept);
  }
  const shorter = (stays: readonly number[]): number[] =>
    stays.map((windows) => windows * 0.5 ** (SHORTEST / HALF_LIFE));
  const stays = { up: shorter(before.stays.up), down: shorter(before.stays.down) };
  const weight = memory === null ? 0 : 1 / Math.min(memory / SHORTEST, spans);
  const by = plus(places, usual, -1).map((off) => Math.max(-bound, Math.min(bound, off)));
  const learnt = plus(usual, by as unknown as Places, weight);
  return {
    ...before,
    windows,
    usual: learnt,
    ...{ open, suspicious, last, lastButOne, past, returned, held, stays },
  };
}

const plus = (a: Places, b: Places, times = 1): Places => [
  a[0] + times * b[0],
  a[1] + times * b[1],
  a[2] + times * b[2],
];
const faded = ({ up, down, jump }: Span, kept: number): Span => {
  const less = ({ count, squares, most }: Spread): Spread => ({
    count: kept * count,
    squares: kept * squares,
    most: kept * most,
  });
  return { up: less(up), down: less(down), jump: less(jump) };
};

/** `other`: of a step within the span before, whose jump is the one from the span before that. */
const withValue = (
  { count, squares, most }: Spread,
  value: number,
  kept: number,
  { counts = 1, other = 0 }: { counts?: number; other?: number } = {},
): Spread => ({
  count: kept * count + counts,
  squares: kept * squares + value ** 2,
  most: Math.max(kept * most, Math.abs(value), Math.abs(other)),
});

/** After a silence: spans begin with what is heard next, and what was suspicious says nothing. */
export const afterSilence = (before: Excursions): Excursions => ({
  ...before,
  windows: before.windows - (before.windows % SHORTEST),
  held: none(),
});

/** What was suspicious came back: it counts, bounded by what was calm. */
export function cameBack(before: Excursions): Excursions {
  if (before.held.every(({ up, down }) => up.count + down.count === 0)) return before;
  const returned = before.returned.map((of, k) => together(of, before.held[k]!));
  return { ...before, returned, held: none() };
}

const together = (a: Span, b: Span): Span => {
  const both = (one: Spread, other: Spread): Spread => ({
    count: one.count + other.count,
    squares: one.squares + other.squares,
    most: Math.max(one.most, other.most),
  });
  return { up: both(a.up, b.up), down: both(a.down, b.down), jump: both(a.jump, b.jump) };
};

/** A stretch came back: the next one that is as far off, as it was on average or at most, is a drift only if longer. */
export function withStay(before: Excursions, side: Side, [spans, sum, most]: Stretch): Excursions {
  const last = kindOf(most);
  if (spans === 0 || last < 0) return before;
  const first = Math.max(0, kindOf(sum / spans));
  const stays = staysTo(before, side).map((windows, kind) =>
    kind >= first && kind <= last ? Math.max(windows, spans * SHORTEST) : windows,
  );
  return { ...before, stays: { ...before.stays, [side > 0 ? "up" : "down"]: stays } };
}

const staysTo = ({ stays }: Excursions, side: Side): readonly number[] => (side > 0 ? stays.up : stays.down);

/** Which kind of stretch is so far off; -1 for less than the first. */
const kindOf = (off: number): number =>
  Math.max(-1, Math.min(KINDS - 1, Math.floor(Math.log2(Math.max(1e-9, Math.abs(off)) / FIRST_KIND))));

/**
 * Whether a stretch of so many windows is longer than those as far off, or half or twice that, which came back: three
 * times as long as one to its side, as long as one to the other (our choice).
 */
export function isLonger(excursions: Excursions, windows: number, off: number): boolean {
  const kind = kindOf(off);
  const longest = (side: Side): number =>
    Math.max(...staysTo(excursions, side).slice(Math.max(0, kind - 1), kind + 2));
  const side = off > 0 ? 1 : -1;
  return windows > Math.max(LONGER * longest(side), longest(side > 0 ? -1 : 1));
}

/** How far spans of so many windows are off the usual to one side at most, as far as their spread tells. */
export const leastOff = (excursions: Excursions, windows: number, side: Side): number =>
  spreadOf(excursions, side > 0 ? "up" : "down", windows, SIGMAS);

/** How far so many windows may be from as many before. */
export const leastJump = (excursions: Excursions, windows: number): number =>
  Math.max(
    spreadOf(excursions, "jump", windows, JUMP_SIGMAS),
    LARGER * Math.max(...jumpsOf(excursions, windows)),
  );

function jumpsOf({ past, returned }: Excursions, windows: number): [number, number] {
  const k = lengthOf(past, returned, windows);
  return [past[k]!.jump.most, returned[k]!.jump.most];
}

/** What was suspicious counts as far as what was calm allows: spans as long or, where few are known, shorter ones. */
function spreadOf({ past, returned }: Excursions, of: keyof Span, windows: number, sigmas: number): number {
  const k = lengthOf(past, returned, windows);
  let calm = k;
  while (calm > 0 && past[calm]![of].count < KNOWN / 2) calm--;
  const { count, squares } = past[calm]![of];
  if (count === 0) return Number.POSITIVE_INFINITY;
  const [own, came] = [past[k]![of], returned[k]![of]];
  const all = own.count + came.count;
  const sum = own.squares + Math.min(came.squares, (came.count * BOUND ** 2 * squares) / count);
  return sigmas * Math.sqrt(sum / all) * (1 + CAUTION / Math.sqrt(2 * all));
}

/** The longest spans of at most so many windows that are known. */
function lengthOf(past: readonly Span[], returned: readonly Span[], windows: number): number {
  const count = (k: number, of: keyof Span): number => past[k]![of].count + returned[k]![of].count;
  const isKnown = (k: number): boolean =>
    count(k, "jump") >= KNOWN && Math.min(count(k, "up"), count(k, "down")) >= KNOWN / 2;
  let k = Math.min(LENGTHS - 1, Math.max(0, Math.floor(Math.log2(windows / SHORTEST))));
  while (k > 0 && !isKnown(k)) k--;
  return k;
}
