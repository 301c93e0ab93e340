import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { eventually } from "../testing/eventually.ts";
import { reportOf, SEQUENCE_AT } from "../testing/intReports.ts";
import { putCluster } from "../testing/madeCluster.ts";
import { createServerProcess, type ServerProcess } from "../testing/processes.ts";
import { mountSmallDisk, type SmallDisk } from "../testing/smallDisk.ts";
import { createUdpSender } from "../testing/udpSender.ts";
import { createDatabaseClient } from "./database/client.ts";
import { ensureDefaultWorkspace } from "./database/defaultWorkspace.ts";
import { embeddedUrl } from "./database/embedded/embedded.ts";
import { deploymentInputSchema } from "./deployments/schema.ts";
import { createDeploymentStore } from "./deployments/store.ts";
import { processRoles } from "./roles.ts";

const EVERY_MS = 10;
const AT_ONCE = 5;

/**
 * A small disk; null, said aloud, where none can be mounted: there `disk/` and `spool/` are tested with an
 * injected disk alone.
 */
function smallDisk(megabytes: number): SmallDisk | null {
  const disk = mountSmallDisk(megabytes);
  if (!disk) {
    console.log(
      "No tmpfs can be mounted here (needs root on Linux): the full disk is tested with an injected one alone",
    );
    return null;
  }
  onTestFinished(disk.unmount);
  return disk;
}

async function start(disk: SmallDisk, databaseUrl: string | null): Promise<ServerProcess> {
  const product = await createServerProcess(processRoles, { databaseUrl, natsUrl: null, dataDir: disk.dir });
  onTestFinished(() => product.dispose());
  await product.start();
  return product;
}

/** A segment for the flow of `reportOf(0)`. */
async function bindSegment(url: string): Promise<void> {
  const client = createDatabaseClient(url, 2);
  try {
    const workspace = await ensureDefaultWorkspace(client.db);
    const uc2 = { kind: "uc2", plUs: 5, dlUs: 6, from: { nodeId: 1 }, to: { nodeId: 3 } } as const;
    const input = deploymentInputSchema.parse({
      name: "watched",
      segments: [{ id: "s", name: "s", ...uc2 }],
    });
    await createDeploymentStore({ db: client.db, workspaceId: workspace.id }).create({
      ...input,
      createdBy: null,
    });
  } finally {
    await client.close();
  }
}

function startSending(port: number) {
  const sender = createUdpSender({
    ...{ from: "127.0.4.1", port, datagrams: [reportOf(0)], sequenceAt: SEQUENCE_AT },
  });
  const timer = setInterval(() => sender.send(AT_ONCE), EVERY_MS);
  return (): number => {
    clearInterval(timer);
    sender.close();
    return sender.sent;
  };
}

/** A value of /metrics. */
async function metric(product: ServerProcess, name: string): Promise<number | null> {
  const text = (await (await product.get("/metrics"))?.text()) ?? "";
  const line = text.split("\n").find((l) => l.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
}
const stepIs = (product: ServerProcess, step: string) => metric(product, `p4twin_disk_step{step="${step}"}`);

/** received = stored + duplicates + dropped + queued, now. */
async function balance(product: ServerProcess) {
  const of = async (outcome: string) =>
    (await metric(product, `p4twin_windows_total{outcome="${outcome}"}`)) ?? Number.NaN;
  const [received, stored, duplicates, dropped, queued] = await Promise.all(
    ["received", "stored", "duplicates", "dropped", "queued"].map(of),
  );
  return { received, sum: stored + duplicates + dropped + queued, dropped };
}

async function packetsIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT coalesce(sum(count), 0)::float8 AS packets FROM segment_window WHERE part = 0",
    );
    return rows[0].packets;
  } finally {
    await client.end();
  }
}

test("a disk that is filled to the last byte ends nothing: windows wait in memory, PostgreSQL is kept from it, and all is stored when there is room; a start on a full disk gives the reserve back and works, without one it waits for room and says so", async () => {
  const disk = smallDisk(450);
  if (!disk) return;
  await putCluster(disk.dir);
  const product = await start(disk, null);
  const url = await embeddedUrl(disk.dir);
  await bindSegment(url);
  const pid = product.pid();
  // until the collector follows the new segment
  const warm = startSending(product.intPort);
  await eventually(async () => expect(await packetsIn(url)).toBeGreaterThan(0));
  const warmed = warm();
  await sleep(2_500);
  const before = await packetsIn(url);
  expect(before).toBeLessThanOrEqual(warmed);

  const stop = startSending(product.intPort);
  await sleep(1_500);
  // what is freed meanwhile, the reserve too, is taken again: PostgreSQL meets a disk without a byte
  for (let i = 0; i < 80; i++) {
    disk.fill();
    await sleep(100);
  }
  await eventually(async () => expect(await stepIs(product, "full")).toBe(1));
  await eventually(async () => expect(await metric(product, "p4twin_spool_held_windows")).toBeGreaterThan(0));
  expect((await product.get("/healthz"))?.ok).toBe(true);
  disk.free();
  await eventually(async () => expect((await product.get("/readyz"))?.ok, product.said()).toBe(true));
  await eventually(async () => expect(await stepIs(product, "full")).toBe(0));
  await sleep(1_000);
  const sent = stop();

  // nothing had to go: the windows of some seconds fit into the memory
  await eventually(async () => expect(await packetsIn(url)).toBe(before + sent));
  const { received, sum, dropped } = await balance(product);
  expect([sum, dropped]).toEqual([received, 0]);
  expect(product.pid()).toBe(pid);
  expect(product.said()).toContain("the disk of the data directory is full");
  await eventually(async () => expect(await metric(product, "p4twin_disk_reserve_bytes")).toBeGreaterThan(0));
  expect(await product.end("SIGTERM")).toBe(0);

  // with the reserve, then without one
  disk.fill();
  await product.start();
  expect(await stepIs(product, "full")).toBe(1);
  await product.end("SIGTERM");
  disk.fill();
  const [started] = await Promise.all([product.start(), sleep(4_000).then(disk.free)]);
  expect(started).toBeUndefined();
  expect((await product.get("/readyz"))?.ok).toBe(true);
});

test("a file system that becomes read-only ends nothing: windows go on to a database elsewhere, and the step says why", async () => {
  const disk = smallDisk(100);
  if (!disk) return;
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  await bindSegment(database.url);
  const product = await start(disk, database.url);
  const warm = startSending(product.intPort);
  await eventually(async () => expect(await packetsIn(database.url)).toBeGreaterThan(0));
  warm();
  await sleep(2_500);
  const before = await packetsIn(database.url);

  // while no record waits no file is open
  await eventually(() => expect(disk.readOnly(true)).toBe(true));
  const stop = startSending(product.intPort);
  await eventually(async () => expect(await stepIs(product, "full")).toBe(1));
  // the process that logs looks for itself, within ten seconds
  await eventually(() => expect(product.said()).toContain("read-only"));
  disk.readOnly(false);
  await eventually(async () => expect(await stepIs(product, "full")).toBe(0));
  const sent = stop();
  await eventually(async () => expect(await packetsIn(database.url)).toBe(before + sent));
  const { received, sum, dropped } = await balance(product);
  expect([sum, dropped]).toEqual([received, 0]);
});
