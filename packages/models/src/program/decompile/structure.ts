import { DecompileError } from "./failure.ts";

/** Where a step can go on (null: the end), and its text with that of its arms, in the same order. */
export type Step = {
  next: readonly (string | null)[];
  write(arms: readonly (readonly string[])[]): string[];
};

/** Our choice: a compiler's graph is that of nested statements, where no step is written twice. */
const MOST_COPIES = 4;

/**
 * The steps of a graph as nested statements: each branch ends where all its arms meet. A branch that is come back to is
 * a loop. Throws where the graph goes round otherwise, or is no nest.
 */
export class Structure {
  private readonly steps = new Map<string, Step>();
  private readonly stepOf: (name: string) => Step;
  private readonly written = new Map<string, number>();
  private readonly meetings = new Map<string, Meeting>();

  constructor(stepOf: (name: string) => Step) {
    this.stepOf = stepOf;
  }

  /** The statements from `start` to before `stop`. */
  write(start: string | null, stop: string | null = null): string[] {
    const lines: string[] = [];
    for (let name = start; name !== null && name !== stop; ) {
      const step = this.step(name);
      const copies = (this.written.get(name) ?? 0) + 1;
      if (copies > MOST_COPIES) throw new DecompileError(`the ways to ${name} are no nested statements`);
      this.written.set(name, copies);
      const join = this.meeting(name).next;
      const arms = step.next.map((to) => (to === join ? [] : this.write(to, join)));
      lines.push(...step.write(arms));
      name = join;
    }
    return lines;
  }

  private step(name: string): Step {
    const known = this.steps.get(name);
    if (known) return known;
    const step = this.stepOf(name);
    this.steps.set(name, step);
    return step;
  }

  /** The first step that every way from `name` passes: its place in the tree of post-dominators. */
  private meeting(name: string): Meeting {
    const known = this.meetings.get(name);
    if (known === OPEN) throw new DecompileError(`${name} is come back to`);
    if (known) return known;
    this.meetings.set(name, OPEN);
    const [first = null, ...others] = new Set(this.step(name).next);
    const next = others.reduce((a, b) => this.common(a, b), first);
    const meeting = { next, depth: this.depth(next) + 1 };
    this.meetings.set(name, meeting);
    return meeting;
  }

  private common(a: string | null, b: string | null): string | null {
    let [x, y] = [a, b];
    // both must have their places before they are compared
    for (const each of [x, y]) if (each !== null) this.meeting(each);
    while (x !== y) {
      if (this.depth(x) >= this.depth(y)) x = x === null ? null : this.meeting(x).next;
      else y = y === null ? null : this.meeting(y).next;
    }
    return x;
  }

  private depth(name: string | null): number {
    return name === null ? 0 : this.meeting(name).depth;
  }
}

type Meeting = { next: string | null; depth: number };
const OPEN: Meeting = { next: null, depth: 0 };

export const indented = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);

/** `if (condition) { … } else { … }`, without arms that are empty. */
export function ifElse(
  condition: string,
  whenTrue: readonly string[],
  whenFalse: readonly string[],
): string[] {
  if (whenTrue.length === 0 && whenFalse.length > 0)
    return [`if (!(${condition})) {`, ...indented(whenFalse), "}"];
  const otherwise = whenFalse.length > 0 ? ["} else {", ...indented(whenFalse)] : [];
  return [`if (${condition}) {`, ...indented(whenTrue), ...otherwise, "}"];
}
