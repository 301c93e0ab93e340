import { held, initialValue, type Value } from "../values/node.ts";
import type { Shape } from "../values/shape.ts";

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

  reset(): void {
    this.values.clear();
  }
}
