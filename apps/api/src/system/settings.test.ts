import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../testing/world.ts";

test("a setting that is changed leaves the others as they are: windows do not go because of another setting", async () => {
  const world = await createWorld();
  onTestFinished(world.dispose);
  const { system } = await world.as("owner");
  await system.updateSettings({ retentionDays: 365, auditRetentionDays: 730 });
  await system.updateSettings({ incidentQuietS: 5 });
  await system.updateSettings({ twoFactorFrom: "owner" });
  await system.updateSettings({});
  expect(await system.settings()).toMatchObject({
    ...{ retentionDays: 365, retention10sDays: 90, auditRetentionDays: 730 },
    ...{ incidentQuietS: 5, twoFactorFrom: "owner" },
  });
});
