import type { Shared } from "./cells.ts";
import type { Grouping } from "./henderson.ts";
import { fitMixed, type MixedFit } from "./mixedModel.ts";
import { groupingOf, type Unit } from "./units.ts";

/** Groups above this many would take seconds (our choice): then runs are told apart by the runs of one program only. */
const MOST_GROUPS = 200;

export type UnitModel = {
  fit: MixedFit;
  /** us: what programs differ by beyond the columns */
  misfitUs: number;
  /** between runs of a program */
  runVariance: number;
  shared: Shared;
};

/** The mixed model with the groups that the units have: runs of several programs, programs with several runs. */
export function mixedOf(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  units: readonly Unit[],
): UnitModel {
  const within = (groups: Grouping): boolean => {
    const count = new Set(groups).size;
    return count > 1 && count < units.length && count <= MOST_GROUPS;
  };
  const runs = groupingOf(units.map(({ run }) => run));
  const ofRuns = within(runs) ? [runs] : [];
  const withRuns = fitMixed(columns, y, ofRuns);
  const programs = groupingOf(units.map(({ program }) => program));
  const told = within(programs) && new Set(programs).size > columns.length && withRuns.unitVariance !== 0;
  const wider = told ? fitMixed(columns, y, [...ofRuns, programs]) : null;
  // no test of whether it is there: where programs are few it would often miss one that makes intervals too narrow
  const misfit = wider?.groupVariances.at(-1) ?? 0;
  const [fit, groupings] = wider && misfit > 0 ? [wider, [...ofRuns, programs]] : [withRuns, ofRuns];
  const groups = groupings.map((of, k) => ({ of, variance: fit.groupVariances[k]! }));
  return {
    fit,
    misfitUs: Math.sqrt(misfit),
    runVariance: ofRuns.reduce((sum, _, k) => sum + groups[k]!.variance, fit.unitVariance),
    shared: { unitVariance: fit.unitVariance, groups },
  };
}
