import type { Span } from "../core/index.ts";

/** Something of a program that packets may pass, and how often they did. */
export type Covered = { at: Span; name: string; times: number };

/**
 * How often packets passed each statement, parser state and action of a table. It may be shared by switches with the
 * same program: what stands in one place of the source counts together.
 */
export class Coverage {
  private readonly all = {
    statements: new Map<string, Covered>(),
    states: new Map<string, Covered>(),
    actions: new Map<string, Covered>(),
  };

  /** Registers a statement; what is returned counts it. */
  statement(at: Span): () => void {
    return counter(this.all.statements, at, "");
  }

  state(at: Span, name: string): () => void {
    return counter(this.all.states, at, name);
  }

  /** `table` by its full name, so that instances count for themselves. */
  action(at: Span, table: string, action: string): () => void {
    return counter(this.all.actions, at, `${table}: ${action}`);
  }

  get statements(): Covered[] {
    return inOrder(this.all.statements);
  }

  get states(): Covered[] {
    return inOrder(this.all.states);
  }

  get actions(): Covered[] {
    return inOrder(this.all.actions);
  }
}

function counter(all: Map<string, Covered>, at: Span, name: string): () => void {
  const key = `${at.file}:${at.start}:${at.end}:${name}`;
  const covered = all.get(key) ?? { at, name, times: 0 };
  all.set(key, covered);
  return () => {
    covered.times++;
  };
}

const inOrder = (all: ReadonlyMap<string, Covered>): Covered[] =>
  [...all.values()].sort((a, b) => a.at.file.localeCompare(b.at.file) || a.at.start - b.at.start);
