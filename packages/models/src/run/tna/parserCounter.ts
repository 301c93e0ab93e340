/** The counter of a Tofino parser: 8 bits with a sign; Tofino 2 keeps earlier ones on a stack. */
export class ParserCounter {
  private value = 0;
  private readonly below: number[] = [];

  set(value: number): void {
    this.value = (value << 24) >> 24;
  }

  /** From a field that is turned to the right by `rotate` bits and cut to its lowest `mask` + 1 bits. */
  load(field: number, most: number, rotate: number, mask: number, add: number): void {
    const turned = ((field >>> rotate) | (field << (8 - rotate))) & 0xff;
    this.set(((field > most ? most : turned) & (2 ** (mask + 1) - 1)) + add);
  }

  change(by: number): void {
    this.set(this.value + by);
  }

  push(value: number): void {
    this.below.push(this.value);
    this.set(value);
  }

  pop(): void {
    this.value = this.below.pop() ?? 0;
  }

  clear(): void {
    this.value = 0;
    this.below.length = 0;
  }

  get isZero(): boolean {
    return this.value === 0;
  }

  get isNegative(): boolean {
    return this.value < 0;
  }
}
