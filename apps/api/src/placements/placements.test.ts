import { exactEngine } from "@p4twin/models/placement";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "../../../../prisma/seed/demo.ts";
import { eventually } from "../../testing/eventually.ts";
import { CHAINS, CLOUD } from "../../testing/texts.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createJobRunner, defaultRunnerConfig } from "../jobs/runner.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

type Caller = Awaited<ReturnType<World["as"]>>;

async function scenario({ topologies, chains, scenarios }: Caller, engine: string) {
  const cloud = await topologies.create({ content: { text: CLOUD } });
  const made = await chains.create({ content: { text: CHAINS } });
  if (!cloud.ok || !made.ok) throw new Error("the fixtures have mistakes");
  return scenarios.create({
    name: `with ${engine}`,
    topologyVersionId: cloud.version.id,
    chainVersionIds: made.versions.map((version) => version.id),
    engine,
  });
}

/** A runner of the world's jobs, stopped when `work` ends. */
async function withRunner(work: () => Promise<void>): Promise<void> {
  const { services, log } = world;
  const handlers = { place: services.placements.handler };
  const config = { ...defaultRunnerConfig, idleMs: 20, beatMs: 50 };
  const runner = createJobRunner(config, { queue: services.queue, handlers, log, worker: "test" });
  await runner.start();
  try {
    await work();
  } finally {
    await runner.stop();
  }
}

test.each(["greedy", "ilp", "exact", "agnostic"])(
  "%s places the chains of a scenario in a worker thread",
  async (engine) => {
    const caller = await world.as("operator");
    const { id: scenarioVersionId } = await scenario(caller, engine);
    const queued = await caller.placements.run({ question: { scenarioVersionId }, engine, timeLimitS: 20 });
    expect(queued).toMatchObject({ status: "queued", answer: null, result: null });
    await withRunner(async () => {
      await eventually(async () =>
        expect((await caller.placements.get({ id: queued.id })).status).not.toMatch(/queued|running/),
      );
    });
    const placed = await caller.placements.get({ id: queued.id });
    expect(placed).toMatchObject({ status: "done", failure: null, scenarioName: `with ${engine}` });
    expect(placed.result?.chains.map((chain) => chain.id)).toEqual(["a", "b"]);
    // chain A takes exactly its budget of 10 us on the NPU and more on the CPU (Harkous 2022, Sec. 5.3.5)
    expect(placed.result?.chains[0]).toMatchObject({ hosts: ["npu1", "npu1", "npu1"] });
    expect(placed.result?.chains[0]?.delayUs).toBeCloseTo(10, 6);
  },
);

test("saved changes of a scenario are part of its problem, and a placement found elsewhere is checked and kept", async () => {
  const caller = await world.as("operator");
  const { scenarioId, ...version } = await scenario(caller, "exact");
  const base = await caller.placements.problem({ versionId: version.id });
  const changed = await caller.scenarios.update({
    ...version,
    id: scenarioId,
    parameters: {
      ...version.parameters,
      changes: [
        { kind: "budget", chain: "a", maxDelayUs: 50 },
        { kind: "fail", node: "npu1" },
      ],
    },
  });
  const problem = await caller.placements.problem({ versionId: changed.id });
  expect(problem.chains.find(({ id }) => id === "a")?.maxDelayUs).toBe(50);
  expect(problem.devices.map(({ id }) => id)).toEqual(
    base.devices.flatMap(({ id }) => (id === "npu1" ? [] : [id])),
  );

  const catalogue = await world.services.engines.catalogue();
  const placement = await exactEngine.place(base, { catalogue, nowMs: () => 0 });
  const kept = await caller.placements.keep({ versionId: version.id, placement });
  // that no better one exists was claimed, not shown
  expect(kept).toMatchObject({ status: "done", answer: "feasible", result: { bound: null } });
  await expect(caller.placements.keep({ versionId: changed.id, placement })).rejects.toThrow(
    /This placement breaks \d+ constraints: .*npu1/,
  );
});

test("a scenario gives its chains hosts of the cloud: their ways count, and a host that is not there is refused", async () => {
  const caller = await world.as("operator");
  const { topologies, chains, scenarios, placements } = caller;
  const host = { id: "clients", kind: "host" };
  const { version: cloud } = await topologies
    .create({ content: { text: CLOUD } })
    .then((made) => (made.ok ? made : Promise.reject(new Error("the cloud has mistakes"))));
  const [node] = cloud.document.nodes;
  const document = {
    ...cloud.document,
    nodes: [...cloud.document.nodes, host],
    links: [...cloud.document.links, { a: "clients", b: node!.id, gbps: 10 }],
  };
  const [withHost, made] = await Promise.all([
    topologies.create({ content: { document } }),
    chains.create({ content: { text: CHAINS } }),
  ]);
  if (!withHost.ok || !made.ok) throw new Error("the fixtures have mistakes");
  const content = {
    name: "between hosts",
    topologyVersionId: withHost.version.id,
    chainVersionIds: made.versions.map((version) => version.id),
    engine: "exact",
  };
  const ends = (to: string | null) => ({ parameters: { ends: { b: { from: "clients", to } } } });
  const { id } = await scenarios.create({ ...content, ...ends(null) });
  const problem = await placements.problem({ versionId: id });
  expect(problem.hosts).toEqual([{ id: "clients" }]);
  expect(problem.chains.find((c) => c.id === "b")).toMatchObject({ from: "clients" });
  expect(problem.chains.find((c) => c.id === "a")).not.toHaveProperty("from");
  const catalogue = await world.services.engines.catalogue();
  const placement = await exactEngine.place(problem, { catalogue, nowMs: () => 0 });
  expect(placement.chains.find((c) => c.id === "b")?.entry?.[0]).toBe("clients");
  expect(await placements.keep({ versionId: id, placement })).toMatchObject({ status: "done" });

  const wrong = await scenarios.create({ ...content, ...ends("nowhere") });
  const error = await placements.problem({ versionId: wrong.id }).catch((reason: unknown) => reason);
  expect(JSON.stringify(Reflect.get(Object(error), "cause"), ["diagnostics", "code", "message"])).toContain(
    '\\"nowhere\\", which is not a host of this cloud; its hosts are clients',
  );
});

test("a saved change that names what is not there is refused in words", async () => {
  const caller = await world.as("operator");
  const { scenarioId, ...version } = await scenario(caller, "exact");
  const parameters = { ...version.parameters, changes: [{ kind: "fail" as const, node: "npu9" }] };
  const changed = await caller.scenarios.update({ ...version, id: scenarioId, parameters });
  await expect(caller.placements.problem({ versionId: changed.id })).rejects.toThrow(
    /there is no device or switch npu9/,
  );
});

test("a problem with mistakes is refused with its diagnostics", async () => {
  const { placements } = await world.as("operator");
  const problem = {
    devices: [{ id: "x", profile: "warp-drive" }],
    chains: [{ id: "c", functions: ["fw"], gbps: 1 }],
  };
  const error = await placements
    .run({ question: { problem }, engine: "greedy", timeLimitS: 5 })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "BAD_REQUEST", cause: { code: "bad_input" } });
  expect(JSON.stringify(Reflect.get(Object(error), "cause"), ["diagnostics", "code", "message"])).toContain(
    "unknown-profile",
  );
});

test("an unknown engine is refused by name", async () => {
  const { placements } = await world.as("operator");
  const question = { problem: {} };
  await expect(placements.run({ question, engine: "oracle", timeLimitS: 5 })).rejects.toThrow(
    /Unknown placement solver "oracle".*exact.*greedy/,
  );
});

test("a cancelled placement is never run", async () => {
  const caller = await world.as("operator");
  const { id: scenarioVersionId } = await scenario(caller, "greedy");
  const { id } = await caller.placements.run({ question: { scenarioVersionId }, engine: "greedy" });
  expect(await caller.placements.cancel({ id })).toMatchObject({ status: "cancelled" });
  expect(await world.services.queue.take("nobody")).toBeNull();
  expect(await caller.placements.cancel({ id })).toMatchObject({ status: "cancelled" });
});

test("the demo's chains go from its clients to its servers, across links", async () => {
  await seedDemo(world.services, null);
  const scenarios = await world.services.scenarios.list();
  const demo = scenarios.find(({ name }) => name.startsWith("Demo cloud"))!;
  const { problem } = await world.services.scenarios.problemOf(demo.latest.id);
  const catalogue = await world.services.engines.catalogue();
  const { chains, rejected } = await exactEngine.place(problem, { catalogue, nowMs: () => 0 });
  expect(rejected).toEqual([]);
  expect(chains).toHaveLength(2);
  for (const { hosts, entry, exit, lowUs, delayUs, highUs } of chains) {
    expect([entry?.[0], entry?.at(-1)]).toEqual(["clients", hosts[0]]);
    expect([exit?.[0], exit?.at(-1)]).toEqual([hosts.at(-1), "servers"]);
    expect([Number(lowUs) < delayUs, Number(highUs) > delayUs]).toEqual([true, true]);
  }
});
