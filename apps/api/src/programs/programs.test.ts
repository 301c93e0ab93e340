import { libraryFiles } from "@p4twin/models/library";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manyPaths } from "../../testing/manyPaths.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

test("a program's versions are immutable; the same content is the same version", async () => {
  const { programs } = await world.as("operator");
  const first = await programs.create({ name: "l3fwd.p4", source: "// one", includes: {} });
  expect(first).toMatchObject({ number: 1, name: "l3fwd.p4", includes: {} });
  const same = await programs.addVersion({ id: first.programId, source: "// one" });
  expect(same.id).toBe(first.id);
  const second = await programs.addVersion({ id: first.programId, source: "// two" });
  expect(second).toMatchObject({ number: 2, source: "// two" });
  expect(second.versions.map((v) => v.number)).toEqual([2, 1]);
  expect(await programs.get({ versionId: first.id })).toMatchObject({ source: "// one", hash: first.hash });
});

test("included files are part of the hash, in any order", async () => {
  const { programs } = await world.as("operator");
  const create = (includes: Record<string, string>) => programs.create({ name: "p", source: "s", includes });
  const [plain, ab, ba] = await Promise.all([
    create({}),
    create({ a: "1", b: "2" }),
    create({ b: "2", a: "1" }),
  ]);
  expect(ab.hash).toBe(ba.hash);
  expect(ab.hash).not.toBe(plain.hash);
});

test("versions that are added at the same time get numbers of their own", async () => {
  const { programs } = await world.as("operator");
  const { programId } = await programs.create({ name: "race", source: "0" });
  const added = await Promise.all(
    ["1", "2", "3", "4"].map((source) => programs.addVersion({ id: programId, source })),
  );
  expect(added.map((version) => version.number).sort()).toEqual([2, 3, 4, 5]);
});

test("the health of a version: its paths and slowest path on a device; or that it has errors", async () => {
  const { programs } = await world.as("operator");
  const source = libraryFiles["programs/l3fwd.p4"] ?? "";
  const { id: versionId } = await programs.create({ name: "healthy", source });
  const asked = { versionId, device: "agilio-cx" };
  const { paths, maxUs } = {
    ...(await programs.features({ versionId })),
    ...(await programs.estimate(asked)),
  };
  expect(await programs.health(asked)).toMatchObject({ errors: 0, paths: paths.length, slowestUs: maxUs });
  expect(maxUs).toBeGreaterThan(0);
  const broken = await programs.create({ name: "broken", source: "control {" });
  const health = await programs.health({ versionId: broken.id, device: "agilio-cx" });
  expect(health).toMatchObject({ paths: null, slowestUs: null });
  expect(health.errors).toBeGreaterThan(0);
});

test("a removed program leaves the list, its versions stay, and it can come back", async () => {
  const { programs } = await world.as("operator");
  const version = await programs.create({ name: "gone", source: "x" });
  const id = version.programId;
  const isListed = async () => (await programs.list()).some((program) => program.id === id);
  await programs.remove({ id });
  expect(await isListed()).toBe(false);
  expect(await programs.get({ versionId: version.id })).toMatchObject({ source: "x" });
  await expect(programs.addVersion({ id, source: "y" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await programs.restore({ id });
  await programs.rename({ id, name: "back" });
  expect((await programs.list()).find((program) => program.id === id)?.name).toBe("back");
});

test.each([
  ["an empty source", { name: "x", source: "" }],
  ["no name", { name: "  ", source: "x" }],
])("%s is refused", async (_title, input) => {
  const { programs } = await world.as("operator");
  await expect(programs.create(input)).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

test("a version is analysed and estimated on a device, each path with its latency", async () => {
  const { programs } = await world.as("operator");
  const source = libraryFiles["programs/l3fwd.p4"] ?? "";
  const { id: versionId, hash } = await programs.create({ name: "l3fwd.p4", source });
  const report = await programs.features({ versionId });
  expect(report).toMatchObject({ program: "l3fwd.p4", architecture: "v1model", hash, diagnostics: [] });
  const estimate = await programs.estimate({ versionId, device: "agilio-cx" });
  expect(estimate.maxUs).toBeGreaterThan(estimate.minUs ?? Number.POSITIVE_INFINITY);
  expect(estimate.estimates).toHaveLength(report.paths.length);
  // the extern that its extern stands for counts, as on the command line and on the page
  const lb = await programs.create({ name: "mine.p4", source: libraryFiles["programs/lb.p4"] ?? "" });
  expect((await programs.estimate({ versionId: lb.id, device: "npu" })).maxUs).toBe(47.67);
  await expect(programs.estimate({ versionId, device: "abacus" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(programs.estimate({ versionId, device: "cpu", engine: "oracle" })).rejects.toThrow(
    "Available: linear, p8",
  );
});

test("of a program with more paths than can be listed the extremes are exact, and its walks stay inside", async () => {
  const { programs } = await world.as("operator");
  const { id: versionId } = await programs.create({ name: "many.p4", source: manyPaths(14) });
  const report = await programs.features({ versionId });
  expect(report).toMatchObject({ truncated: true, pathCount: 3 ** 14 });
  expect(Object.keys(report)).not.toContain("walks");
  const estimate = await programs.estimate({ versionId, device: "agilio-cx", extremes: 3 });
  expect(estimate.minUs).toBeCloseTo(7.45 + 13 * (0.11 + 0.37), 6);
  // thirteen headers written, one added by the action that drops
  expect(estimate.maxUs).toBeCloseTo(7.45 + 13 * (0.11 + 0.37) + 13 * 0.5 + 1.59, 6);
  expect(estimate.extremes?.slowest).toHaveLength(3);
  expect(JSON.stringify(estimate)).not.toContain("bound");
});

test("two versions are compared path by path and line by line", async () => {
  const { programs } = await world.as("operator");
  const source = libraryFiles["programs/l3fwd.p4"] ?? "";
  const first = await programs.create({ name: "l3fwd.p4", source });
  const lighter = source.replace(/ *hdr\.ipv4\.ttl = [^;]*;\n/, "");
  const second = await programs.addVersion({ id: first.programId, source: lighter });
  const { comparison, source: hunks } = await programs.compare({ versionId: first.id, otherId: second.id });
  expect(comparison.counts).toEqual({ same: 2, changed: 1, added: 0, removed: 0 });
  expect(comparison.paths[0]).toMatchObject({ before: "p1", after: "p1", delta: { modify: -1 } });
  expect(hunks.flatMap(({ lines }) => lines.filter((line) => line.kind !== "same"))).toMatchObject([
    { kind: "removed", text: expect.stringContaining("ttl") },
  ]);
});

test("a program with errors has a report with diagnostics, and no paths", async () => {
  const { programs } = await world.as("operator");
  const { id: versionId } = await programs.create({ name: "bad.p4", source: "control C( {" });
  const report = await programs.features({ versionId });
  expect(report.paths).toEqual([]);
  expect(report.diagnostics[0]).toMatchObject({ severity: "error", span: { file: "bad.p4", line: 1 } });
});
