import { libraryFiles } from "@p4twin/models/library";
import { routeEntity, startTestSwitch } from "@p4twin/models/switches/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let good: string;
beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
  good = await program(l3fwd);
});
afterAll(() => world.dispose());

const l3fwd = libraryFiles["programs/l3fwd.p4"] ?? "";
const program = async (source: string): Promise<string> =>
  (await operator.programs.create({ name: "a.p4", source, includes: {} })).id;
const side = (programVersionId: string, entries: string | null = null) => ({
  ...{ kind: "program" as const, programVersionId, entries },
});
const review = (before: ReturnType<typeof side>, after: ReturnType<typeof side>) =>
  operator.reviews.create({ name: "r", before, after, devices: ["agilio-cx"], packets: 5 });

test("a program that cannot be read fails the review at its line, and has no tests", async () => {
  const broken = await program(l3fwd.replace("transition", "transitoin"));
  const { id, failed, result } = await review(side(good), side(broken));
  expect(failed).toBe(true);
  expect(result.findings[0]).toMatchObject({ rule: "readable", level: "error", place: { file: "a.p4" } });
  expect(result).toMatchObject({ counts: null, packets: null });
  expect(result.devices).toMatchObject([{ device: "agilio-cx", afterUs: null }]);
  await expect(operator.reviews.tests({ id })).rejects.toThrow(/There are no tests: /);
});

test("one that could not be read before is mended: nothing is compared, and it does not fail", async () => {
  const broken = await program(l3fwd.replace("transition", "transitoin"));
  const { failed, result } = await review(side(broken), side(good));
  expect(failed).toBe(false);
  expect(result.notCompared.join()).toMatch(/before|base/);
});

test("entries that no table takes are said, and what can be compared is", async () => {
  const { result } = await review(side(good), side(good, "table_add no_such_table forward 10.0.0.0/8 => 1"));
  const said = [...result.findings.map(({ message }) => message), ...result.notCompared].join("\n");
  expect(said).toContain("no_such_table");
});

test("a rule on entries that cannot be held is said to be open", async () => {
  const { result } = await operator.reviews.create({
    ...{ name: "r", before: side(good), after: side(good), packets: 0, rules: { entries: "forbid" } },
  });
  expect(result.findings).toEqual([]);
  expect(result.notCompared.join()).toContain("the rule about them is not held");
});

test("rules of a p4twin.yaml hold in place of those that are sent, on the devices that they name", async () => {
  const given = { name: "r", before: side(good), after: side(good), devices: [], packets: 0 };
  const rulesFile =
    "version: 1\nprograms: [{ file: a.p4 }]\nrules: { maxUs: { agilio-cx: 1 }, entries: forbid }\n";
  const { failed, result, question } = await operator.reviews.create({ ...given, rulesFile });
  expect(question.rules).toMatchObject({ maxUs: { "agilio-cx": 1 }, entries: "forbid", packets: "allow" });
  expect(failed).toBe(true);
  expect(result.findings.map(({ rule }) => rule)).toContain("maxUs");
  for (const [text, said] of [
    ["version: 1\nrules: { packets: never }\n", /^p4twin\.yaml:2:\d+: error: .*packets/],
    ["version: 1\nrule: {}\n", /p4twin\.yaml:2:1: error: .*rule/],
    ["- 1", /is an object/],
    ["version: 1\nrules: { maxUs: { no-such-device: 1 } }\n", /no-such-device/],
  ] as const)
    await expect(operator.reviews.create({ ...given, rulesFile: text })).rejects.toThrow(said);
});

test("recent traffic that no report tells of is said", async () => {
  const { result } = await operator.reviews.create({
    ...{ name: "r", before: side(good), after: side(good), packets: 0, recentHours: 24 },
  });
  expect(result.packets).toBeNull();
  expect(result.notCompared).toContain("packets: no report of the last 24 h that tells of a flow is kept");
});

test("more entries than are taken are refused in words", async () => {
  const line = "table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 1\n";
  await expect(review(side(good), side(good, line.repeat(100_000)))).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
});

test("snapshots of an opaque switch: entries are compared, the rest is said, and there are no tests", async () => {
  const config = Uint8Array.of(1, 2, 3);
  const target = await startTestSwitch({ entries: [routeEntity(1)], config });
  try {
    const { id, snapshotId } = await operator.switches.attach({
      ...{ name: "opaque", address: target.address, pollS: 0 },
    });
    target.plan.entries = [routeEntity(1, 9)];
    world.time.now = new Date(world.time.now.getTime() + 60_000);
    const now = await operator.switches.look({ id });
    const made = await operator.reviews.create({
      name: "opaque",
      before: { kind: "snapshot", snapshotId: snapshotId ?? "" },
      after: { kind: "snapshot", snapshotId: now.snapshotId ?? "" },
    });
    expect(made.result).toMatchObject({ entries: { added: 0, removed: 0, changed: 1 }, packets: null });
    expect(made.result.notCompared).not.toEqual([]);
    await expect(operator.reviews.tests({ id: made.id })).rejects.toThrow(/does not give its program back/);
  } finally {
    target.stop();
  }
});
