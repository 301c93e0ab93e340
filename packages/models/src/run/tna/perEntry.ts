import { DirectCounter } from "../externs/counters.ts";
import { DirectMeter, MeterArray } from "../externs/meters.ts";
import type { Machine } from "../machine.ts";
import type { Entry } from "../tables/tableState.ts";
import type { Value } from "../values/node.ts";

/** Counts where an action says so, for the entry that the packet hit. */
export class CalledCounter extends DirectCounter {
  private entry: Entry | null = null;

  override onHit(entry: Entry): void {
    this.entry = entry;
  }

  onMiss(): void {
    this.entry = null;
  }

  count(): void {
    if (this.entry) super.onHit(this.entry);
  }
}

/** What `execute` gives for green, yellow and red. */
export type Colours = readonly number[];
export const coloursOf = (values: Readonly<Record<string, Value>>): Colours => [
  Number(values.green ?? 0),
  Number(values.yellow ?? 1),
  Number(values.red ?? 3),
];

/** Measures where an action says so; green where the packet hit no entry. */
export class CalledMeter extends DirectMeter {
  readonly colours: Colours;
  private entry: Entry | null = null;
  private colour = 0;

  constructor(type: string, machine: Machine, colours: Colours) {
    super(type, machine);
    this.colours = colours;
    this.targets.push((colour) => {
      this.colour = colour;
    });
  }

  override onHit(entry: Entry): void {
    this.entry = entry;
  }

  onMiss(): void {
    this.entry = null;
  }

  measure(): number {
    if (!this.entry) return this.colours[0]!;
    super.onHit(this.entry);
    return this.colours[this.colour]!;
  }
}

/** A meter by index that gives these colours. */
export class ColouredMeter extends MeterArray {
  readonly colours: Colours;

  constructor(size: number, type: string, machine: Machine, colours: Colours) {
    super(size, type, machine);
    this.colours = colours;
  }

  measure(index: number): number {
    return this.colours[this.execute(index) ?? 0]!;
  }
}
