/** How many of each the workspace holds; undefined while unknown. */
export type Holdings = Record<
  "programs" | "clouds" | "chains" | "placements" | "deployments",
  number | undefined
>;

export type Step = { id: keyof Holdings; title: string; action: string; href: string; done: boolean };

const STEPS: readonly Omit<Step, "done">[] = [
  { id: "programs", title: "Analyse a program", action: "Upload a program", href: "/programs?new=upload" },
  { id: "clouds", title: "Describe a cloud", action: "Upload a topology", href: "/clouds/new" },
  { id: "chains", title: "Describe a chain", action: "Describe a chain", href: "/chains/new" },
  { id: "placements", title: "Place the chain", action: "Create a scenario", href: "/scenarios/new" },
  { id: "deployments", title: "Go live", action: "Bind segments", href: "/deployments/new" },
];

/** The way from an empty workspace to a live twin; null while it is not known, and when all of it is done. */
export function checklistOf(holdings: Holdings): Step[] | null {
  if (Object.values(holdings).includes(undefined)) return null;
  const steps = STEPS.map((step) => ({ ...step, done: (holdings[step.id] ?? 0) > 0 }));
  return steps.every(({ done }) => done) ? null : steps;
}
