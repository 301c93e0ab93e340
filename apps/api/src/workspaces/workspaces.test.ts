import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { listDeployments } from "../deployments/store.ts";
import { createEventLog } from "../events/eventLog.ts";
import { evidenceSchema } from "../events/schema.ts";
import { ofAllWorkspaces } from "../judges.ts";
import { createDeliveryStore } from "../notifications/deliveryStore.ts";
import { createOutbox } from "../notifications/outbox.ts";

type Caller = Awaited<ReturnType<World["enter"]>>;
let world: World;
let owner: Caller;
let ownerId: string;
/** the second workspace, and the owner in it */
let b: string;
let inB: Caller;
beforeAll(async () => {
  world = await createWorld();
  owner = await world.as("owner");
  ownerId = (await owner.users.me())?.id ?? "";
  b = (await owner.workspaces.create({ name: "B" })).id;
  inB = await world.enter(ownerId, b);
});
afterAll(() => world.dispose());

const invite = async (name: string, role: "viewer" | "operator" | "owner" = "viewer") =>
  (await owner.users.invite({ email: `${name}@example.org`, name, role })).user;

describe("roles are of a workspace", () => {
  test("who was there stays what they were; a person may be an operator here and a viewer there", async () => {
    const ada = await invite("ada", "operator");
    expect(await owner.workspaces.members.list()).toContainEqual(
      expect.objectContaining({ userId: ada.id, role: "operator" }),
    );
    await inB.workspaces.members.add({ email: ada.email, role: "viewer" });
    const [first, second] = [await world.enter(ada.id), await world.enter(ada.id, b)];
    expect(await first.workspaces.mine()).toMatchObject([
      { role: "operator", current: true },
      { name: "B", role: "viewer", current: false },
    ]);
    await first.programs.create({ name: "mine", source: "x", includes: {} });
    await expect(second.programs.create({ name: "mine", source: "x", includes: {} })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await second.programs.list()).toEqual([]);
    await inB.workspaces.members.setRole({ userId: ada.id, role: "operator" });
    await (await world.enter(ada.id, b)).programs.create({ name: "theirs", source: "x", includes: {} });
    expect((await first.programs.list()).map((p) => p.name)).toEqual(["mine"]);
    await inB.workspaces.members.remove({ userId: ada.id });
    await expect(world.enter(ada.id, b)).rejects.toMatchObject({ code: "not_found" });
  });

  test("an account's role, however it is set, holds in the first workspace", async () => {
    const { id } = await invite("grace");
    // an identity provider's groups write the role of the account
    await world.database.db.user.update({ where: { id }, data: { role: "operator" } });
    expect(await (await world.enter(id)).users.me()).toMatchObject({
      role: "operator",
      installationOwner: false,
    });
  });

  test("owning a workspace is not owning the installation", async () => {
    const bob = await invite("bob");
    await inB.workspaces.members.add({ email: bob.email, role: "owner" });
    const bobInB = await world.enter(bob.id, b);
    expect(await bobInB.workspaces.members.list()).toHaveLength(2);
    const target = { kind: "email" as const, to: ["bob@example.org"] };
    await bobInB.notifications.channels.create({ name: "of B", target });
    for (const refused of [
      () => bobInB.users.list(),
      () => bobInB.users.invite({ email: "x@example.org", name: "x" }),
      () => bobInB.workspaces.list(),
      () => bobInB.system.updateSettings({ retentionDays: 1 }),
      () => bobInB.engines.setHosts({ hosts: ["10.0.0.1"] }),
      () => bobInB.telemetry.setAcceptance({ acceptOnlyListed: true }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("the last owner of a workspace can neither leave nor be demoted", async () => {
    const { id } = await owner.workspaces.create({ name: "C" });
    const inC = await world.enter(ownerId, id);
    const last = { code: "CONFLICT" };
    await expect(inC.workspaces.members.remove({ userId: ownerId })).rejects.toMatchObject(last);
    await expect(inC.workspaces.members.setRole({ userId: ownerId, role: "viewer" })).rejects.toMatchObject(
      last,
    );
    const eve = await invite("eve");
    await inC.workspaces.members.add({ email: eve.email, role: "owner" });
    // of two who go at once, one stays
    const gone = await Promise.allSettled([
      inC.workspaces.members.remove({ userId: ownerId }),
      inC.workspaces.members.remove({ userId: eve.id }),
    ]);
    expect(gone.map((g) => g.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

test("names may be the same in two workspaces", async () => {
  for (const caller of [owner, inB])
    await caller.engines.hosts().then(() => caller.deployments.create({ name: "Edge" }));
  expect((await inB.deployments.list()).map((d) => d.name)).toEqual(["Edge"]);
});

describe("telemetry serves all workspaces and mixes none", () => {
  test("an alarm in A reaches the channels of A, and none of B", async () => {
    const target = (name: string) => ({ kind: "email" as const, to: [`${name}@example.org`] });
    const a = await owner.notifications.channels.create({ name: "A", target: target("a") });
    await inB.notifications.channels.create({ name: "B", target: target("b") });
    const log = createEventLog({ db: world.database.db, workspaceId: null }, createOutbox());
    const raise = (deploymentId: string) =>
      log.open({
        deploymentId,
        segmentId: "s",
        severity: "critical",
        cause: "unknown",
        hop: null,
        evidence: evidenceSchema.parse({
          ...{ p99Us: 9, triggerUs: 5, resetUs: 4, plUs: 5, dlUs: 8, count: 9, abovePl: 5, aboveDl: 0 },
          ...{ dropped: 0, elements: [], blame: null },
        }),
        openedAt: world.time.now,
      });
    const { id: ofA } = await owner.deployments.create({ name: "alarm in A" });
    await raise(ofA);
    const told = async (caller: Caller) =>
      (await caller.notifications.deliveries.list({})).map((d) => d.channelName);
    expect(await told(owner)).toEqual([a.channel.name]);
    expect(await told(inB)).toEqual([]);
    const { id: ofB } = await inB.deployments.create({ name: "alarm in B" });
    await raise(ofB);
    expect(await told(owner)).toEqual(["A"]);
    // "of B" is bob's
    expect((await told(inB)).sort()).toEqual(["B", "of B"]);
    expect(await owner.events.list({})).toMatchObject([{ deploymentName: "alarm in A" }]);
    expect(await inB.events.list({})).toMatchObject([{ deploymentName: "alarm in B" }]);
    // what is due is taken for all workspaces, and the channel is found in its own
    const deliveries = createDeliveryStore({ db: world.database.db, workspaceId: null });
    const { send } = ofAllWorkspaces({ db: world.database.db, services: world.services });
    const due = await deliveries.takeDue(new Date(), 1_000, 100);
    expect(due).toHaveLength(3);
    for (const { id, ...message } of due)
      expect(await send({ ...message, deliveryId: id }, new AbortController().signal)).toMatchObject({
        answer: expect.stringContaining("no mail server is configured"),
      });
  });

  test("how drifts are looked for is set for one workspace", async () => {
    const before = await owner.twin.settings();
    await inB.twin.setSettings({ ...before, threshold: before.threshold + 1 });
    expect(await owner.twin.settings()).toEqual(before);
    expect((await inB.twin.settings()).threshold).toBe(before.threshold + 1);
  });

  test("an archived workspace takes no telemetry and is entered by nobody, until it is restored with all it had", async () => {
    const { id } = await owner.workspaces.create({ name: "D" });
    const inD = await world.enter(ownerId, id);
    const { id: deploymentId } = await inD.deployments.create({ name: "of D" });
    const bound = async () =>
      (await listDeployments({ db: world.database.db, workspaceId: null })).map((d) => d.id);
    expect(await bound()).toContain(deploymentId);
    await owner.workspaces.archive({ id });
    expect(await bound()).not.toContain(deploymentId);
    await expect(world.enter(ownerId, id)).rejects.toMatchObject({ code: "not_found" });
    await owner.workspaces.restore({ id });
    expect(await (await world.enter(ownerId, id)).deployments.list()).toMatchObject([{ id: deploymentId }]);
    const first = (await owner.workspaces.list()).find((w) => w.isFirst)?.id ?? "";
    await expect(owner.workspaces.archive({ id: first })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("a job of another workspace finds its own engines and rows", async () => {
    const problem = { deviceTypes: [{ profile: "npu" }], workload: [{ function: "fw", gbps: 1, count: 1 }] };
    const plan = await inB.plans.run({ problem });
    const job = await world.services.queue.take("test");
    if (!job) throw new Error("no job");
    const { handlers } = ofAllWorkspaces({ db: world.database.db, services: world.services });
    const handler = handlers.plan;
    const control = { signal: new AbortController().signal, onProgress: () => {} };
    await handler.settle(job, "test", { result: await handler.run(job, control) });
    expect(await inB.plans.get({ id: plan.id })).toMatchObject({ status: "done" });
    await expect(owner.plans.get({ id: plan.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test("the audit log of a workspace shows its owners what was done in it, and nothing else", async () => {
  const carl = await invite("carl");
  await inB.workspaces.members.add({ email: carl.email, role: "owner" });
  const carlInB = await world.enter(carl.id, b);
  const { entries } = await carlInB.audit.list({ limit: 500 });
  expect(entries.length).toBeGreaterThan(0);
  expect(new Set(entries.map((e) => e.workspaceId))).toEqual(new Set([b]));
  const asked = await carlInB.audit.list({ workspaceId: world.services.workspaceId });
  expect(asked.entries.every((e) => e.workspaceId === b)).toBe(true);
  await expect(carlInB.audit.verify({})).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await owner.audit.list({ action: "workspaces.members" })).entries[0]).toMatchObject({
    objectKind: "member",
    objectName: "carl",
    after: { role: "owner" },
  });
});
