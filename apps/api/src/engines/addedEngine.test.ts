import { commandTable } from "@p4twin/models/cli";
import type { Estimator } from "@p4twin/models/engine";
import { libraryFiles } from "@p4twin/models/library";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type * as builtInModule from "../../../../packages/models/src/engine/builtInEngines.ts";
import { createEngineRegistry } from "../../../../packages/models/src/engine/registry.ts";
import { runInProcess } from "../../../../packages/models/testing/cli/testIo.ts";
import { browserEngines } from "../../../web/src/workers/browserEngines.ts";
import { engineReferences } from "../../../web/src/workers/engineReferences.ts";
import { createProgramAnalysis } from "../../../web/src/workers/programAnalysis.ts";
import { createWorld, type World } from "../../testing/world.ts";

/** Says 42 us of every path. */
const flat = vi.hoisted(
  (): Estimator => ({
    id: "flat",
    title: "42 us whatever the program does",
    estimate: async (program, device, { packetBytes = 1500 }) => ({
      program: program.program,
      device: device.id,
      deviceVersion: device.version,
      packetBytes,
      engine: "flat",
      estimates: program.paths.map(({ id }) => ({
        pathId: id,
        meanUs: 42,
        meanLowUs: null,
        meanHighUs: null,
        lowUs: null,
        highUs: null,
        terms: [{ construct: "base", count: 1, unitUs: 42, totalUs: 42 }],
        notes: [],
      })),
      minUs: 42,
      maxUs: 42,
      notes: [],
    }),
  }),
);

// README, "to add an estimator": a file, and a line in src/engine/builtInEngines.ts. This adds the line.
vi.mock("../../../../packages/models/src/engine/builtInEngines.ts", async (original) => {
  const { builtInEngines } = await original<typeof builtInModule>();
  const added: typeof builtInEngines = (spawn) => {
    const before = builtInEngines(spawn);
    const engines = before.entries.flatMap(({ id }) => before.estimator(id) ?? before.solver(id) ?? []);
    return createEngineRegistry([...engines, flat]);
  };
  return { builtInEngines: added };
});

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

test("the command line estimates with it and names it in its help", async () => {
  const ran = await runInProcess([
    "estimate",
    "lib:l3fwd",
    "--device",
    "agilio-cx",
    "--engine",
    "flat",
    "--json",
  ]);
  expect(JSON.parse(ran.out)).toMatchObject({ engine: "flat", maxUs: 42 });
  const estimate = await commandTable.find(({ name }) => name === "estimate")?.load();
  expect(estimate?.usage).toContain("linear, p8, flat");
});

test("the server lists it, estimates with it, and the twin predicts with it", async () => {
  const operator = await world.as("operator");
  expect(await operator.engines.list()).toContainEqual(
    expect.objectContaining({ id: "flat", kind: "built-in", estimates: true, places: false }),
  );
  const source = libraryFiles["programs/l3fwd.p4"] ?? "";
  const { id: versionId } = await operator.programs.create({ name: "l3fwd.p4", source });
  const asked = { versionId, device: "agilio-cx", engine: "flat" };
  expect(await operator.programs.estimate(asked)).toMatchObject({ engine: "flat", maxUs: 42 });

  const predictedBy = async (engine: string) => {
    const at = { kind: "switch" as const, label: "s1", nodeId: 1, program: "lib:l3fwd", device: "agilio-cx" };
    const ends = { from: { nodeId: 1, port: 1 }, to: { nodeId: 1, port: 2 } };
    const limits = { plUs: 100, dlUs: 200 };
    const segment = { id: "edge", name: "Edge", kind: "uc1" as const, ...limits, ...ends };
    const segments = [{ ...segment, elements: [{ ...at, engine }] }];
    const { id } = await operator.deployments.create({ name: engine, segments });
    return (await operator.twin.get({ deploymentId: id })).segments[0]?.prediction;
  };
  expect(await predictedBy("flat")).toMatchObject({ meanUs: 42 });
  // nobody predicts with another engine than the one that is named
  await expect(predictedBy("oracle")).rejects.toThrow(
    'Unknown estimator "oracle". Available: linear, p8, flat.',
  );
  await expect(
    operator.twin.branches({ program: "lib:l3fwd", device: "agilio-cx", engine: "flat", counters: {} }),
  ).rejects.toThrow('Unknown estimator that weighs paths "flat". Available: linear, p8.');
});

test("the browser estimates with it, and holds own engines against it", async () => {
  expect(browserEngines.entries.map(({ id }) => id)).toContain("flat");
  const { document } = await (await world.as("viewer")).devices.get({ id: "agilio-cx" });
  const source = libraryFiles["programs/l3fwd.p4"] ?? "";
  const text = { fileName: "l3fwd.p4", source, includes: {} };
  const answer = await createProgramAnalysis()({
    ...text,
    devices: [document],
    engine: "flat",
    packetBytes: 1500,
  });
  expect(answer.devices["agilio-cx"]?.report).toMatchObject({ engine: "flat", maxUs: 42 });
  const question = { call: "estimate", program: "lib:l3fwd", device: document, packetBytes: null } as const;
  const references = await engineReferences(question, () => 0);
  expect(references.call === "estimate" && references.reports.map(({ engine }) => engine)).toEqual([
    "linear",
    "p8",
    "flat",
  ]);
});
