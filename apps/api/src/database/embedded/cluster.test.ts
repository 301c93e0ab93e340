import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { putCluster } from "../../../testing/madeCluster.ts";
import { createEmbeddedPostgres } from "./embedded.ts";

const asRoot = process.getuid?.() === 0;

/**
 * A folder for data directories. As root `hidden` is one that PostgreSQL's user cannot pass: clusters then
 * lie outside, in `outsideRoot`.
 */
async function place(kind: "open" | "hidden") {
  const base = await mkdtemp(join(tmpdir(), "p4twin-place-"));
  await chmod(base, 0o755);
  const [folder, outsideRoot] = [join(base, "checkouts"), join(base, "outside")];
  await mkdir(folder, { mode: kind === "open" ? 0o755 : 0o700 });
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const said: string[] = [];

  const at = (name: string) => join(folder, name, ".p4twin");
  const makeDir = (dataDir: string) =>
    mkdir(dataDir, { recursive: true, mode: kind === "open" ? 0o755 : 0o700 });
  const server = async (dataDir: string) => {
    await makeDir(dataDir);
    const notice = (text: string): void => void said.push(text);
    const postgres = createEmbeddedPostgres(
      { dataDir, maxConnections: 20, outsideRoot },
      { notice, onLost: () => {} },
    );
    onTestFinished(() => postgres.stop());
    return postgres;
  };
  return {
    folder,
    outsideRoot,
    said,
    at,
    server,
    /** Where no first start is looked at: a data directory with a cluster, which a start moves outside if it must. */
    async begin(dataDir: string): Promise<void> {
      await makeDir(dataDir);
      await putCluster(dataDir);
    },
    /** Starts on a data directory, runs the statements, stops; the rows of the last one. */
    async visit(dataDir: string, ...statements: string[]): Promise<unknown[]> {
      const postgres = await server(dataDir);
      const client = new pg.Client({ connectionString: await postgres.start() });
      try {
        await client.connect();
        let rows: unknown[] = [];
        for (const sql of statements) rows = (await client.query(sql)).rows;
        return rows;
      } finally {
        await client.end();
        await postgres.stop();
      }
    },
  };
}
const MAKE = "CREATE TABLE kept AS SELECT 42 AS answer";
const READ = "SELECT * FROM kept";
const kept = [{ answer: 42 }];

test.each(["open", "hidden"] as const)(
  "a checkout that is moved takes its database along, and back, and its old place is free (%s)",
  async (kind) => {
    const { folder, at, visit } = await place(kind);
    await visit(at("a"), MAKE);
    await rename(join(folder, "a"), join(folder, "b"));
    expect(await visit(at("b"), READ)).toEqual(kept);
    // another product begins where the first one was
    expect(await visit(at("a"), "SELECT to_regclass('kept') AS there")).toEqual([{ there: null }]);
    await rm(join(folder, "a"), { recursive: true });
    await rename(join(folder, "b"), join(folder, "a"));
    expect(await visit(at("a"), READ)).toEqual(kept);
  },
);

test("a checkout that is moved to where PostgreSQL's user cannot follow keeps its database", async () => {
  const { folder, at, visit, begin } = await place("open");
  await begin(at("a"));
  await visit(at("a"), MAKE);
  await chmod(folder, 0o700);
  await chmod(join(folder, "a"), 0o700);
  expect(await visit(at("a"), READ)).toEqual(kept);
  expect(existsSync(join(at("a"), "postgres"))).toBe(!asRoot);
  await chmod(folder, 0o755);
  await chmod(join(folder, "a"), 0o755);
  expect(await visit(at("a"), READ)).toEqual(kept);
});

test.each(["open", "hidden"] as const)(
  "settings whose database is gone begin no empty one (%s)",
  async (kind) => {
    const { at, visit, begin, outsideRoot } = await place(kind);
    await begin(at("a"));
    await visit(at("a"), MAKE);
    const settings = await readFile(join(at("a"), "postgres.json"), "utf8");
    const { cluster } = JSON.parse(settings);
    await rm(cluster?.dir ?? join(at("a"), "postgres"), { recursive: true });
    await expect(visit(at("a"), READ)).rejects.toThrow(/move .*postgres\.json away to begin with an empty/);
    expect(await readFile(join(at("a"), "postgres.json"), "utf8")).toBe(settings);
    if (cluster) await expect(visit(at("a"), READ)).rejects.toThrow(cluster.dir);
    expect((await readdir(outsideRoot).catch(() => [])).length).toBe(cluster ? 1 : 0);
  },
);

test("a copied checkout does not run on the database of the first one, whether that runs or not", async () => {
  const { folder, at, visit, begin, server } = await place("hidden");
  await begin(at("a"));
  await visit(at("a"), MAKE);
  await cp(join(folder, "a"), join(folder, "b"), { recursive: true, preserveTimestamps: true });
  if (!asRoot) {
    await visit(at("b"), "DROP TABLE kept");
    expect(await visit(at("a"), READ)).toEqual(kept);
    return;
  }
  await expect(visit(at("b"), READ)).rejects.toThrow(`belongs to ${at("a")}`);
  const first = await server(at("a"));
  const client = new pg.Client({ connectionString: await first.start() });
  await client.connect();
  await expect(visit(at("b"), READ)).rejects.toThrow("is a copy of it");
  expect((await client.query(READ)).rows).toEqual(kept);
  await client.end();
  await first.stop();
  // handed over as the message says
  await rm(join(at("a"), "postgres.json"));
  expect(await visit(at("b"), READ)).toEqual(kept);
  expect(await visit(at("a"), "SELECT to_regclass('kept') AS there")).toEqual([{ there: null }]);
});

test.each(["open", "hidden"] as const)(
  "a data directory that has lost postgres.json begins no empty database (%s)",
  async (kind) => {
    const { at, visit, begin } = await place(kind);
    await begin(at("a"));
    await visit(at("a"), MAKE);
    const text = await readFile(join(at("a"), "postgres.json"), "utf8");
    await rm(join(at("a"), "postgres.json"));
    await expect(visit(at("a"), READ)).rejects.toThrow(/postgres\.json with its password is missing/);
    await writeFile(join(at("a"), "postgres.json"), text, { mode: 0o600 });
    expect(await visit(at("a"), READ)).toEqual(kept);
  },
);

test.runIf(asRoot)(
  "a database outside from before it was named is adopted where it lies, and follows from then on",
  async () => {
    const { folder, at, visit, begin, outsideRoot } = await place("hidden");
    await begin(at("a"));
    await visit(at("a"), MAKE);
    // as it was left before: at a place that follows from the path, with settings that do not name it
    const { port, password, cluster } = JSON.parse(await readFile(join(at("a"), "postgres.json"), "utf8"));
    const former = join(outsideRoot, createHash("sha256").update(at("a")).digest("hex").slice(0, 12));
    await rename(dirname(cluster.dir), former);
    await rm(join(former, "owner.json"));
    await writeFile(join(at("a"), "postgres.json"), JSON.stringify({ port, password }), { mode: 0o600 });
    // moved before it was adopted: the message says where it lies
    await rename(join(folder, "a"), join(folder, "b"));
    await expect(visit(at("b"), READ)).rejects.toThrow(join(former, "postgres"));
    await rename(join(folder, "b"), join(folder, "a"));
    expect(await visit(at("a"), READ)).toEqual(kept);
    await rename(join(folder, "a"), join(folder, "b"));
    expect(await visit(at("b"), READ)).toEqual(kept);
  },
);

test("a first start that was killed before its cluster had its place goes on with it", async () => {
  const { at, visit } = await place("hidden");
  await visit(at("a"), MAKE);
  const { cluster } = JSON.parse(await readFile(join(at("a"), "postgres.json"), "utf8"));
  const dir = cluster?.dir ?? join(at("a"), "postgres");
  await rename(dir, `${dir}.new`);
  expect(await visit(at("a"), READ)).toEqual(kept);
});

test("a server that outlived its P4Twin is found although the data directory was moved", async () => {
  const { folder, at, visit, begin, server } = await place("open");
  await begin(at("a"));
  const orphan = await server(at("a"));
  const client = new pg.Client({ connectionString: await orphan.start() });
  client.on("error", () => {});
  await client.connect();
  await client.query(MAKE);
  await rename(join(folder, "a"), join(folder, "b"));
  expect(await visit(at("b"), READ)).toEqual(kept);
  await expect(client.query(READ)).rejects.toThrow();
});
