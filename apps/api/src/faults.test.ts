import { createRandom } from "@p4twin/models/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allFaults } from "../bench/faults/allFaults.ts";
import { type Lab, startLab } from "../bench/faults/lab.ts";
import { runFaults } from "../bench/faults/run.ts";

/** The short form of `npm run bench faults`: few of its faults, little load, no time asserted. */
const SHORT = ["writer killed", "collector killed", "connections cut", "50 % packet loss"];
const SEED = 3;
let lab: Lab;

beforeAll(async () => {
  lab = await startLab({ form: "one-command", rate: 1_000, viewers: 3, seed: SEED, backWithinS: null });
});
afterAll(() => lab?.stop());

it.each(SHORT)("%s: it goes on, every report is stored or counted, one alert says so", async (id) => {
  const fault = allFaults.find((f) => f.id === id);
  if (!fault) throw new Error(`no fault ${id}`);
  const result = await runFaults(lab, [fault], createRandom(SEED));
  expect(result.wrong).toEqual([]);
  expect(result.survived).toBe(true);
});
