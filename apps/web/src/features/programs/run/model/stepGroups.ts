import type { TraceBranch } from "@p4twin/models/run";
import type { RunStep } from "@/workers/run/runQuestions.ts";

/** Steps of one copy, one after the other, with their places among all. */
type StepGroup = { branch: number; steps: { index: number; step: RunStep }[] };

export function stepGroups(steps: readonly RunStep[]): StepGroup[] {
  const groups: StepGroup[] = [];
  steps.forEach((step, index) => {
    const last = groups.at(-1);
    if (last?.branch === step.branch) last.steps.push({ index, step });
    else groups.push({ branch: step.branch, steps: [{ index, step }] });
  });
  return groups;
}

/** How many copies each copy is away from the packet as it came. */
export function branchDepths(branches: readonly TraceBranch[]): number[] {
  const depths: number[] = [];
  for (const { parent } of branches) depths.push(parent === null ? 0 : (depths[parent] ?? 0) + 1);
  return depths;
}
