import type { Machine } from "../machine.ts";
import type { DirectResource, Entry } from "../tables/tableState.ts";

export type Count = { packets: number; bytes: number };

/**
 * Packets and bytes by index, both whatever the program asked for; bytes as received. Indices beyond the size do
 * nothing.
 */
export class CounterArray {
  readonly size: number;
  private readonly counts = new Map<number, Count>();
  private readonly machine: Machine;

  constructor(size: number, machine: Machine) {
    this.size = size;
    this.machine = machine;
  }

  count(index: number): void {
    if (index >= this.size) return;
    const count = this.at(index);
    count.packets++;
    count.bytes += this.machine.receivedBytes;
  }

  at(index: number): Count {
    const count = this.counts.get(index) ?? { packets: 0, bytes: 0 };
    this.counts.set(index, count);
    return count;
  }
}

/** Counts every hit of the entries of its table, whether or not their actions call `count()`. */
export class DirectCounter implements DirectResource {
  private readonly counts = new WeakMap<Entry, Count>();
  private readonly machine: Machine;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  onHit(entry: Entry): void {
    const count = this.of(entry);
    count.packets++;
    count.bytes += this.machine.receivedBytes;
  }

  of(entry: Entry): Count {
    const count = this.counts.get(entry) ?? { packets: 0, bytes: 0 };
    this.counts.set(entry, count);
    return count;
  }
}
