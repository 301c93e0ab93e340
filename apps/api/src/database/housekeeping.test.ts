import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { ensureDefaultWorkspace } from "./defaultWorkspace.ts";
import { defaultHousekeepingConfig as config, removeOld } from "./housekeeping.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date("2026-06-01T00:00:00Z");
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

test("jobs, links, sessions and closed alarms do not stay for ever, and a placement keeps its answer", async () => {
  const { db, pool } = database;
  const workspace = await ensureDefaultWorkspace(db);
  const job = (kind: string, finishedAt: Date | null) =>
    db.job.create({ data: { kind, payload: {}, state: finishedAt ? "done" : "queued", finishedAt } });
  const old = await job("place", daysAgo(config.jobDays + 1));
  const kept = [
    await job("place", daysAgo(config.jobDays - 1)),
    await job("place", null),
    await job("plan", daysAgo(config.jobDays + 1)),
  ];
  await job("plan", daysAgo(config.planDays + 1));
  const placement = await db.placement.create({
    data: {
      ...{ workspaceId: workspace.id, jobId: old.id, engine: "exact", timeLimitS: 1 },
      ...{ status: "done", problem: {}, result: { answer: 1 } },
    },
  });
  const user = await db.user.create({ data: { id: randomUUID(), name: "a", email: "a@example.org" } });
  for (const expiresAt of [daysAgo(config.expiredDays + 1), daysAgo(-1)]) {
    await db.verification.create({ data: { id: randomUUID(), identifier: "x", value: "y", expiresAt } });
    await db.session.create({ data: { id: randomUUID(), token: randomUUID(), userId: user.id, expiresAt } });
  }

  const segments = { workspaceId: workspace.id, name: "a", segments: [] };
  const { id: deploymentId } = await db.deployment.create({ data: segments });
  const closed = [daysAgo(config.eventDays + 1), daysAgo(config.eventDays - 1), null];
  const event = { ...{ deploymentId, segmentId: "s", kind: "k", severity: "warning" }, evidence: {} };
  for (const closedAt of closed)
    await db.event.create({ data: { ...event, openedAt: daysAgo(config.eventDays + 2), closedAt } });

  expect(await removeOld(pool, now, { ...config, batch: 1 })).toEqual({
    job: 2,
    event: 1,
    verification: 1,
    session: 1,
  });
  expect(await db.event.count()).toBe(2);
  expect((await db.job.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id)).toEqual(
    kept.map(({ id }) => id).sort(),
  );
  expect(await db.placement.findUniqueOrThrow({ where: { id: placement.id } })).toMatchObject({
    jobId: null,
    result: { answer: 1 },
  });
  expect(await removeOld(pool, now)).toEqual({});
});
