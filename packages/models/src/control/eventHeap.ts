/** Binary heap of integer codes by time: the event list of the simulation. Ties leave in order of insertion. */
export class EventHeap {
  private times = new Float64Array(256);
  private orders = new Float64Array(256);
  private codes = new Int32Array(256);
  private inserted = 0;
  size = 0;

  /** Time of the earliest event, or `Infinity` when there is none. */
  get nextTime(): number {
    return this.size > 0 ? this.times[0] : Number.POSITIVE_INFINITY;
  }

  push(time: number, code: number): void {
    if (this.size === this.codes.length) this.grow();
    const { times, orders, codes } = this;
    let i = this.size++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      // a later insertion goes behind equal times
      if (times[parent] <= time) break;
      times[i] = times[parent];
      orders[i] = orders[parent];
      codes[i] = codes[parent];
      i = parent;
    }
    times[i] = time;
    orders[i] = this.inserted++;
    codes[i] = code;
  }

  /** Removes the earliest event and returns its code; the heap must not be empty. */
  pop(): number {
    const { times, orders, codes } = this;
    const top = codes[0];
    const size = --this.size;
    if (size === 0) return top;
    const time = times[size];
    const order = orders[size];
    const code = codes[size];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      const right = child + 1;
      if (
        right < size &&
        (times[right] < times[child] || (times[right] === times[child] && orders[right] < orders[child]))
      )
        child = right;
      if (time < times[child] || (time === times[child] && order < orders[child])) break;
      times[i] = times[child];
      orders[i] = orders[child];
      codes[i] = codes[child];
      i = child;
    }
    times[i] = time;
    orders[i] = order;
    codes[i] = code;
    return top;
  }

  private grow(): void {
    const length = this.codes.length * 2;
    const wider = <T extends Float64Array | Int32Array>(into: T, from: T): T => {
      into.set(from);
      return into;
    };
    this.times = wider(new Float64Array(length), this.times);
    this.orders = wider(new Float64Array(length), this.orders);
    this.codes = wider(new Int32Array(length), this.codes);
  }
}
