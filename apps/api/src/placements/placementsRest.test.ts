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

const problem = (name: string): object => parse(libraryFiles[`problems/${name}.yaml`] ?? "");

const send: Client["send"] = (...request) => client.send(...request);
const placed = (payload: object) =>
  client.run("/placements", payload, { place: world.services.placements.handler });

test("a problem file is placed by REST", async () => {
  const record = await placed({ question: { problem: problem("small-cloud") }, engine: "exact" });
  expect(record).toMatchObject({ status: "done", failure: null, scenarioName: null });
  expect(record.result.rejected).toEqual([]);
});

test("an infeasible problem comes back with what cannot hold together", async () => {
  const record = await placed({ question: { problem: problem("infeasible-budget") }, engine: "exact" });
  expect(record).toMatchObject({ status: "done", answer: "infeasible", gaveUp: false });
  // chain A takes 10.00 us on its fastest device here, 9 us are allowed (Harkous 2022, Sec. 5.3.5)
  expect(record.result.conflicts[0]).toMatchObject({
    constraint: "5.31",
    ids: expect.arrayContaining(["a1"]),
  });
});

test("greedy proves nothing: its infeasible is listed as given up", async () => {
  const { id } = await placed({ question: { problem: problem("infeasible-extern") }, engine: "greedy" });
  const { body } = await send("GET", "/placements");
  const listed = body.find((each: { id: string }) => each.id === id);
  expect(listed).toMatchObject({ answer: "infeasible", gaveUp: true });
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
