/** Places in a slot. */
export const NOTE = 1;
const KEY = 2;
const FIRST_SLOTS = 256;

/**
 * Open-addressed hash table from keys of `width` words to small numbers, with a word of the caller's beside
 * each. Key and value stand side by side, so that a look-up waits for memory once. It grows to `maxSlots`,
 * and is emptied when half of those are in use: it is a cache.
 */
export class FlowTable {
  private readonly width: number;
  private readonly stride: number;
  private readonly maxSlots: number;
  private mask: number;
  /** per slot: the value plus one (0: free), the word of the caller, then the key */
  slots: Uint32Array;
  private used = 0;
  /** rises when slots move or are emptied: places found before mean nothing */
  version = 0;

  constructor(width: number, maxSlots: number) {
    this.width = width;
    // a power of two, so that a slot does not straddle two lines of the cache
    this.stride = 2 ** Math.ceil(Math.log2(width + KEY));
    this.maxSlots = maxSlots;
    this.mask = FIRST_SLOTS - 1;
    this.slots = new Uint32Array(FIRST_SLOTS * this.stride);
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

  /** Puts `value` for a key that is not there; returns where its slot begins. */
  put(key: Uint32Array, value: number): number {
    if (this.used >= (this.mask + 1) / 2) this.makeRoom();
    const at = this.find(key);
    this.slots[at] = value + 1;
    this.slots[at + NOTE] = 0;
    for (let i = 0; i < this.width; i++) this.slots[at + KEY + i] = key[i];
    this.used++;
    return at;
  }

  /** Twice as many slots, or none of the entries. */
  private makeRoom(): void {
    if (this.mask + 1 >= this.maxSlots) {
      this.clear();
      return;
    }
    this.version++;
    const { slots: old, stride } = this;
    this.mask = 2 * this.mask + 1;
    this.slots = new Uint32Array((this.mask + 1) * stride);
    for (let from = 0; from < old.length; from += stride) {
      if (old[from] === 0) continue;
      const at = this.find(old.subarray(from + KEY, from + KEY + this.width));
      this.slots.set(old.subarray(from, from + stride), at);
    }
  }

  clear(): void {
    this.version++;
    this.slots.fill(0);
    this.used = 0;
  }
}
