/** Places in a slot. */
export const NOTE = 1;
const KEY = 2;

/**
 * Open-addressed hash table from keys of `width` words to small numbers, with a word of the caller's beside each. Key and value stand
 * side by side, so that a look-up waits for memory once. Emptied when half full: it is a cache (our choice of size).
 */
export class FlowTable {
  private readonly width: number;
  private readonly stride: number;
  private readonly mask: number;
  /** per slot: the value plus one (0: free), the word of the caller, then the key */
  readonly slots: Uint32Array;
  private used = 0;

  constructor(width: number, slots: number) {
    this.width = width;
    // a power of two, so that a slot does not straddle two lines of the cache
    this.stride = 2 ** Math.ceil(Math.log2(width + KEY));
    this.mask = slots - 1;
    this.slots = new Uint32Array(slots * this.stride);
  }

  /** Where the slot of `key` begins in `slots`; an empty one (its first word is 0) when the key is not there. */
  find(key: Uint32Array): number {
    const { width, slots, stride, mask } = this;
    let hash = 0x9e3779b9;
    for (let i = 0; i < width; i++) hash = Math.imul(hash ^ key[i], 0x85ebca6b) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const at = slot * stride;
      if (slots[at] === 0) return at;
      let i = 0;
      while (i < width && slots[at + KEY + i] === key[i]) i++;
      if (i === width) return at;
      slot = (slot + 1) & mask;
    }
  }

  /** Puts `value` at the empty slot that `find` named. */
  put(at: number, key: Uint32Array, value: number): void {
    if (this.used >= (this.mask + 1) / 2) this.clear();
    this.slots[at] = value + 1;
    this.slots[at + NOTE] = 0;
    for (let i = 0; i < this.width; i++) this.slots[at + KEY + i] = key[i];
    this.used++;
  }

  clear(): void {
    this.slots.fill(0);
    this.used = 0;
  }
}
