import { expect, test } from "vitest";
import { deploymentVerdicts } from "./deploymentVerdicts.ts";
import type { OverviewRow } from "./useOverview.ts";

const row = (deploymentId: string, segmentName: string, verdict: OverviewRow["verdict"]) => ({
  ...{ deploymentId, segmentName, verdict },
  ruling: { line: `${segmentName} is ${verdict}` } as OverviewRow["ruling"],
});

test("a deployment is as well as its worst segment; one without segments has no verdict", () => {
  const verdicts = deploymentVerdicts([
    row("web", "edge", "holds"),
    row("web", "core", "drifts"),
    row("video", "cache", "noData"),
    row("video", "edge", "holds"),
  ]);
  expect(verdicts.get("web")).toMatchObject({ verdict: "drifts", segment: "core", line: "core is drifts" });
  expect(verdicts.get("video")).toMatchObject({ verdict: "no-data", segment: "cache" });
  expect(verdicts.get("empty")).toBeUndefined();
});
