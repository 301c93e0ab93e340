import {
  applyChanges,
  type Catalogue,
  type Change,
  type Comparison,
  compareEvaluations,
  type Evaluation,
  evaluatePlacement,
  type Placement,
  type Problem,
  startWhatIf,
  type WhatIf,
} from "@p4twin/models/placement";

/** What a list of changes means for a placement. */
export type Prediction = {
  state: WhatIf;
  base: Evaluation;
  now: Evaluation;
  comparison: Comparison;
  /** changes that name what is not there, by their place in the list */
  refused: { index: number; message: string }[];
};

/** Predicts for one baseline; what the baseline itself means is worked out once. */
export function createPredictor(
  problem: Problem,
  placement: Placement,
  catalogue: Catalogue,
): (changes: readonly Change[]) => Prediction {
  const start = startWhatIf(problem, placement);
  const base = evaluatePlacement(start, { catalogue });
  return (changes) => {
    const { state, refused } = applyChanges(start, changes, catalogue);
    const now = changes.length === 0 ? base : evaluatePlacement(state, { catalogue });
    return { state, base, now, comparison: compareEvaluations(base, now), refused };
  };
}
