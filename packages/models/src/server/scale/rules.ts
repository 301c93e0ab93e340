import { splitFactor } from "../data/library.ts";
import type { ScalingPreset } from "../data/tables.ts";

/**
 * A traffic class as scaling sees it: what is done to its packets, how much of the chain's traffic it is, how
 * many flows it has.
 */
export type ScaledClass = { id: string; operation: string; share: number; flows: number };
/** Classes with the same operation that one core processes (thesis Sec. 8.1.3.4). */
export type ScaledGroup = { id: string; core: number; classes: ScaledClass[] };

export type ScalingVerdict = "split" | "merge" | "keep";

/** Share of the chain's traffic that a group gets. */
export const groupShare = ({ classes }: ScaledGroup): number => classes.reduce((sum, c) => sum + c.share, 0);

/** Whether groups may be one: all their classes have the same operation. */
const sameOperation = (...groups: readonly ScaledGroup[]): boolean =>
  new Set(groups.flatMap((g) => g.classes.map((c) => c.operation))).size <= 1;

/** A group can be split while it has two classes or one class of two flows; a single flow cannot. */
export const canSplit = ({ classes }: ScaledGroup): boolean =>
  classes.length > 1 || (classes[0] !== undefined && classes[0].flows > 1);

/**
 * Halves of a group (deflation): classes in their order until half of the traffic is reached, the only class
 * of a group by its flows (our choice; the thesis leaves it open). The first half keeps the core. Null when
 * the group cannot be split.
 */
export function splitGroup(group: ScaledGroup, freeCore: number): [ScaledGroup, ScaledGroup] | null {
  if (!canSplit(group)) return null;
  const [first, second] = group.classes.length > 1 ? halves(group.classes) : flowHalves(group.classes[0]!);
  return [
    { ...group, classes: first },
    { id: `${group.id}.${freeCore}`, core: freeCore, classes: second },
  ];
}

function halves(classes: readonly ScaledClass[]): [ScaledClass[], ScaledClass[]] {
  const whole = classes.reduce((sum, c) => sum + c.share, 0);
  let taken = 0;
  let end = 0;
  while (end < classes.length - 1 && (end === 0 || taken + classes[end]!.share <= whole / splitFactor())) {
    taken += classes[end]!.share;
    end++;
  }
  return [classes.slice(0, end), classes.slice(end)];
}

function flowHalves(only: ScaledClass): [ScaledClass[], ScaledClass[]] {
  const kept = Math.ceil(only.flows / splitFactor());
  const part = (suffix: string, flows: number): ScaledClass[] => [
    { ...only, id: `${only.id}${suffix}`, flows, share: (only.share * flows) / only.flows },
  ];
  return [part("/1", kept), part("/2", only.flows - kept)];
}

/** One group of two with the same operation, on the core of the first (inflation); null when the operations differ. */
export const mergeGroups = (a: ScaledGroup, b: ScaledGroup): ScaledGroup | null =>
  sameOperation(a, b) ? { ...a, classes: [...a.classes, ...b.classes] } : null;

/** What the load of a core (0..1, or above when packets are lost) asks for. */
export const verdictOf = (load: number, { overload, underload }: ScalingPreset): ScalingVerdict =>
  load > overload.value ? "split" : load < underload.value ? "merge" : "keep";

/** Least time from a change of load to its effect, ms: a period of control and the rules of the move [katsikas-m10]. */
export const reactionMs = ({ periodMs }: ScalingPreset, rules: number, msPerRule: number): number =>
  periodMs.value + rules * msPerRule;
