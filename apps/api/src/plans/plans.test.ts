import { libraryFiles } from "@p4twin/models/library";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createRestClient } from "../../testing/restClient.ts";
import { createWorld, type World } from "../../testing/world.ts";

type Client = Awaited<ReturnType<typeof createRestClient>>;

let world: World;
let client: Client;
beforeAll(async () => {
  world = await createWorld();
  client = await createRestClient(world);
});
afterAll(() => world.dispose());

const WORKLOAD: Record<string, unknown> = parse(libraryFiles["problems/edge-workload.yaml"] ?? "");

const send: Client["send"] = (...request) => client.send(...request);
const planned = (payload: object) => client.run("/plans", payload, { plan: world.services.plans.handler });

test("a plan by REST: queued, solved in a process, read, listed", async () => {
  const plan = await planned({ problem: WORKLOAD });
  expect(plan).toMatchObject({ status: "done", answer: "optimal", engine: "exact", failure: null });
  expect(plan.result.costUsd).toBeLessThanOrEqual(100_000);
  const functions = plan.result.devices.flatMap(
    (device: { functions: { count: number }[] }) => device.functions,
  );
  expect(functions.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(220);
  const { body } = await send("GET", "/plans?limit=1");
  expect(body).toMatchObject([{ id: plan.id, answer: "optimal" }]);
});

test("a workload for which no devices suffice has its reasons in words", async () => {
  const problem = {
    deviceTypes: [{ profile: "npu", available: 1 }],
    workload: [{ function: "fw", gbps: 1, count: 500 }],
  };
  const plan = await planned({ problem });
  expect(plan).toMatchObject({ status: "done", answer: "infeasible", result: { devices: [] } });
  expect(plan.result.conflicts.length).toBeGreaterThan(0);
});

test.each([
  ["an empty workload", { problem: { deviceTypes: [{ profile: "npu" }] } }, /no workload/],
  [
    "an unknown function",
    { problem: { ...WORKLOAD, workload: [{ function: "warp", gbps: 1, count: 1 }] } },
    /mistakes/,
  ],
  [
    "an unknown engine",
    { problem: WORKLOAD, engine: "oracle" },
    /no planning engine "oracle"; known are exact/,
  ],
])("%s is refused in words", async (_name, payload, words) => {
  const { status, body } = await send("POST", "/plans", payload);
  expect(status).toBe(400);
  expect(body.detail).toMatch(words);
});

test("a cancelled plan is never solved, and a plan that does not exist is not found", async () => {
  const { body } = await send("POST", "/plans", { problem: WORKLOAD });
  expect((await send("POST", `/plans/${body.id}/cancel`, {})).body).toMatchObject({ status: "cancelled" });
  expect((await world.services.queue.take("nobody"))?.id).not.toBe(body.id);
  expect((await send("GET", "/plans/00000000-0000-4000-8000-000000000000")).status).toBe(404);
});
