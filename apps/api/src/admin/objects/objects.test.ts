import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatDiagnostic } from "@p4twin/models/core";
import { libraryDevices } from "@p4twin/models/device";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { seedDemo } from "../../../../../prisma/seed/demo.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { createWorld, type World } from "../../../testing/world.ts";
import { repositoryRoot } from "../../config.ts";
import { readMigrations } from "../../database/migrate.ts";
import { ownEngineId } from "../../engines/ownEngines.ts";
import { describePlan, exportObjects, importObjects } from "./commands.ts";

const migrations = await readMigrations(join(repositoryRoot, "prisma", "migrations"));
const whereOf = ({ database }: World) => ({
  dataDir: "/nowhere",
  databaseUrl: database.url,
  baseUrl: "http://127.0.0.1:3000",
});

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-objects-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function world(database?: TestDatabase): Promise<World> {
  const made = await createWorld({ database });
  onTestFinished(made.dispose);
  return made;
}

/**
 * The demo, and one of everything that it has not: versions that others refer to, names that meet, an engine,
 * a device, settings. Made once, and copied for each test.
 */
async function fillWorld({ services }: World): Promise<void> {
  const { user } = await services.users.invite({ email: "o@example.org", name: "O", role: "owner" });
  const by = user.id;
  await seedDemo(services, by);
  const [topology] = (await services.topologies.list()).filter((t) => t.name === "Demo cloud");
  const { document } = await services.topologies.get(topology.latest.id);
  // scenarios of the demo go on naming the version before
  const renamed = { document: { ...document, name: "Another name in the file" } };
  await services.topologies.addVersion({ id: topology.id, content: renamed, by });
  await services.topologies.create({ content: { document: { ...document } }, name: "demo CLOUD", by });
  const program = await services.programs.create({
    name: "mine.p4",
    source: "#include <a.p4>\r\n// über\n",
    includes: { "a.p4": "one\ntwo\n" },
    by,
  });
  const engine = await services.engines.create({
    name: "Mine",
    content: { kind: "http", url: "https://engines.example.org/place", estimates: true, places: true },
    by,
  });
  if (!engine.ok) throw new Error("the engine is not stored");
  const [library] = libraryDevices();
  await services.devices.create({
    text: JSON.stringify({ ...library, id: "my-npu", version: 7 }),
    fileName: "my-npu.json",
    by,
  });
  const [scenario] = await services.scenarios.list();
  const content = await services.scenarios.get(scenario.latest.id);
  await services.scenarios.update({
    id: scenario.id,
    content: { ...content, engine: ownEngineId(engine.version.id) },
    by,
  });
  const [deployment] = await services.deployments.list();
  const segments = deployment.segments.map((s) => ({
    ...s,
    elements: s.elements.map((e) => (e.kind === "switch" ? { ...e, program: program.id } : e)),
  }));
  await services.deployments.update({ id: deployment.id, status: "paused", segments, by });
  await services.notifications.create(
    {
      name: "On call",
      target: { kind: "webhook", url: "https://hooks.example.org/x" },
      filter: {
        minSeverity: "critical",
        on: ["opened"],
        scopes: [{ deploymentId: deployment.id, segmentId: null }],
        incidents: true,
        switches: true,
      },
      enabled: true,
    },
    by,
  );
  await services.notifications.setMailServer({
    host: "mail.example.org",
    port: 587,
    security: "starttls",
    user: "p4twin",
    password: "the password of the mail server",
    from: "p4twin@example.org",
  });
  await services.system.updateSettings({ retentionDays: 12 });
  const removed = await services.programs.create({ name: "gone.p4", source: "x", includes: {}, by });
  await services.programs.remove(removed.programId);
}
let filledUrl: string;
beforeAll(async () => {
  const filled = await createWorld();
  filledUrl = filled.database.url;
  await fillWorld(filled);
  await filled.dispose();
});
const filledWorld = async (): Promise<World> => world(await createTestDatabase({ copyOf: filledUrl }));

async function contentOf(dir: string): Promise<Map<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
  const texts = files.sort().map(async (f) => [f.slice(dir.length), await readFile(f, "utf8")] as const);
  return new Map(await Promise.all(texts));
}
const exported = async (from: World, allVersions = false): Promise<string> => {
  const dir = await folder();
  await exportObjects(whereOf(from), dir, { allVersions, migrations });
  return dir;
};
const imported = (into: World, dir: string, dryRun = false) =>
  importObjects(whereOf(into), dir, { dryRun, migrations });

test.each([[false], [true]])(
  "objects that were exported and imported are exported as the same bytes by the other instance (all versions: %s)",
  async (allVersions) => {
    const first = await filledWorld();
    const dir = await exported(first, allVersions);
    const before = await contentOf(dir);
    expect([...before.keys()]).toEqual(
      expect.arrayContaining([
        "/programs/mine-p4.p4",
        "/programs/l3fwd-p4.p4",
        "/devices/my-npu.json",
        "/engines/mine.json",
        "/topologies/demo-cloud.json",
        "/topologies/demo-cloud.versions/0001.json",
        "/topologies/demo-cloud~2.json",
        "/channels/on-call.json",
        "/settings/settings.json",
      ]),
    );
    expect(before.has("/programs/gone-p4.json")).toBe(false);
    const all = [...before.values()].join("\n");
    for (const secret of ["p4tw_", "the password of the mail server", "sealed"])
      expect(all).not.toContain(secret);
    expect(all).not.toMatch(/"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);

    const second = await world();
    expect(await imported(second, dir)).toMatchObject({ diagnostics: [], applied: true });
    expect(await contentOf(await exported(second, allVersions))).toEqual(before);
    // again: nothing is left to do
    const { plan } = await imported(second, dir);
    expect(plan?.steps.filter((step) => step.action !== "keep")).toEqual([]);
    const [scenario] = (await second.services.scenarios.list()).filter((s) =>
      s.latest.engine.startsWith("own:"),
    );
    expect(
      (await second.services.scenarios.problemOf(scenario.latest.id)).problem.chains.length,
    ).toBeGreaterThan(0);
    const paused = (await second.services.deployments.list()).filter((d) => d.status === "paused");
    expect(paused).toHaveLength(1);
  },
);

test("a dry run shows the lines that differ and changes nothing; the import makes a new version", async () => {
  const instance = await filledWorld();
  const dir = await exported(instance);
  const file = join(dir, "programs", "mine-p4.p4");
  await writeFile(file, `${await readFile(file, "utf8")}// a line more\n`);
  const tried = await imported(instance, dir, true);
  const lines = describePlan(tried.plan ?? { steps: [], onlyHere: [] });
  expect(lines.slice(0, 2)).toEqual(["~ programs/mine-p4", "    programs/mine-p4.p4"]);
  expect(lines).toContain("    +// a line more");
  const mine = async () => (await instance.services.programs.list()).find((p) => p.name === "mine.p4");
  expect((await mine())?.versionCount).toBe(1);
  await imported(instance, dir);
  expect((await mine())?.versionCount).toBe(2);

  // files of before: the instance has gone on
  await writeFile(file, (await readFile(file, "utf8")).replace("// a line more\n", ""));
  const older = await imported(instance, dir);
  expect(older.applied).toBe(false);
  expect(describePlan(older.plan ?? { steps: [], onlyHere: [] }).join("\n")).toContain(
    "! programs/mine-p4: the file is version 1 of 2 here: the instance is newer",
  );
});

test("files with mistakes are named with their line and column, and nothing is stored", async () => {
  const dir = await exported(await filledWorld());
  const change = async (path: string, from: string | RegExp, to: string): Promise<void> => {
    const text = await readFile(join(dir, path), "utf8");
    expect(text).toMatch(from);
    await writeFile(join(dir, path), text.replace(from, to));
  };
  await change("channels/on-call.json", '"critical"', '"terrible"');
  await change("topologies/small-cloud.json", /"a": "[^"]+"/, '"a": "nowhere"');
  await change("chains/web-edge.json", "{", "{,");
  await change("deployments/video-cache.json", /"ref:chains[^"]+"/, '"ref:chains/absent"');
  await rm(join(dir, "programs", "mine-p4.p4"));
  const empty = await world();
  const { diagnostics, applied } = await imported(empty, dir);
  expect(applied).toBe(false);
  const said = diagnostics.map((d) => formatDiagnostic(d).replace(`${dir}/`, ""));
  for (const begin of [
    /^channels\/on-call.json:\d+:\d+: error: .*terrible/,
    /^topologies\/small-cloud.json:\d+:\d+: error: .*nowhere/,
    /^chains\/web-edge.json:1:2: error/,
    /^deployments\/video-cache.json:\d+:\d+: error: there is no chains\/absent.json/,
    /^programs\/mine-p4.json:1:1: error: its text is missing/,
  ])
    expect(
      said.filter((line) => begin.test(line)),
      `${begin} in ${said.join("\n")}`,
    ).toHaveLength(1);
  expect(await empty.services.topologies.list()).toEqual([]);
});

test("what is deleted goes from the folder, and a folder with other files is left alone", async () => {
  const instance = await filledWorld();
  const dir = await exported(instance);
  const [channel] = await instance.services.notifications.list();
  await instance.services.notifications.remove(channel.id);
  const again = await exportObjects(whereOf(instance), dir, { allVersions: false, migrations });
  expect(again).toMatchObject({ written: 0, deleted: 1 });
  const other = await folder();
  await writeFile(join(other, "notes.txt"), "mine");
  await expect(exportObjects(whereOf(instance), other, { allVersions: false, migrations })).rejects.toThrow(
    /holds other files \(notes.txt\)/,
  );
});

test("a workspace is exported and imported by its name, and one that is not there is named", async () => {
  const instance = await filledWorld();
  const dir = await exported(instance);
  await instance.database.db.workspace.create({ data: { name: "Lab" } });
  const lab = { workspace: "Lab", migrations };
  expect(await importObjects(whereOf(instance), dir, { dryRun: false, ...lab })).toMatchObject({
    applied: true,
  });
  const copy = await folder();
  await exportObjects(whereOf(instance), copy, { allVersions: false, ...lab });
  expect(await contentOf(copy)).toEqual(await contentOf(dir));
  // the default one is as it was
  expect(await contentOf(await exported(instance))).toEqual(await contentOf(dir));
  await expect(
    exportObjects(whereOf(instance), copy, { allVersions: false, workspace: "Labor", migrations }),
  ).rejects.toThrow(/no workspace "Labor"; there are ".+", "Lab"/);
});
