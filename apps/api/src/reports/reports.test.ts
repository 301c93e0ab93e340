import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { PUBLIC_LIMIT } from "../http/server.ts";
import { toCsv } from "./toCsv.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

const START = new Date("2026-01-01T00:00:00.000Z");
const HOUR_MS = 3_600_000;

async function frozen() {
  world.time.now = START;
  const caller = await world.as("operator");
  const segment = {
    id: "s1",
    name: "s1",
    kind: "uc1" as const,
    plUs: 5,
    dlUs: 8,
    from: { nodeId: 1 },
    to: { nodeId: 1 },
  };
  const deployment = await caller.deployments.create({ name: "frozen", segments: [segment] });
  const refs = {
    kind: "twin" as const,
    deploymentId: deployment.id,
    from: new Date(START.getTime() - HOUR_MS).toISOString(),
    to: START.toISOString(),
  };
  return { caller, deployment, report: await caller.reports.freeze({ title: "Friday evening", refs }) };
}

test("a report keeps its numbers when what it was made from changes or goes", async () => {
  const { caller, deployment, report } = await frozen();
  await caller.deployments.setThresholds({
    id: deployment.id,
    segmentId: "s1",
    thresholds: { plUs: 6, dlUs: 9 },
  });
  await caller.deployments.remove({ id: deployment.id });
  const read = await caller.reports.get({ id: report.id });
  expect(read).toEqual(report);
  expect(read.snapshot).toMatchObject({
    version: 1,
    frozenAt: START.toISOString(),
    data: { deployment: { name: "frozen", segments: [{ plUs: 5, dlUs: 8 }] } },
  });
});

test("a preview holds what would be frozen and stores nothing; a comment is part of the report", async () => {
  const { caller, report } = await frozen();
  const { refs, data } = report.snapshot;
  const before = await caller.reports.list();
  const preview = await caller.reports.preview({ refs });
  expect(preview).toMatchObject({ frozenAt: START.toISOString(), comment: null, refs });
  expect(Object.keys(preview.data).sort()).toEqual(Object.keys(data).sort());
  expect(await caller.reports.list()).toEqual(before);
  const commented = await caller.reports.freeze({ title: "Again", comment: " After the upgrade. ", refs });
  expect((await caller.reports.get({ id: commented.id })).snapshot.comment).toBe("After the upgrade.");
  expect(commented.hash).not.toBe(report.hash);
});

test("a link opens the report without an account until it expires, and says then when it did", async () => {
  const { caller, report } = await frozen();
  const { token, path, link } = await caller.reports.share({ id: report.id, expiresInHours: 24 });
  expect(path).toBe(`/r/${token}`);
  expect(link).toMatchObject({ state: "valid", expiresAt: "2026-01-02T00:00:00.000Z", lastUsedAt: null });

  const opened = await world.anonymous().reports.publicGet({ token });
  expect(opened).toMatchObject({ title: "Friday evening", snapshot: report.snapshot });
  expect(opened).not.toHaveProperty("links");

  world.time.now = new Date(START.getTime() + 24 * HOUR_MS);
  await expect(world.anonymous().reports.publicGet({ token })).rejects.toMatchObject({
    code: "PRECONDITION_FAILED",
    message: expect.stringContaining("expired on 2026-01-02 00:00 UTC"),
    cause: { code: "gone" },
  });
  const [listed] = (await caller.reports.get({ id: report.id })).links;
  expect(listed).toMatchObject({ state: "expired", lastUsedAt: START.toISOString() });
});

test("a revoked link, a link of a removed report and an invented one answer alike", async () => {
  const { caller, report } = await frozen();
  const revoked = await caller.reports.share({ id: report.id, expiresInHours: 1 });
  await caller.reports.revoke({ linkId: revoked.link.id });
  const removed = await caller.reports.share({ id: report.id, expiresInHours: 1 });
  await caller.reports.remove({ id: report.id });
  for (const token of [revoked.token, removed.token, "x".repeat(43)]) {
    await expect(world.anonymous().reports.publicGet({ token })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "There is no report behind this link.",
    });
  }
});

test("the token is stored as its hash only", async () => {
  const { caller, report } = await frozen();
  const { token } = await caller.reports.share({ id: report.id, expiresInHours: 1 });
  expect(JSON.stringify(await world.database.db.shareLink.findMany())).not.toContain(token);
});

test("an address that guesses links is slowed down", async () => {
  const app = await world.http();
  const get = () => app.inject({ method: "GET", url: `/api/v1/shared-reports/${"g".repeat(43)}` });
  const answers: number[] = [];
  const { uses } = PUBLIC_LIMIT;
  for (let i = 0; i < uses + 2; i++) answers.push((await get()).statusCode);
  expect(answers.slice(0, uses).every((status) => status === 404)).toBe(true);
  expect(answers.slice(uses)).toEqual([429, 429]);
});

test.each([
  ["nested values by path", { a: { b: [1, null] }, c: true }, ["a.b.0,1", "a.b.1,", "c,true"]],
  ["quotes and commas", { t: 'he said "x", then' }, ['t,"he said ""x"", then"']],
  ["a text that a spreadsheet would run", { t: "=1+1" }, ["t,'=1+1"]],
  ["a negative number, which must not become a formula", { t: -3 }, ["t,-3"]],
])("CSV: %s", (_title, document, lines) => {
  expect(toCsv(document).split("\r\n")).toEqual(["path,value", ...lines, ""]);
});
