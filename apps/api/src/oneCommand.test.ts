import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { reportOf, SEQUENCE_AT } from "../testing/intReports.ts";
import { createServerProcess, type ServerProcess } from "../testing/processes.ts";
import { createUdpSender } from "../testing/udpSender.ts";
import { createWorld, type World } from "../testing/world.ts";
import { type ProcessRole, processRoles } from "./roles.ts";

const EVERY_MS = 10;
const AT_ONCE = 20;

let world: World;
let product: ServerProcess;
let deploymentId: string;
beforeAll(async () => {
  world = await createWorld();
  const uc2 = { kind: "uc2", plUs: 5, dlUs: 6, from: { nodeId: 1 }, to: { nodeId: 3 } } as const;
  const made = await (await world.as("operator")).deployments.create({
    name: "watched",
    segments: [{ id: "s", name: "s", ...uc2 }],
  });
  deploymentId = made.id;
  product = await createServerProcess(processRoles, { databaseUrl: world.database.url, natsUrl: null });
  await product.start();
});
afterAll(async () => {
  await product.dispose();
  await world.dispose();
});

/** Process of a part of the product: a child of its supervisor. Null while there is none. */
function pidOf(part: ProcessRole): number | null {
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      if (Number(parent) === product.pid() && command.includes("--part") && command.includes(part))
        return Number(name);
    } catch {
      // it ended meanwhile
    }
  }
  return null;
}

/** Sends reports at an even rate until it is stopped. */
function startSending() {
  const sender = createUdpSender({
    ...{ from: "127.0.3.1", port: product.intPort, datagrams: [reportOf(0)], sequenceAt: SEQUENCE_AT },
  });
  const timer = setInterval(() => {
    try {
      sender.send(AT_ONCE);
    } catch {
      // refused while no collector listens: not sent
    }
  }, EVERY_MS);
  return {
    sent: () => sender.sent,
    stop(): number {
      clearInterval(timer);
      sender.close();
      return sender.sent;
    },
  };
}

async function storedPackets(): Promise<number> {
  const { rows } = await world.database.pool.query(
    "SELECT coalesce(sum(count), 0)::float8 AS packets FROM segment_window WHERE deployment_id = $1 AND part = 0",
    [deploymentId],
  );
  return rows[0].packets;
}

it("each process of the one-command default is killed in turn: the others go on, it comes back, and only what a killed collector held is lost", async () => {
  // the first datagrams may come before the collector knows the segment
  const warm = startSending();
  await eventually(async () => expect(await storedPackets()).toBeGreaterThan(0));
  warm.stop();
  await eventually(async () => {
    const before = await storedPackets();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await storedPackets()).toBe(before);
  });

  for (const part of ["writer", "jobs", "http"] as const) {
    const before = await storedPackets();
    const others = processRoles.filter((role) => role !== part).map((role) => [role, pidOf(role)]);
    const killed = pidOf(part);
    const sender = startSending();
    await new Promise((resolve) => setTimeout(resolve, 700));
    process.kill(killed ?? 0, "SIGKILL");
    await eventually(() => expect([null, killed]).not.toContain(pidOf(part)));
    await eventually(async () => expect((await product.get("/readyz"))?.ok).toBe(true));
    const sent = sender.stop();
    await eventually(async () => expect(await storedPackets(), part).toBe(before + sent));
    expect(others.map(([role]) => [role, pidOf(role as ProcessRole)])).toEqual(others);
  }

  const before = await storedPackets();
  const killed = pidOf("collector");
  const sender = startSending();
  await new Promise((resolve) => setTimeout(resolve, 2_300));
  const atKill = sender.sent();
  process.kill(killed ?? 0, "SIGKILL");
  await eventually(() => expect([null, killed]).not.toContain(pidOf("collector")));
  await eventually(async () => expect((await product.get("/readyz"))?.ok).toBe(true));
  // what comes from now on is stored again
  await eventually(async () => expect(await storedPackets()).toBeGreaterThan(before + atKill));
  const sent = sender.stop();
  await eventually(async () => {
    const stored = (await storedPackets()) - before;
    // of what was sent before the kill at most the window in progress (a second and its closing) is missing
    expect(stored).toBeGreaterThan(atKill - (2_000 / EVERY_MS) * AT_ONCE);
    expect(stored).toBeLessThanOrEqual(sent);
  });
});
