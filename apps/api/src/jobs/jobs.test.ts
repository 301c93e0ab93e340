import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { createLog } from "../observability/log.ts";
import { createJobQueue, MAX_OPEN_PER_USER } from "./queue.ts";
import { createJobRunner, defaultRunnerConfig, type JobHandler } from "./runner.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const add = (kind: string) =>
  createJobQueue(database.db).add(database.db, { kind, payload: {}, createdBy: null });
const stateOf = async (id: string) => (await database.db.job.findUniqueOrThrow({ where: { id } })).state;

test("of many workers that ask at once each job goes to one", async () => {
  const queue = createJobQueue(database.db);
  const ids = await Promise.all(Array.from({ length: 5 }, () => add("x")));
  const taken = await Promise.all(Array.from({ length: 12 }, (_, i) => queue.take(`worker ${i}`)));
  expect(taken.flatMap((job) => job?.id ?? []).sort()).toEqual(ids.sort());
});

test("a job whose worker stopped beating is taken by another, and the first one's outcome is thrown away", async () => {
  const queue = createJobQueue(database.db);
  const id = await add("x");
  await queue.take("dead");
  expect(await queue.take("alive")).toBeNull();
  await database.db.job.update({ where: { id }, data: { beatAt: new Date(0) } });
  expect(await queue.take("alive")).toMatchObject({ id });
  expect(await queue.beat(id, "dead", null)).toBe(false);
  expect(await queue.finish(database.db, id, "dead", { state: "done", result: 1 })).toBe(false);
  expect(await queue.finish(database.db, id, "alive", { state: "done", result: 2 })).toBe(true);
  expect(await stateOf(id)).toBe("done");
});

test("a user who queues many jobs does not keep another user's job waiting", async () => {
  const queue = createJobQueue(database.db);
  const of = (createdBy: string) => queue.add(database.db, { kind: "x", payload: {}, createdBy });
  const ann = [await of("ann"), await of("ann"), await of("ann")];
  const bob = [await of("bob"), await of("bob")];
  const order: (string | undefined)[] = [];
  for (let i = 0; i < 5; i++) {
    const job = await queue.take("worker");
    order.push(job?.id);
    if (job) await queue.finish(database.db, job.id, "worker", { state: "done", result: null });
  }
  expect(order).toEqual([ann[0], bob[0], ann[1], bob[1], ann[2]]);
});

test("a user has a bounded number of jobs open, and learns what to do", async () => {
  const queue = createJobQueue(database.db);
  const add = () => queue.add(database.db, { kind: "x", payload: {}, createdBy: "cem" });
  const ids = [];
  for (let i = 0; i < MAX_OPEN_PER_USER; i++) ids.push(await add());
  await expect(add()).rejects.toMatchObject({ code: "too_many" });
  await queue.cancel(database.db, ids[0] ?? "");
  ids.push(await add());
  await Promise.all(ids.map((id) => queue.cancel(database.db, id)));
});

test("1,000 jobs wait or run, whoever made them; one more is refused, and taken when one has ended", async () => {
  const { db } = database;
  const queue = createJobQueue(db);
  const open = await db.job.count({ where: { state: { in: ["queued", "running"] } } });
  const rows = Array.from({ length: 1_000 - open }, (_, i) => ({
    ...{ kind: "x", payload: {}, createdBy: `user ${i % 20}` },
    state: i % 2 === 0 ? "queued" : "running",
  }));
  await db.job.createMany({ data: rows });
  const add = () => queue.add(db, { kind: "x", payload: {}, createdBy: "dora" });
  await expect(add()).rejects.toMatchObject({
    code: "too_many",
    message: "Too many jobs wait. Try again when some have ended.",
  });
  const { id } = await db.job.findFirstOrThrow({ where: { createdBy: "user 0" } });
  await queue.cancel(db, id);
  await add();
  await expect(add()).rejects.toMatchObject({ code: "too_many" });
  await db.job.deleteMany({ where: { kind: "x" } });
});

function signal() {
  let raise: () => void = () => {};
  const raised = new Promise<void>((resolve) => {
    raise = resolve;
  });
  return { raised, raise: () => raise() };
}

/** A runner with one handler that works until it is told to stop. */
function patientRunner(onRun: () => void) {
  const handler: JobHandler = {
    run: (_job, { signal }) =>
      new Promise((_resolve, reject) => {
        onRun();
        signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
      }),
    settle: async () => {
      throw new Error("a stopped job is not settled");
    },
  };
  return createJobRunner(
    { ...defaultRunnerConfig, idleMs: 10, beatMs: 20 },
    {
      queue: createJobQueue(database.db),
      handlers: { patient: handler },
      log: createLog("silent"),
      worker: "w",
    },
  );
}

test("what runs when the runner stops is put back", async () => {
  const id = await add("patient");
  const started = signal();
  const runner = patientRunner(started.raise);
  await runner.start();
  await started.raised;
  await runner.stop();
  expect(await stateOf(id)).toBe("queued");
  await database.db.job.delete({ where: { id } });
});

test("a running job that is cancelled is stopped", async () => {
  const id = await add("patient");
  const started = signal();
  const runner = patientRunner(started.raise);
  await runner.start();
  await started.raised;
  expect(await createJobQueue(database.db).cancel(database.db, id)).toBe(true);
  await runner.stop();
  expect(await stateOf(id)).toBe("cancelled");
});
