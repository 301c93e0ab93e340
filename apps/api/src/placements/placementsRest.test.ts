import { libraryFiles } from "@p4twin/models/library";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { createJobRunner, defaultRunnerConfig } from "../jobs/runner.ts";
import { createWorld, type World } from "../testing/world.ts";

let world: World;
let authorization: string;
beforeAll(async () => {
  world = await createWorld();
  const operator = await world.as("operator");
  authorization = `Bearer ${(await operator.users.tokens.create({ name: "rest" })).token}`;
});
afterAll(() => world.dispose());

const problem = (name: string): object => parse(libraryFiles[`problems/${name}.yaml`] ?? "");

async function send(method: "GET" | "POST", path: string, payload?: object) {
  const app = await world.http();
  const answer = await app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** A run by REST from its start to its end, with the job runner at work. */
async function placed(payload: object) {
  const queued = await send("POST", "/placements", payload);
  expect(queued).toMatchObject({ status: 200, body: { status: "queued" } });
  const { services, log } = world;
  const config = { ...defaultRunnerConfig, idleMs: 20, beatMs: 50 };
  const handlers = { place: services.placements.handler };
  const runner = createJobRunner(config, { queue: services.queue, handlers, log, worker: "test" });
  await runner.start();
  try {
    return await vi.waitFor(
      async () => {
        const { body } = await send("GET", `/placements/${queued.body.id}`);
        expect(body.status).not.toMatch(/queued|running/);
        return body;
      },
      { timeout: 60_000, interval: 100 },
    );
  } finally {
    await runner.stop();
  }
}

test("a problem file is placed by REST", async () => {
  const record = await placed({ question: { problem: problem("small-cloud") }, engine: "exact" });
  expect(record).toMatchObject({ status: "done", failure: null, scenarioName: null });
  expect(record.result.rejected).toEqual([]);
});

test("an infeasible problem comes back with what cannot hold together", async () => {
  const record = await placed({ question: { problem: problem("infeasible-budget") }, engine: "exact" });
  expect(record).toMatchObject({ status: "done", answer: "infeasible" });
  // chain A takes 10.00 us on its fastest device here, 9 us are allowed (Harkous 2022, Sec. 5.3.5)
  expect(record.result.conflicts[0]).toMatchObject({
    constraint: "5.31",
    ids: expect.arrayContaining(["a1"]),
  });
});

test.each([
  ["no question", { engine: "exact" }, /question/],
  [
    "a problem with mistakes",
    { question: { problem: { links: [{ a: "x", b: "y", gbps: 1 }] } }, engine: "exact" },
    /mistakes/,
  ],
  ["a time limit below zero", { question: { problem: {} }, engine: "exact", timeLimitS: -1 }, /timeLimitS/],
])("%s is refused", async (_name, payload, words) => {
  const { status, body } = await send("POST", "/placements", payload);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(words);
});
