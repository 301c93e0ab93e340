import type { Random } from "../../../src/core/index.ts";

/** Choices from a seed. */
export class Draw {
  private readonly random: Random;
  private named = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** A name that no other has. */
  fresh(name: string): string {
    return `${name}${this.named++}`;
  }

  integer(n: number): number {
    return this.random.integer(n);
  }

  chance(share: number): boolean {
    return this.random.next() < share;
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.random.integer(choices.length)];
    if (chosen === undefined) throw new Error("there is nothing to choose from");
    return chosen;
  }

  /** One of some that are not equally likely. */
  weighted<T>(choices: readonly (readonly [number, T])[]): T {
    let at = this.random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, choice] of choices) {
      at -= weight;
      if (at < 0) return choice;
    }
    return choices.at(-1)![1];
  }

  /** Between `low` and `high` results. */
  list<T>(low: number, high: number, make: (index: number) => T): T[] {
    return Array.from({ length: low + this.integer(high - low + 1) }, (_, index) => make(index));
  }

  /** Some of them, at least `low`, in an order of their own. */
  some<T>(choices: readonly T[], low = 0): T[] {
    const left = [...choices];
    const count = low + this.integer(left.length - low + 1);
    return Array.from({ length: count }, () => left.splice(this.integer(left.length), 1)[0]!);
  }
}
