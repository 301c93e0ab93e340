/** Binary heap: `pop` gives the entry that stands before all others. */
export type Heap<T> = { push(entry: T): void; pop(): T | undefined; readonly size: number };

export function createHeap<T>(before: (a: T, b: T) => boolean): Heap<T> {
  const entries: T[] = [];
  return {
    get size() {
      return entries.length;
    },
    push(entry) {
      let i = entries.push(entry) - 1;
      while (i > 0) {
        const parent = (i - 1) >> 1;
        if (!before(entry, entries[parent]!)) break;
        entries[i] = entries[parent]!;
        i = parent;
      }
      entries[i] = entry;
    },
    pop() {
      const first = entries[0];
      const moved = entries.pop();
      if (entries.length === 0 || moved === undefined) return first;
      let i = 0;
      for (;;) {
        let child = 2 * i + 1;
        if (child >= entries.length) break;
        if (child + 1 < entries.length && before(entries[child + 1]!, entries[child]!)) child++;
        if (!before(entries[child]!, moved)) break;
        entries[i] = entries[child]!;
        i = child;
      }
      entries[i] = moved;
      return first;
    },
  };
}
