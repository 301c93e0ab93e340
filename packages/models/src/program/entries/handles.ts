const VERSION = 2 ** 24;

/** The place that a handle names: what decides between entries of equal priority. */
export const placeOf = (handle: number): number => handle % VERSION;

/** Numbers from 0 on; what is given back is given out again, the smallest first, as BMv2 does. */
export class Handles {
  private next = 0;
  /** a binary heap with the smallest on top */
  private readonly free: number[] = [];

  take(): number {
    const [top] = this.free;
    if (top === undefined) return this.next++;
    const last = this.free.pop()!;
    if (this.free.length > 0) this.sink(last);
    return top;
  }

  giveBack(handle: number): void {
    const { free } = this;
    let at = free.length;
    for (let above = (at - 1) >> 1; at > 0 && free[above]! > handle; above = (at - 1) >> 1) {
      free[at] = free[above]!;
      at = above;
    }
    free[at] = handle;
  }

  /** Puts a handle in the place of the top, and the smallest on top. */
  private sink(handle: number): void {
    const { free } = this;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const below = left + 1 < free.length && free[left + 1]! < free[left]! ? left + 1 : left;
      if (below >= free.length || free[below]! >= handle) break;
      free[at] = free[below]!;
      at = below;
    }
    free[at] = handle;
  }
}

/** Handles of entries: the place that one takes, and in the upper byte how often that was freed. */
export class EntryHandles {
  private readonly places = new Handles();
  private readonly versions = new Map<number, number>();

  take(): number {
    const place = this.places.take();
    return (this.versions.get(place) ?? 0) * VERSION + place;
  }

  giveBack(handle: number): void {
    const place = placeOf(handle);
    this.versions.set(place, ((this.versions.get(place) ?? 0) + 1) % 256);
    this.places.giveBack(place);
  }
}
