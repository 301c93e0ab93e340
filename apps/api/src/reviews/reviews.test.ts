import { libraryFiles } from "@p4twin/models/library";
import { routeEntity, startTestSwitch } from "@p4twin/models/switches/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let owner: Awaited<ReturnType<World["as"]>>;
beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
  owner = await world.as("owner");
});
afterAll(() => world.dispose());

const l3fwd = libraryFiles["programs/l3fwd.p4"] ?? "";

test("two versions of a program: findings with an id each, latency, kept with what was asked", async () => {
  const before = await operator.programs.create({ name: "l3fwd.p4", source: l3fwd, includes: {} });
  const firewall = libraryFiles["programs/l3fwd_firewall.p4"] ?? "";
  const after = await operator.programs.create({ name: "l3fwd.p4", source: firewall, includes: {} });
  const review = await operator.reviews.create({
    name: "Add the firewall",
    before: { kind: "program", programVersionId: before.id },
    after: { kind: "program", programVersionId: after.id },
    devices: ["agilio-cx"],
    rules: { maxTables: 1 },
    packets: 50,
  });
  expect(review).toMatchObject({ state: "open", failed: true, createdBy: "operator" });
  expect(review.result.findings.map(({ id }) => id)).toEqual(
    review.result.findings.map((_, index) => `finding-${index + 1}`),
  );
  expect(review.result.findings.find(({ rule }) => rule === "maxTables")?.level).toBe("error");
  const [device] = review.result.devices;
  expect(device?.afterUs).toBeGreaterThan(device?.beforeUs ?? Number.POSITIVE_INFINITY);
  expect(review.result.packets?.packets).toBeGreaterThan(0);
  expect(await operator.reviews.get({ id: review.id })).toEqual(review);
});

test("verdicts by role: not of one's own, not by a viewer, and a rule that fails takes an owner", async () => {
  const [{ id } = { id: "" }] = await operator.reviews.list();
  const viewer = await world.as("viewer");
  await expect(viewer.reviews.judge({ id, verdict: "approved" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(operator.reviews.judge({ id, verdict: "approved" })).rejects.toThrow(/you made it/);
  const { user } = await owner.users.invite({
    email: "second@example.org",
    name: "Second",
    role: "operator",
  });
  const second = await world.enter(user.id);
  await expect(second.reviews.judge({ id, verdict: "approved" })).rejects.toThrow(/an owner has to approve/);
  expect(await second.reviews.judge({ id, verdict: "rejected", comment: "too slow" })).toMatchObject({
    state: "rejected",
    approvals: [{ by: "Second", role: "operator", comment: "too slow" }],
  });
  const approved = await owner.reviews.judge({ id, verdict: "approved" });
  expect(approved.state).toBe("approved");
  expect(approved.approvals.map(({ verdict }) => verdict)).toEqual(["approved", "rejected"]);
});

test("two snapshots of a switch: entries that come, go and change, held against a rule", async () => {
  const program = await operator.programs.create({ name: "any.p4", source: l3fwd, includes: {} });
  const target = await startTestSwitch({ entries: [routeEntity(1), routeEntity(2)] });
  try {
    const { id, snapshotId: first } = await operator.switches.attach({
      ...{ name: "leaf", address: target.address, pollS: 0, programVersionId: program.id },
    });
    target.plan.entries = [routeEntity(1, 9), routeEntity(3)];
    world.time.now = new Date(world.time.now.getTime() + 60_000);
    const { snapshotId: second } = await operator.switches.look({ id });
    const { result } = await operator.reviews.create({
      name: "Since yesterday",
      before: { kind: "snapshot", snapshotId: first ?? "" },
      after: { kind: "snapshot", snapshotId: second ?? "" },
      rules: { entries: "forbid" },
      packets: 0,
    });
    expect(result.entries).toMatchObject({ added: 1, removed: 1, changed: 1, shown: 3 });
    expect(result.findings.find(({ rule }) => rule === "entries")).toMatchObject({
      level: "error",
      message: "1 entries come, 1 go, 1 change",
    });
  } finally {
    target.stop();
  }
});
