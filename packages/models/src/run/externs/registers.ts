import { held, initialValue, type Value } from "../values/node.ts";
import type { Shape } from "../values/shape.ts";
import { showValue } from "../values/show.ts";

/** Values by index, zero at first. Beyond the size nothing is read or written. */
export class RegisterArray {
  readonly size: number;
  readonly shape: Shape;
  private readonly initial: Value;
  private readonly values = new Map<number, Value>();
  /** hears of each read; nobody unless it is set */
  onRead: ((index: number) => void) | null = null;

  constructor(size: number, shape: Shape, initial: Value = initialValue(shape)) {
    this.size = size;
    this.shape = shape;
    this.initial = initial;
  }

  /** Null: an index beyond the size. */
  read(index: number): Value | null {
    this.onRead?.(index);
    if (index >= this.size) return null;
    return this.values.get(index) ?? this.initial;
  }

  write(index: number, value: Value): void {
    if (index < this.size) this.values.set(index, held(value));
  }

  /** What stands in it, to be compared with another of the same shape. */
  get described(): string {
    const first = showValue(this.initial, this.shape);
    return [...this.values]
      .map(([index, value]) => `${index}=${showValue(value, this.shape)}`)
      .filter((each) => !each.endsWith(`=${first}`))
      .sort()
      .join();
  }

  reset(): void {
    this.values.clear();
  }
}
