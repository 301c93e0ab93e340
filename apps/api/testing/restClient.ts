import { expect } from "vitest";
import { createJobRunner, defaultRunnerConfig, type JobHandler } from "../src/jobs/runner.ts";
import { eventually } from "./eventually.ts";
import type { World } from "./world.ts";

/** A user of the REST interface: sends JSON with a token of its own, and runs jobs from their start to their end. */
export async function createRestClient(world: World) {
  const operator = await world.as("operator");
  const authorization = `Bearer ${(await operator.users.tokens.create({ name: "rest" })).token}`;

  const send = async (method: "GET" | "POST", path: string, payload?: object) => {
    const app = await world.http();
    const answer = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  /** Posts a job to `path` and returns its record when it has ended, with the job runner at work meanwhile. */
  const run = async (path: string, payload: object, handlers: Readonly<Record<string, JobHandler>>) => {
    const queued = await send("POST", path, payload);
    expect(queued).toMatchObject({ status: 200, body: { status: "queued", result: null } });
    const config = { ...defaultRunnerConfig, idleMs: 20, beatMs: 50 };
    const { services, log } = world;
    const runner = createJobRunner(config, { queue: services.queue, handlers, log, worker: "test" });
    await runner.start();
    try {
      return await eventually(async () => {
        const { body } = await send("GET", `${path}/${queued.body.id}`);
        expect(body.status).not.toMatch(/queued|running/);
        return body;
      });
    } finally {
      await runner.stop();
    }
  };

  return { send, run };
}
