type Transition = { type?: string | null | undefined; value: string | null };

/** Whether a transition is taken whatever the keys are. */
export const isDefault = ({ type, value }: Transition): boolean =>
  type === "default" || value === null || value === "default";

/** Transitions as BMv2 takes them: a default stands behind all cases, and of several the last one holds. */
export function inTakenOrder<T extends Transition>(transitions: readonly T[]): T[] {
  const last = transitions.findLast(isDefault);
  const cases = transitions.filter((each) => !isDefault(each));
  return last ? [...cases, last] : cases;
}
