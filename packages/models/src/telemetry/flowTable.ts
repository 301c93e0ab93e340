/**
 * Open-addressed hash table from keys of `width` words to small numbers. Key and value stand side by side, so that a look-up waits for
 * memory once. Emptied when half full: it is a cache (our choice of size).
 */
export class FlowTable {
  private readonly width: number;
  private readonly stride: number;
  private readonly mask: number;
  /** per slot: the value plus one (0: free), then the key */
  private readonly slots: Uint32Array;
  private used = 0;

  constructor(width: number, slots: number) {
    this.width = width;
    // a power of two, so that a slot does not straddle two lines of the cache
    this.stride = 2 ** Math.ceil(Math.log2(width + 1));
    this.mask = slots - 1;
    this.slots = new Uint32Array(slots * this.stride);
  }

  /** Value of `key`, or -1 - slot where it may be put. */
  find(key: Uint32Array): number {
    const { width, slots, stride, mask } = this;
    let hash = 0x9e3779b9;
    for (let i = 0; i < width; i++) hash = Math.imul(hash ^ key[i], 0x85ebca6b) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const at = slot * stride;
      const value = slots[at];
      if (value === 0) return -1 - slot;
      let i = 0;
      while (i < width && slots[at + 1 + i] === key[i]) i++;
      if (i === width) return value - 1;
      slot = (slot + 1) & mask;
    }
  }

  /** Puts `value` at the free slot that `find` named as `missing`. */
  put(missing: number, key: Uint32Array, value: number): void {
    if (this.used >= (this.mask + 1) / 2) {
      this.slots.fill(0);
      this.used = 0;
    }
    const at = (-1 - missing) * this.stride;
    this.slots[at] = value + 1;
    for (let i = 0; i < this.width; i++) this.slots[at + 1 + i] = key[i];
    this.used++;
  }
}
