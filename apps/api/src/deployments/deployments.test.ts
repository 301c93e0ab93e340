import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

const segment = (id: string) => ({
  id,
  name: `segment ${id}`,
  kind: "uc1" as const,
  plUs: 500,
  dlUs: 800,
  flows: [{ dst: "10.0.2.0/24", proto: 17, dstPort: 45000 }],
  from: { nodeId: 10, port: 1 },
  to: { nodeId: 10, port: 3 },
});

test("PL and DL change at run time, and every change is kept with who made it", async () => {
  const { deployments } = await world.as("operator");
  const made = await deployments.create({ name: "web edge", segments: [segment("s1"), segment("s2")] });
  expect(made).toMatchObject({ status: "active", revision: 1, chainName: null });

  const alarm = { triggerUs: 600, resetUs: 450, raiseAfter: 3, outOf: 5, clearAfter: 10 };
  const thresholds = { plUs: 600, dlUs: 900, alarm };
  const changed = await deployments.setThresholds({ id: made.id, segmentId: "s2", thresholds });
  expect(changed.segments.map(({ id, plUs, dlUs }) => ({ id, plUs, dlUs }))).toEqual([
    { id: "s1", plUs: 500, dlUs: 800 },
    { id: "s2", plUs: 600, dlUs: 900 },
  ]);
  expect(changed.revision).toBe(2);

  // the same again changes nothing, and is no entry of the history
  expect(await deployments.setThresholds({ id: made.id, segmentId: "s2", thresholds })).toMatchObject({
    revision: 2,
  });
  expect(await deployments.thresholdHistory({ id: made.id })).toMatchObject([
    {
      segmentId: "s2",
      before: { plUs: 500, dlUs: 800, alarm: null },
      after: thresholds,
      changedBy: "operator",
    },
  ]);
});

test("one change goes to many segments, what it leaves out stays, and one that does not fit changes nothing", async () => {
  const { deployments } = await world.as("operator");
  const slow = { ...segment("s2"), plUs: 700, dlUs: 2_000 };
  const [one, two] = await Promise.all([
    deployments.create({ name: "one", segments: [segment("s1"), slow] }),
    deployments.create({ name: "two", segments: [segment("s1")] }),
  ]);
  const segments = [
    { deploymentId: one.id, segmentId: "s1" },
    { deploymentId: one.id, segmentId: "s2" },
    { deploymentId: two.id, segmentId: "s1" },
  ];
  const changed = await deployments.changeThresholds({ segments, change: { plUs: 600 } });
  const limits = changed.map((d) => d.segments.map(({ plUs, dlUs }) => [plUs, dlUs]));
  expect(limits).toEqual([
    [
      [600, 800],
      [600, 2_000],
    ],
    [[600, 800]],
  ]);
  expect(await deployments.thresholdHistory({ id: one.id })).toHaveLength(2);
  await expect(deployments.changeThresholds({ segments, change: { plUs: 900 } })).rejects.toThrow(
    "at most DL",
  );
  expect((await deployments.get({ id: one.id })).revision).toBe(changed[0].revision);
  await expect(deployments.changeThresholds({ segments, change: {} })).rejects.toThrow("what to change");
});

test("thresholds that change together with the bindings are in the history too", async () => {
  const { deployments } = await world.as("operator");
  const made = await deployments.create({ name: "bindings", segments: [segment("s1")] });
  const moved = { ...segment("s1"), dlUs: 1000, to: { nodeId: 10, port: 4 } };
  await deployments.update({ id: made.id, segments: [moved, segment("new")] });
  expect(await deployments.thresholdHistory({ id: made.id })).toMatchObject([
    { segmentId: "s1", before: { dlUs: 800 }, after: { dlUs: 1000 } },
  ]);
});

test("changes of two people at the same time are both kept", async () => {
  const { deployments } = await world.as("operator");
  const made = await deployments.create({ name: "race", segments: [segment("s1"), segment("s2")] });
  const set = (segmentId: string, plUs: number) =>
    deployments.setThresholds({ id: made.id, segmentId, thresholds: { plUs, dlUs: 800 } });
  await Promise.all([set("s1", 100), set("s2", 200)]);
  const { segments, revision } = await deployments.get({ id: made.id });
  expect(segments.map((s) => s.plUs)).toEqual([100, 200]);
  expect(revision).toBe(3);
});

test.each([
  ["PL above DL", { plUs: 900 }],
  ["a latency of zero", { plUs: 0 }],
])("%s is refused", async (_title, part) => {
  const { deployments } = await world.as("operator");
  const segments = [{ ...segment("s1"), ...part }];
  await expect(deployments.create({ name: "bad", segments })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

test("two segments of one id, an unknown segment and an unknown chain are refused", async () => {
  const { deployments } = await world.as("operator");
  const twice = [segment("s1"), segment("s1")];
  await expect(deployments.create({ name: "twice", segments: twice })).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  const made = await deployments.create({ name: "one", segments: [segment("s1")] });
  await expect(
    deployments.setThresholds({ id: made.id, segmentId: "s9", thresholds: { plUs: 1, dlUs: 2 } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  const chainVersionId = "00000000-0000-4000-8000-000000000000";
  await expect(deployments.create({ name: "chain", chainVersionId })).rejects.toThrow(
    "There is no chain version",
  );
});

test("an unknown engine is refused with the known ones; one that is stored and since removed may stay", async () => {
  const { deployments } = await world.as("operator");
  const by = (engine: string) => ({
    ...segment("s1"),
    elements: [{ kind: "switch" as const, label: "s1", nodeId: 1, engine }],
  });
  const refusal = 'Unknown estimator "oracle". Available: linear, p8.';
  await expect(deployments.create({ name: "bad", segments: [by("oracle")] })).rejects.toThrow(refusal);
  const { id } = await deployments.create({ name: "good", segments: [by("p8")] });
  await expect(deployments.update({ id, segments: [by("oracle")] })).rejects.toThrow(refusal);
  await world.database.pool.query(
    `UPDATE deployment SET segments = jsonb_set(segments, '{0,elements,0,engine}', '"removed"') WHERE id = $1`,
    [id],
  );
  const kept = await deployments.update({ id, name: "renamed", segments: [by("removed")] });
  expect(kept).toMatchObject({ name: "renamed" });
});

test("a removed deployment is gone from the list and can come back", async () => {
  const { deployments } = await world.as("operator");
  const { id } = await deployments.create({ name: "short-lived" });
  await deployments.remove({ id });
  await expect(deployments.get({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await deployments.restore({ id });
  expect(await deployments.get({ id })).toMatchObject({ name: "short-lived" });
});
