import { constructs } from "../core/index.ts";
import type { Construct } from "../program/index.ts";

/** Number of times each construct occurs on a path. */
export type ConstructCounts = Readonly<Record<Construct, number>>;

/**
 * Constructs of which the base already holds one (thesis Sec. 4.2.1: the base program parses one header,
 * applies one table).
 */
export const inBase: ReadonlySet<Construct> = new Set(["parse", "table"]);

/** Counts as the thesis multiplies them (Sec. 4.2.2): parse and table less one, never below zero (our choice). */
export function countedFeatures(features: ConstructCounts): Record<Construct, number> {
  const counted = (construct: Construct): number =>
    Math.max(0, features[construct] - (inBase.has(construct) ? 1 : 0));
  return {
    parse: counted("parse"),
    modify: counted("modify"),
    copy: counted("copy"),
    remove: counted("remove"),
    add: counted("add"),
    table: counted("table"),
  };
}

/** Size of a program in constructs (thesis omega_y, Sec. 5.2.4): the raw counts, because each of them takes room. */
export const constructCount = (features: ConstructCounts): number =>
  constructs.reduce((sum, construct) => sum + features[construct], 0);
