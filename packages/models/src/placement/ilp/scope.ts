import type { Ledger } from "../ledger.ts";

/**
 * What a solve covers: which chains, on top of which use, and which families of constraints are left out (for
 * conflicts).
 */
export type Scope = {
  chains: readonly number[];
  /**
   * how many chains that are alike each of them stands for, 1 when left out; the budget of more than one is
   * not a row of the model
   */
  counts?: readonly number[] | undefined;
  ledger: Ledger;
  /** lists of devices that can change places, and so are used in this order */
  inOrder?: readonly (readonly number[])[] | undefined;
  without: ReadonlySet<Family>;
};

/** Families of constraints that can be left out; budgets are kept per chain, extern throughput per extern. */
export type Family =
  | `budget:${number}`
  | `extern:${string}`
  | "constructs"
  | "rules"
  | "cores"
  | "ingress"
  | "egress"
  | "links";

/** Columns of the decision variables; a missing entry is a variable that cannot be 1. */
export type Columns = {
  /** alpha: per chain of the scope and function, device -> column */
  alpha: Map<number, number>[][];
  /** gamma: per chain of the scope and logical link, arc -> column */
  gamma: Map<number, number>[][];
  /** x_d, and alpha of the required functions (one column, because 5.24 and 5.25 tie them together) */
  used: number[];
  forwards: (number | null)[];
  /** pi, with sharing: per device, type -> column */
  present: Map<string, number>[];
};

export const countOf = (scope: Scope, s: number): number => scope.counts?.[s] ?? 1;
