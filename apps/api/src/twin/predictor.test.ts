import { libraryFiles } from "@p4twin/models/library";
import { elementSchema, type Predictor } from "@p4twin/models/twin";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manyPaths } from "../../testing/manyPaths.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createWorkspacePredictor } from "./predictor.ts";

let world: World;
let predictor: Predictor;
beforeAll(async () => {
  world = await createWorld();
  const { readProgram, devices, engines } = world.services;
  predictor = createWorkspacePredictor({
    readProgram,
    devices,
    estimates: engines,
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

test("a VNF on a server has that server's term, at the load of the switch in front, beside what is declared", async () => {
  const server = {
    profile: "xeon-e5-2667v3",
    cores: 2,
    functions: [{ type: "snf", cyclesPerPacket: 3100 }],
  };
  const sw = {
    kind: "switch",
    label: "s1",
    nodeId: 1,
    device: "agilio-cx",
    program: "lib:l3fwd",
    path: "max",
  };
  const vnf = { kind: "vnf", label: "snf", meanUs: 3, sigmaUs: 0, server };
  const elements = [{ ...sw, port: 2 }, vnf, { ...sw, port: 3 }].map((e) => elementSchema.parse(e));
  const segment = {
    id: "s",
    name: "s",
    kind: "uc2" as const,
    plUs: 1,
    dlUs: 2,
    alarm: null,
    flows: [],
    from: { nodeId: 1, port: null },
    to: { nodeId: 1, port: null },
    elements,
  };
  const at = async (pps: number | null) =>
    (await predictor.predict(segment, (key) => ({ pps: key === "1:2" ? pps : null, depth: null })))
      .elementPredictions[1]!;
  // a packet alone, and the wait of M/M/1 at half load on each core, of which 100 cycles are input and output
  expect((await at(1_000_000)).meanUs).toBeCloseTo(3 + 5.9 + 3.1 / 3.2 + 1, 6);
  expect((await at(null)).meanUs).toBeCloseTo(3 + 5.9 + 3.1 / 3.2, 4);
  expect((await at(2_500_000)).notes.join()).toMatch(/add cores or offload/);
});
