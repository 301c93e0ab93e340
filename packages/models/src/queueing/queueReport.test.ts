import { describe, expect, it } from "vitest";
import { deviceOf } from "../../testing/queueing/thesisSystems.ts";
import { queueReport } from "./queueReport.ts";
import { queueScenarioSchema } from "./scenario.ts";

const scenario = (change: object) =>
  queueScenarioSchema.parse({
    version: 1,
    name: "t",
    devices: [{ id: "agilio-l3fwd", ...deviceOf("agilio-l3fwd") }],
    controllers: [
      { id: "average", serviceUs: 240 },
      { id: "fast", serviceUs: 31, sigmaUs: 31 },
    ],
    newFlowShares: [0, 0.2],
    loads: { externalPps: [10_000] },
    ...change,
  });
const device = { id: "agilio-l3fwd", source: null, ...deviceOf("agilio-l3fwd") };

describe("queue scenario", () => {
  it("[W18] crosses devices, shares and controllers; without new flows there is none", () => {
    const { cases, holds } = queueReport(scenario({}), [device], null);
    expect(
      cases.map((c) => [c.newFlowShare, c.controller?.id ?? null, c.controller?.sigmaUs ?? null]),
    ).toEqual([
      [0, null, null],
      [0.2, "average", 24],
      [0.2, "fast", 31],
    ]);
    expect(holds).toBe(true);
    expect(cases[0].points[0].simulated).toBeNull();
  });

  it("[W18] does not hold when one load is unstable or over the budget", () => {
    expect(queueReport(scenario({ loads: { externalPps: [10_000, 30_000] } }), [device], null).holds).toBe(
      false,
    );
    expect(queueReport(scenario({ maxSojournUs: 50 }), [device], null).holds).toBe(false);
    expect(queueReport(scenario({ maxSojournUs: 100 }), [device], null).holds).toBe(true);
  });

  it("[W18] loads by the controller's utilisation leave out the share 0", () => {
    const { cases } = queueReport(scenario({ loads: { controllerUtilisation: [0.5] } }), [device], null);
    expect(cases.map((c) => c.points.length)).toEqual([0, 1, 1]);
    expect(cases[1].points[0].utilisation.controller).toBeCloseTo(0.5, 12);
  });
});
