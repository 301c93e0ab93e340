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
