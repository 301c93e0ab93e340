import { type SliceScenario, sliceScenarioSchema } from "../slices/sliceScenario.ts";

/** Rate, burst and target delay of the three slices on BMv2 (thesis Tables 6.2, 6.3). */
const set = {
  dc: { rateMbps: 48, burstMs: 20, markMs: 5 },
  enterprise: { rateMbps: 12, burstMs: 10 },
  peering: { rateMbps: 240, burstMs: 30 },
};
/** Priorities of the cases (thesis Table 6.4): DC, Enterprise, Peering. */
const priorities: Record<string, readonly [number, number, number]> = {
  A: [7, 7, 7],
  B: [7, 6, 6],
  C: [7, 7, 6],
  D: [7, 6, 5],
};

/** The slices of a case, each offered `overload` times its rate. */
export function sliceCase(
  name: string,
  mbps: number,
  control: SliceScenario["control"],
  overload: number,
): SliceScenario {
  const [dc, enterprise, peering] = priorities[name];
  const slice = (id: keyof typeof set, priority: number) => ({
    id,
    priority,
    ...set[id],
    offeredMbps: set[id].rateMbps * overload,
  });
  return sliceScenarioSchema.parse({
    version: 1,
    name: `case ${name}`,
    link: { mbps },
    control,
    slices: [slice("dc", dc), slice("enterprise", enterprise), slice("peering", peering)],
  });
}
