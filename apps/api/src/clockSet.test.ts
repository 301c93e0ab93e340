import { fork } from "node:child_process";
import { createSocket } from "node:dgram";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { createFakeTime } from "../testing/fakeTime.ts";
import { reportOf } from "../testing/intReports.ts";
import { createServerProcess } from "../testing/processes.ts";
import { createWorld, type World } from "../testing/world.ts";

const HOUR_S = 3_600;
const SEND_EVERY_MS = 10;
const AT_ONCE = 10;
/** For so long the collector's thread may get no processor. */
const LATE_MS = 4_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends reports of one flow at an even rate until it is stopped, and knows when each left by a clock that nobody sets.
 */
function createSender(port: number) {
  const socket = createSocket("udp4");
  const sentMs: number[] = [];
  const timer = setInterval(() => {
    for (let i = 0; i < AT_ONCE; i++) {
      socket.send(reportOf(0, sentMs.length), port, "127.0.0.1");
      sentMs.push(performance.now());
    }
  }, SEND_EVERY_MS);
  onTestFinished(() => clearInterval(timer));
  return {
    sent: () => sentMs.length,
    /**
     * Most reports that left within a second and what a busy machine may read late; pipeline.test.ts has the
     * exact count.
     */
    mostInAWindow: (): number => {
      let most = 0;
      for (let from = 0, to = 0; to < sentMs.length; to++) {
        while (sentMs[to] - sentMs[from] > 1_000 + LATE_MS) from++;
        most = Math.max(most, to - from + 1);
      }
      return most;
    },
    async stop(): Promise<number> {
      clearInterval(timer);
      await sleep(50);
      socket.close();
      return sentMs.length;
    },
  };
}

type Said = {
  kind: string;
  port: number;
  startMs: number;
  count: number;
  atMs: number;
  clock: { steps: number; lastStepMs: number };
};

it("the collector's machine is set back by an hour, then forward: windows and frames go on, each window holds one second", async () => {
  const time = createFakeTime();
  const child = fork(fileURLToPath(new URL("../testing/collectorProcess.ts", import.meta.url)), {
    env: { PATH: process.env.PATH, ...time.env },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    time.dispose();
  });
  const said: Said[] = [];
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) said.push(JSON.parse(line));
  });
  const of = (kind: string): Said[] => said.filter((line) => line.kind === kind);
  await eventually(() => expect(of("ready")).toHaveLength(1));
  const sender = createSender(of("ready")[0].port);
  await eventually(() => expect(of("window").length).toBeGreaterThan(1));

  const realMs = Date.now();
  for (const [step, offsetS] of [-HOUR_S, HOUR_S].entries()) {
    time.set(offsetS);
    const from = said.length;
    const near = (ms: number): boolean => Math.abs(ms - realMs - 1_000 * offsetS) < 600_000;
    await eventually(() => {
      const since = said.slice(from);
      expect(since.some((line) => line.kind === "frame" && near(line.atMs))).toBe(true);
      expect(since.filter((line) => line.kind === "window" && near(line.startMs)).length).toBeGreaterThan(2);
    });
    expect(of("state").at(-1)?.clock.steps).toBe(step + 1);
  }
  const seconds = sender.sent() / (AT_ONCE * (1_000 / SEND_EVERY_MS));
  const sent = await sender.stop();
  await eventually(() => expect(of("window").reduce((sum, w) => sum + w.count, 0)).toBe(sent));
  expect(Math.abs((of("state").at(-1)?.clock.lastStepMs ?? 0) - 2_000 * HOUR_S)).toBeLessThan(1_000);
  expect(Math.max(...of("window").map((w) => w.count))).toBeLessThanOrEqual(sender.mostInAWindow());
  // no empty windows for the hours that nobody lived through; each step cuts one second in two
  expect(of("window").length).toBeLessThan(2 * seconds + 10);
});

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

it("the whole product on a machine whose clock is set: what is sent is stored, metrics go on, and say so", async () => {
  const operator = await world.as("operator");
  const segment = { kind: "uc1", plUs: 5_000, dlUs: 6_000, from: { nodeId: 1 }, to: { nodeId: 3 } } as const;
  await operator.deployments.create({ name: "set", segments: [{ id: "s0", name: "s0", ...segment }] });
  const time = createFakeTime();
  const server = await createServerProcess(["http", "collector", "writer", "jobs"], {
    databaseUrl: world.database.url,
    natsUrl: null,
    env: time.env,
  });
  onTestFinished(async () => {
    await server.dispose();
    time.dispose();
  });
  await server.start();
  const metric = async (name: string): Promise<number> => {
    const text = (await (await server.get("/metrics"))?.text()) ?? "";
    return Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1] ?? Number.NaN,
    );
  };
  const stored = async (): Promise<{ startMs: number; count: number }[]> => {
    const { rows } = await world.database.pool.query<{ start: Date; count: number }>(
      "SELECT start, count::float8 AS count FROM segment_window WHERE part = 0 AND segment_id = 's0'",
    );
    return rows.map((r) => ({ startMs: r.start.getTime(), count: r.count }));
  };
  const sender = createSender(server.intPort);
  await eventually(async () => expect((await stored()).length).toBeGreaterThan(1));

  // back by an hour, then to a month from now: partitions of that day do not exist yet
  const realMs = Date.now();
  for (const [step, offsetS] of [-HOUR_S, 30 * 24 * HOUR_S].entries()) {
    const arrived = await metric("p4twin_datagrams_arrived_total");
    time.set(offsetS);
    const near = (ms: number): boolean => Math.abs(ms - realMs - 1_000 * offsetS) < 600_000;
    await eventually(async () =>
      expect((await stored()).filter((w) => near(w.startMs)).length).toBeGreaterThan(2),
    );
    await eventually(async () => {
      expect(await metric("p4twin_clock_steps_total")).toBe(step + 1);
      expect(await metric("p4twin_datagrams_arrived_total")).toBeGreaterThan(arrived);
    });
  }
  const sent = await sender.stop();
  await eventually(async () => expect((await stored()).reduce((sum, w) => sum + w.count, 0)).toBe(sent));
  expect(Math.max(...(await stored()).map((w) => w.count))).toBeLessThanOrEqual(sender.mostInAWindow());
  expect(await world.database.pool.query("SELECT 1 FROM event")).toMatchObject({ rowCount: 0 });
});
