/** Rows as columns: x ascending without repeats, one array per column of the same length. */
interface ColumnBlock<K extends string> {
  x: ArrayLike<number>;
  columns: Partial<Record<K, ArrayLike<number | null>>>;
}

/** What a live chart reads. Unknown values are NaN (or null in plain arrays), never 0. */
export interface ColumnView {
  x: ArrayLike<number>;
  columns: Readonly<Record<string, ArrayLike<number | null>>>;
}

/** Anything a live chart can be fed from. */
export interface ColumnSource {
  read: () => ColumnView;
  /** Calls `listener` after every change; returns how to stop that. */
  subscribe: (listener: () => void) => () => void;
}

export interface ColumnBuffer<K extends string> extends ColumnSource {
  readonly names: readonly K[];
  readonly length: number;
  /** Grows with every change; fit for `useSyncExternalStore`. */
  readonly version: () => number;
  /** Largest x, null when empty: where a resumed subscription goes on. */
  lastX: () => number | null;
  /** Adds one row; a row with the same x is replaced, an older one is put in its place. */
  append: (x: number, row: Partial<Record<K, number | null>>) => void;
  /** Adds many rows at once (back-fill); rows whose x is known already are replaced. */
  merge: (block: ColumnBlock<K>) => void;
  /** Forgets everything, then takes the block: a new range. */
  replace: (block: ColumnBlock<K>) => void;
  clear: () => void;
}

/** Index of the first x that is not below `target`. */
export function lowerBound(xs: ArrayLike<number>, target: number, length = xs.length): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? Number.POSITIVE_INFINITY) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

const EMPTY: ColumnBlock<never> = { x: [], columns: {} };

/**
 * Store of live columns outside React: at most `capacity` rows, the oldest give way. Rows live in typed arrays of
 * twice that length through which a window slides, so that appending allocates nothing and moves memory rarely.
 * `read` hands out views into them, valid until the next change.
 */
export function createColumnBuffer<K extends string>(names: readonly K[], capacity: number): ColumnBuffer<K> {
  const space = capacity * 2;
  // Column 0 is x.
  const store = Array.from({ length: names.length + 1 }, () => new Float64Array(space));
  const scratch = Array.from({ length: names.length + 1 }, () => new Float64Array(space));
  const listeners = new Set<() => void>();
  let start = 0;
  let end = 0;
  let version = 0;

  const xs = () => (store[0] ?? new Float64Array()).subarray(start, end);

  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
  };

  /** Makes room for one more row at `end`. */
  const makeRoom = () => {
    if (end - start === capacity) start += 1;
    if (end === space) {
      for (const column of store) column.copyWithin(0, start, end);
      end -= start;
      start = 0;
    }
  };

  const setRow = (at: number, x: number, value: (name: K) => number | null | undefined) => {
    const first = store[0];
    if (first) first[at] = x;
    names.forEach((name, index) => {
      const column = store[index + 1];
      if (column) column[at] = value(name) ?? Number.NaN;
    });
  };

  const put = (x: number, value: (name: K) => number | null | undefined) => {
    if (!Number.isFinite(x)) return;
    const known = xs();
    const last = known.at(-1);
    if (last === undefined || x > last) {
      makeRoom();
      setRow(end, x, value);
      end += 1;
      return;
    }
    const index = lowerBound(known, x);
    if (known[index] === x) {
      setRow(start + index, x, value);
      return;
    }
    // Older than all that is kept, and no room: it would fall out at once.
    if (index === 0 && end - start === capacity) return;
    makeRoom();
    const target = start + lowerBound(xs(), x);
    for (const column of store) column.copyWithin(target + 1, target, end);
    setRow(target, x, value);
    end += 1;
  };

  /** Merges a block that overlaps what is there, in one pass; of equal x the block's row wins. */
  const mergeOverlapping = (block: ColumnBlock<K>) => {
    const rows = end - start;
    const total = rows + block.x.length;
    const kept = total > space ? Array.from(store, () => new Float64Array(total)) : scratch;
    let out = 0;
    let own = start;
    let theirs = 0;
    const ownX = store[0];
    while (own < end || theirs < block.x.length) {
      const mine = own < end ? (ownX?.[own] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
      const other =
        theirs < block.x.length ? (block.x[theirs] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
      if (mine < other) {
        store.forEach((column, index) => {
          const target = kept[index];
          if (target) target[out] = column[own] ?? Number.NaN;
        });
      } else {
        names.forEach((name, index) => {
          const target = kept[index + 1];
          if (target) target[out] = block.columns[name]?.[theirs] ?? Number.NaN;
        });
        const target = kept[0];
        if (target) target[out] = other;
      }
      if (mine <= other) own += 1;
      if (other <= mine) theirs += 1;
      out += 1;
    }
    const from = Math.max(0, out - capacity);
    store.forEach((column, index) => {
      column.set(kept[index]?.subarray(from, out) ?? []);
    });
    start = 0;
    end = out - from;
  };

  const mergeBlock = (block: ColumnBlock<K>) => {
    const last = xs().at(-1);
    if (block.x.length === 0) return;
    if (last === undefined || (block.x[0] ?? 0) > last) {
      for (let index = 0; index < block.x.length; index += 1) {
        put(block.x[index] ?? Number.NaN, (name) => block.columns[name]?.[index]);
      }
    } else mergeOverlapping(block);
  };

  const replace = (block: ColumnBlock<K>) => {
    start = 0;
    end = 0;
    mergeBlock(block);
    changed();
  };

  return {
    names,
    get length() {
      return end - start;
    },
    version: () => version,
    lastX: () => xs().at(-1) ?? null,
    append(x, row) {
      put(x, (name) => row[name]);
      changed();
    },
    merge(block) {
      if (block.x.length === 0) return;
      mergeBlock(block);
      changed();
    },
    replace,
    clear: () => replace(EMPTY),
    read() {
      const columns: Record<string, Float64Array> = {};
      names.forEach((name, index) => {
        columns[name] = (store[index + 1] ?? new Float64Array()).subarray(start, end);
      });
      return { x: xs(), columns };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A source that never changes, for stored ranges and reports. */
export function staticSource(view: ColumnView): ColumnSource {
  return { read: () => view, subscribe: () => () => undefined };
}
