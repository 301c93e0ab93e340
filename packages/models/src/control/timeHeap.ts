/** Binary heap of items by time: the event list of the simulation. Ties leave in order of insertion. */
export class TimeHeap<T> {
  private readonly times: number[] = [];
  private readonly orders: number[] = [];
  private readonly items: T[] = [];
  private inserted = 0;

  get size(): number {
    return this.items.length;
  }

  /** Time of the earliest item, or `Infinity` when there is none. */
  get nextTime(): number {
    return this.times.length > 0 ? this.times[0] : Number.POSITIVE_INFINITY;
  }

  push(time: number, item: T): void {
    let i = this.items.length;
    const order = this.inserted++;
    this.times.push(time);
    this.orders.push(order);
    this.items.push(item);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.before(time, order, parent)) break;
      this.move(parent, i);
      i = parent;
    }
    this.set(i, time, order, item);
  }

  /** Removes and returns the earliest item; `undefined` when empty. */
  pop(): T | undefined {
    if (this.items.length === 0) return undefined;
    const top = this.items[0];
    const time = this.times.pop() as number;
    const order = this.orders.pop() as number;
    const item = this.items.pop() as T;
    const size = this.items.length;
    if (size === 0) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && this.before(this.times[child + 1], this.orders[child + 1], child)) child++;
      if (!this.before(this.times[child], this.orders[child], -1, time, order)) break;
      this.move(child, i);
      i = child;
    }
    this.set(i, time, order, item);
    return top;
  }

  private before(time: number, order: number, at: number, t = this.times[at], o = this.orders[at]): boolean {
    return time < t || (time === t && order < o);
  }

  private move(from: number, to: number): void {
    this.set(to, this.times[from], this.orders[from], this.items[from]);
  }

  private set(i: number, time: number, order: number, item: T): void {
    this.times[i] = time;
    this.orders[i] = order;
    this.items[i] = item;
  }
}
