/** Queue of numbers in a ring that doubles when it is full. */
export class FloatFifo {
  private ring = new Float64Array(64);
  private head = 0;
  length = 0;

  /** The oldest number, `Infinity` when empty. */
  first(): number {
    return this.length > 0 ? this.ring[this.head] : Number.POSITIVE_INFINITY;
  }

  push(value: number): void {
    if (this.length === this.ring.length) this.grow();
    this.ring[(this.head + this.length) & (this.ring.length - 1)] = value;
    this.length++;
  }

  /** Removes and returns the oldest number, `Infinity` when empty. */
  shift(): number {
    const value = this.first();
    if (this.length > 0) {
      this.head = (this.head + 1) & (this.ring.length - 1);
      this.length--;
    }
    return value;
  }

  private grow(): void {
    const wider = new Float64Array(this.ring.length * 2);
    wider.set(this.ring.subarray(this.head));
    wider.set(this.ring.subarray(0, this.head), this.ring.length - this.head);
    this.ring = wider;
    this.head = 0;
  }
}
