import { EventHeap } from "./eventHeap.ts";

type Happening = () => void;

/** What is still to happen, in virtual time; what is due at one time happens in the order in which it was planned. */
export class Timeline {
  /** us since the start */
  nowUs = 0;
  private readonly heap = new EventHeap();
  private readonly planned: (Happening | null)[] = [];
  private readonly free: number[] = [];

  /** When something happens next; `Infinity` when nothing is left. */
  get nextUs(): number {
    return this.heap.nextTime;
  }

  plan(atUs: number, happening: Happening): void {
    const slot = this.free.pop() ?? this.planned.length;
    this.planned[slot] = happening;
    this.heap.push(atUs, slot);
  }

  /** Lets everything happen up to `untilUs`; time stands there then, or at the last that happened. */
  advance(untilUs: number): void {
    for (let atUs = this.heap.nextTime; atUs <= untilUs && this.heap.size > 0; atUs = this.heap.nextTime) {
      const slot = this.heap.pop();
      const happening = this.planned[slot]!;
      this.planned[slot] = null;
      this.free.push(slot);
      this.nowUs = Math.max(this.nowUs, atUs);
      happening();
    }
    if (Number.isFinite(untilUs)) this.nowUs = Math.max(this.nowUs, untilUs);
  }
}
