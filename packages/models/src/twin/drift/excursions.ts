/** Of values of one kind: how many there were, their squares, and the largest. */
type Spread = { count: number; squares: number; most: number };
/** Of spans of one length: how far they were off the usual, and how far each was from the one before. */
type Span = { off: Spread; jump: Spread };
/** A stretch to one side of the usual: its spans of 15 windows, how far they were off in all, and at most. */
export type Stretch = readonly [spans: number, sum: number, most: number];
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
  last: (Places | null)[];
  lastButOne: (Places | null)[];
  past: Span[];
  /** spans since something is suspicious: they count once it is over */
  held: Span[];
  /** the longest stretch that came back, in windows: off by 1 to 2 %, 2 to 4 %, and so on */
  stays: number[];
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

const none = (): Span[] => Array.from({ length: LENGTHS }, () => ({ off: nothing, jump: nothing }));
const nothing: Spread = { count: 0, squares: 0, most: 0 };

export const startExcursions = (): Excursions => ({
  windows: 0,
  usual: null,
  open: Array.from({ length: LENGTHS }, () => [0, 0, 0]),
  last: Array.from({ length: LENGTHS }, () => null),
  lastButOne: Array.from({ length: LENGTHS }, () => null),
  past: none(),
  held: none(),
  stays: Array.from({ length: KINDS }, () => 0),
});

/** Places of the shares; there must be some. */
export function placesOf(shares: readonly number[]): Places {
  const sorted = [...shares].sort((a, b) => a - b);
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

/** One window further; `shares` ends with it. `memory`: windows of the usual, null where it stays. */
export function withShare(
  before: Excursions,
  shares: readonly number[],
  memory: number | null,
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
  const into = [...(isHeld ? before.held : before.past)];
  for (let k = 0; k < LENGTHS && spans % 2 ** k === 0; k++) {
    const mean = open[k]!.map((sum) => sum / 2 ** k) as unknown as Places;
    const kept = 0.5 ** ((SHORTEST * 2 ** k) / HALF_LIFE);
    const { off, jump } = into[k]!;
    const [one, two] = [last[k], lastButOne[k]];
    into[k] = {
      off: withValue(off, moved(usual, mean), kept),
      jump: one ? withValue(jump, moved(one, mean), kept, two ? moved(two, mean) : 0) : jump,
    };
    lastButOne[k] = one ?? null;
    last[k] = mean;
    open[k] = [0, 0, 0];
  }
  const stays = before.stays.map((windows) => windows * 0.5 ** (SHORTEST / HALF_LIFE));
  const weight = memory === null ? 0 : 1 / Math.min(memory / SHORTEST, spans);
  const learnt = plus(usual, plus(places, usual, -1), weight);
  return {
    ...before,
    windows,
    usual: learnt,
    open,
    last,
    lastButOne,
    stays,
    ...(isHeld ? { held: into } : { past: into }),
  };
}

const plus = (a: Places, b: Places, times = 1): Places => [
  a[0] + times * b[0],
  a[1] + times * b[1],
  a[2] + times * b[2],
];
/** `other`: of a step within the span before, whose jump is the one from the span before that. */
const withValue = ({ count, squares, most }: Spread, value: number, kept: number, other = 0): Spread => ({
  count: kept * count + 1,
  squares: kept * squares + value ** 2,
  most: Math.max(kept * most, Math.abs(value), Math.abs(other)),
});

/** After a silence: spans begin with what is heard next, and what was suspicious says nothing. */
export const afterSilence = (before: Excursions): Excursions => ({
  ...before,
  windows: before.windows - (before.windows % SHORTEST),
  held: none(),
});

/** What was suspicious came back: it counts, bounded. */
export function cameBack(before: Excursions): Excursions {
  if (before.held.every(({ off }) => off.count === 0)) return before;
  const past = before.past.map(({ off, jump }, k) => ({
    off: withHeld(off, before.held[k]!.off),
    jump: withHeld(jump, before.held[k]!.jump),
  }));
  return { ...before, past, held: none() };
}

function withHeld(past: Spread, held: Spread): Spread {
  const most = (held.count * BOUND ** 2 * past.squares) / past.count;
  return {
    count: past.count + held.count,
    squares: past.squares + (past.count < KNOWN ? held.squares : Math.min(held.squares, most)),
    most: Math.max(past.most, held.most),
  };
}

/** A stretch came back: the next one that is as far off, as it was on average or at most, is a drift only if longer. */
export function withStay(before: Excursions, [spans, sum, most]: Stretch): Excursions {
  const last = kindOf(most);
  if (spans === 0 || last < 0) return before;
  const first = Math.max(0, kindOf(sum / spans));
  const stays = before.stays.map((windows, kind) =>
    kind >= first && kind <= last ? Math.max(windows, spans * SHORTEST) : windows,
  );
  return { ...before, stays };
}

/** Which kind of stretch is so far off; -1 for less than the first. */
const kindOf = (off: number): number =>
  Math.max(-1, Math.min(KINDS - 1, Math.floor(Math.log2(Math.max(1e-9, Math.abs(off)) / FIRST_KIND))));

/** Whether a stretch of so many windows is longer than those as far off, or half or twice that, which came back. */
export function isLonger({ stays }: Excursions, windows: number, off: number): boolean {
  const kind = kindOf(off);
  return windows > LONGER * Math.max(...stays.slice(Math.max(0, kind - 1), kind + 2));
}

/** How far spans of so many windows are off the usual at most, as far as their spread tells. */
export function leastOff({ past }: Excursions, windows: number): number {
  return spreadOf(ofLength(past, windows).off, SIGMAS);
}

/** How far so many windows may be from as many before. */
export function leastJump({ past }: Excursions, windows: number): number {
  const { jump } = ofLength(past, windows);
  return Math.max(spreadOf(jump, JUMP_SIGMAS), LARGER * jump.most);
}

const spreadOf = ({ count, squares }: Spread, sigmas: number): number =>
  count === 0
    ? Number.POSITIVE_INFINITY
    : sigmas * Math.sqrt(squares / count) * (1 + CAUTION / Math.sqrt(2 * count));

/** The longest spans of at most so many windows that are known. */
function ofLength(past: readonly Span[], windows: number): Span {
  let k = Math.min(LENGTHS - 1, Math.max(0, Math.floor(Math.log2(windows / SHORTEST))));
  while (k > 0 && past[k]!.jump.count < KNOWN) k--;
  return past[k]!;
}
