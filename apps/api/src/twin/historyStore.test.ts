import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { ensureDefaultWorkspace } from "../database/defaultWorkspace.ts";
import { createHistoryStore } from "./historyStore.ts";
import { defaultMonitorConfig } from "./monitor.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse("2026-06-01T00:00:00Z");

test("predictions are kept for 40 days; of older ones the one that still holds stays", async () => {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const { id: workspaceId } = await ensureDefaultWorkspace(database.db);
  const { id } = await database.db.deployment.create({ data: { workspaceId, name: "a", segments: [] } });
  const history = createHistoryStore(database.pool);
  const { historyDays } = defaultMonitorConfig;
  expect(historyDays).toBe(40);
  const daysAgo = (days: number): number => NOW_MS - days * DAY_MS;
  const prediction = Object({ prediction: { meanUs: 1, lowUs: 1, highUs: 1 } });
  const at = (segmentId: string, days: number) => ({
    ...{ deploymentId: id, segmentId, atMs: daysAgo(days), basis: String(days), prediction },
  });
  const changed = [50, historyDays + 2, historyDays + 1, historyDays - 1].map((days) => at("changes", days));
  await history.keepPredictions([...changed, at("stays", 300)]);
  await history.forgetBefore(daysAgo(historyDays));
  const kept = await history.between(id, daysAgo(400), NOW_MS);
  expect(kept.map(({ segmentId, basis }) => [segmentId, Number(basis)])).toEqual([
    ["changes", historyDays + 1],
    ["changes", historyDays - 1],
    ["stays", 300],
  ]);
});
