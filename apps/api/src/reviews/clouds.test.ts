import { libraryFiles } from "@p4twin/models/library";
import { exactEngine } from "@p4twin/models/placement";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHAINS, CLOUD } from "../../testing/texts.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
});
afterAll(() => world.dispose());

const withoutNpu = CLOUD.split("\n")
  .filter((line) => !line.includes("npu1"))
  .join("\n");

async function clouds() {
  const first = await operator.topologies.create({ content: { text: CLOUD } });
  if (!first.ok) throw new Error("the fixture has mistakes");
  const { topologyId } = first.version;
  const second = await operator.topologies.addVersion({ id: topologyId, content: { text: withoutNpu } });
  if (!second.ok) throw new Error("the fixture has mistakes");
  return { before: first.version.id, after: second.version.id };
}

async function scenarioOf(topologyVersionId: string) {
  const made = await operator.chains.create({ content: { text: CHAINS } });
  if (!made.ok) throw new Error("the fixture has mistakes");
  return operator.scenarios.create({
    name: "two chains",
    topologyVersionId,
    chainVersionIds: made.versions.map(({ id }) => id),
    engine: "ilp",
  });
}

test("two versions of a cloud: nodes and links that go, held against a rule, approved by an owner", async () => {
  const { before, after } = await clouds();
  const review = await operator.reviews.create({
    name: "Take the NPU out",
    before: { kind: "topology", topologyVersionId: before },
    after: { kind: "topology", topologyVersionId: after },
    rules: { topology: "forbid" },
  });
  expect(review.failed).toBe(true);
  expect(review.result.findings.map(({ message }) => message)).toContain("node npu1 goes");
  expect(review.result.findings[0]).toMatchObject({ id: "finding-1", rule: "topology", level: "error" });
  await expect(operator.reviews.tests({ id: review.id })).rejects.toThrow(/made of programs/);
  const owner = await world.as("owner");
  expect((await owner.reviews.judge({ id: review.id, verdict: "approved" })).state).toBe("approved");
});

test("two versions of a scenario: the chain that loses its place and the one that stays, from a kept placement", async () => {
  const { before, after } = await clouds();
  const scenario = await scenarioOf(before);
  const problem = await operator.placements.problem({ versionId: scenario.id });
  const catalogue = await world.services.engines.catalogue();
  const placement = await exactEngine.place(problem, {
    ...{ catalogue, nowMs: () => performance.now(), timeLimitS: 10 },
  });
  const kept = await operator.placements.keep({ versionId: scenario.id, placement });
  const { scenarioId, ...version } = scenario;
  const next = await operator.scenarios.update({ ...version, id: scenarioId, topologyVersionId: after });
  const asked = {
    name: "Take the NPU out",
    before: { kind: "scenario" as const, scenarioVersionId: scenario.id, placementId: kept.id },
    after: { kind: "scenario" as const, scenarioVersionId: next.id },
  };
  const { result } = await operator.reviews.create(asked);
  expect(result.chains.map(({ chain, before: hosts }) => ({ chain, hosts }))).toContainEqual({
    ...{ chain: "a", hosts: kept.result?.chains[0]?.hosts },
  });
  expect(result.findings.filter(({ level }) => level === "error").map(({ rule }) => rule)).toContain(
    "chains",
  );
  expect(result.failed).toBe(true);
  // a rule that allows it changes what fails, and nothing else
  const allowed = await operator.reviews.create({ ...asked, rules: { chains: "allow" } });
  expect(allowed.result.failed).toBe(false);
  expect(allowed.result.findings.map(({ message }) => message).sort()).toEqual(
    result.findings.map(({ message }) => message).sort(),
  );
});

test("sides of different kinds, and a placement that has no answer yet, are refused by name", async () => {
  const { before } = await clouds();
  const scenario = await scenarioOf(before);
  const topology = { kind: "topology" as const, topologyVersionId: before };
  const of = (placementId: string | null) => ({
    ...{ kind: "scenario" as const, scenarioVersionId: scenario.id, placementId },
  });
  await expect(operator.reviews.create({ name: "x", before: topology, after: of(null) })).rejects.toThrow(
    /A topology is not compared with a scenario/,
  );
  const queued = await operator.placements.run({
    question: { scenarioVersionId: scenario.id },
    engine: "greedy",
  });
  await expect(
    operator.reviews.create({ name: "x", before: of(queued.id), after: of(null) }),
  ).rejects.toThrow(/no answer yet/);
});

test("entries of two files are compared one by one, and a profile with what it was", async () => {
  const source = libraryFiles["programs/l3fwd.p4"] ?? "";
  const program = await operator.programs.create({ name: "l3fwd.p4", source, includes: {} });
  const profile = libraryFiles["devices/agilio-cx.json"] ?? "";
  const own = (base: number) => {
    const document = JSON.parse(profile) as Record<string, unknown>;
    const text = JSON.stringify({ ...document, id: "ours" });
    return text.replace(/"baseUs":\{"value":7.45/, `"baseUs":{"value":${base}`);
  };
  const first = await operator.devices.create({ text: own(5) });
  const second = await operator.devices.create({ text: own(9) });
  if (!first.ok || !second.ok) throw new Error(JSON.stringify([first, second]));
  const side = (entries: string) => ({ kind: "program" as const, programVersionId: program.id, entries });
  const { result } = await operator.reviews.create({
    name: "Another route",
    before: side("table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 1"),
    after: side(
      "table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 2\ntable_add ipv4_lpm ipv4_forward 10.0.2.0/24 => 00:00:00:00:01:01 1",
    ),
    devices: ["ours"],
    devicesBefore: { ours: 1 },
    rules: { entries: "forbid" },
    packets: 50,
  });
  expect(result.entries).toMatchObject({ added: 1, removed: 0, changed: 1, shown: 2 });
  expect(result.entries?.changes[0]?.key).toMatch(/10\.0\.1\.0\/24/);
  expect(result.findings.find(({ rule }) => rule === "entries")?.level).toBe("error");
  const [device] = result.devices;
  expect(device?.afterUs).toBeGreaterThan(device?.beforeUs ?? Number.POSITIVE_INFINITY);
  expect(result.findings.map(({ message }) => message).join("\n")).toMatch(/baseUs 9, was 5/);
});
