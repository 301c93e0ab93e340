const VERSION = 2 ** 24;

/** The handle of an entry: the place that it takes, and in the upper byte how often that was freed. */
export const handleOf = (place: number, version: number): number => version * VERSION + place;

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
