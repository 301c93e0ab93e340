import { constructs } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";
import { nullSpace } from "./leastSquares.ts";

/** A coefficient of the fit: the base delay, a construct's cost, or what another packet size adds. */
export type CoefficientName = "base" | Construct | `${number} B`;

/** Columns of which the data do not tell the coefficient alone, by their place, and why, in words. */
export type Unseen = { fixed: Set<number>; notes: Map<number, string>; directions: number[][] };

/**
 * Constructs whose cost the data do not tell. Of each direction in which the data say nothing one construct
 * is fixed; the base and the packet sizes are told before the constructs, and constructs that vary most
 * before the others.
 */
export function unseenColumns(
  names: readonly CoefficientName[],
  columns: readonly (readonly number[])[],
): Unseen {
  const variety = (j: number) => new Set(columns[j]).size;
  const isConstruct = (j: number) => j >= 1 && j <= constructs.length;
  const order = columns
    .map((_, j) => j)
    .sort((a, b) => Number(isConstruct(a)) - Number(isConstruct(b)) || variety(b) - variety(a) || a - b);
  const fixed = new Set<number>();
  const notes = new Map<number, string>();
  const directions = nullSpace(columns, order);
  for (const direction of directions) {
    const members = direction.flatMap((weight, j) => (Math.abs(weight) > 1e-6 ? [j] : []));
    const last = members.reduce(
      (late, j) => (order.indexOf(j) > order.indexOf(late) ? j : late),
      members[0]!,
    );
    fixed.add(last);
    const others = members.filter((j) => j !== last);
    const name = names[last]!;
    if (others.length === 0) {
      notes.set(last, `no measurement has more than the base program's ${name}, so its cost cannot be seen`);
      continue;
    }
    if (others.every((j) => j === 0)) {
      notes.set(last, `every measurement has the same ${name}, so its cost is part of the base delay`);
      notes.set(0, `holds the cost of ${name} too, which never varies`);
      continue;
    }
    const together = others.map((j) => names[j]!).join(", ");
    notes.set(last, `always changes together with ${together}: only their sum can be seen`);
    for (const j of others) {
      if (!notes.has(j))
        notes.set(j, `always changes together with ${name}: its value rests on what is taken for ${name}`);
    }
  }
  return { fixed, notes, directions };
}
