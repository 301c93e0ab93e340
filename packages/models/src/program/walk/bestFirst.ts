/** What waits for its turn, the best first: a binary heap. */
export class BestFirst<T> {
  private readonly items: T[] = [];
  private readonly isBefore: (a: T, b: T) => boolean;

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.isBefore = isBefore;
  }

  push(item: T): void {
    const { items } = this;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent]!;
      if (!this.isBefore(item, above)) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const { items } = this;
    const [best] = items;
    const item = items.pop();
    if (item === undefined || items.length === 0) return best;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= items.length) break;
      const isRight = left + 1 < items.length && this.isBefore(items[left + 1]!, items[left]!);
      const child = isRight ? left + 1 : left;
      const below = items[child]!;
      if (!this.isBefore(below, item)) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
    return best;
  }
}
