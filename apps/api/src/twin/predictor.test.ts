import { libraryFiles } from "@p4twin/models/library";
import { afterAll, beforeAll, expect, test } from "vitest";
import { elementSchema } from "../deployments/schema.ts";
import { createReadProgram } from "../programs/readProgram.ts";
import { manyPaths } from "../testing/manyPaths.ts";
import { createWorld, type World } from "../testing/world.ts";
import { createPredictor, type Predictor } from "./predictor.ts";

let world: World;
let predictor: Predictor;
beforeAll(async () => {
  world = await createWorld();
  const { programs, devices, engines } = world.services;
  predictor = createPredictor({
    readProgram: createReadProgram(programs),
    devices,
    ownEstimates: engines,
  });
});
afterAll(() => world.dispose());

/** Predicted latency of a segment around one Agilio that runs `program`. */
const predict = async (program: string, path: string): Promise<number | null> => {
  const at = { kind: "switch", label: "s1", nodeId: 1, device: "agilio-cx" };
  const { prediction } = await predictor.predict({
    id: "s",
    name: "s",
    kind: "uc1",
    plUs: 1,
    dlUs: 2,
    alarm: null,
    flows: [],
    from: { nodeId: 1, port: null },
    to: { nodeId: 1, port: null },
    elements: [elementSchema.parse({ ...at, program, path })],
  });
  return prediction.meanUs;
};

const TABLES = 14;
const parsedAndMatched = 7.45 + (TABLES - 1) * (0.11 + 0.37);

test("the slowest and fastest are those of all forwarded packets, also when not every path is listed", async () => {
  const operator = await world.as("operator");
  const { id } = await operator.programs.create({ name: "many.p4", source: manyPaths(TABLES) });
  expect(await predict(id, "max")).toBeCloseTo(parsedAndMatched + TABLES * 0.5, 6);
  expect(await predict(id, "min")).toBeCloseTo(parsedAndMatched, 6);
});

test("a path beyond the listed ones is predicted by its name", async () => {
  const operator = await world.as("operator");
  const { id } = await operator.programs.create({ name: "more.p4", source: manyPaths(TABLES) });
  const report = await operator.programs.features({ versionId: id });
  expect(report).toMatchObject({ truncated: true, pathCount: 3 ** TABLES });
  const all = (3 ** TABLES - 1) / 2 + 1;
  expect(await predict(id, `p${all}`)).toBeCloseTo(parsedAndMatched + TABLES * 0.5, 6);
  expect(await predict(id, `p${3 ** TABLES + 1}`)).toBeNull();
});

test("library programs are predicted with the externs of their functions", async () => {
  expect(libraryFiles["programs/l3fwd.p4"]).toBeDefined();
  expect(await predict("lib:l3fwd", "max")).toBeCloseTo(8.56, 6);
  expect(await predict("lib:lb", "max")).toBeGreaterThan(40);
  expect(await predict("lib:nowhere", "max")).toBeNull();
});
