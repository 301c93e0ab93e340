const VERSION = 2 ** 24;

/** The place that a handle names: what decides between entries of equal priority. */
export const placeOf = (handle: number): number => handle % VERSION;

/** Numbers from 0 on; what is given back is given out again, the smallest first, as BMv2 does. */
export class Handles {
  private next = 0;
  private free: number[] = [];

  take(): number {
    return this.free.shift() ?? this.next++;
  }

  giveBack(handle: number): void {
    this.free = [...this.free, handle].sort((a, b) => a - b);
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
