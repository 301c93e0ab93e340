import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, type Features, noFeatures } from "../core/index.ts";
import { checkP4 } from "../p4/index.ts";
import { arbitraryFlow } from "./fixtures/arbitraryFlow.ts";
import {
  fixtureNames,
  includeFixture,
  libraryFolder,
  libraryText,
  readFixture,
} from "./fixtures/readFixture.ts";
import { type ConcreteRun, type Numbers, runConcretely } from "./fixtures/runConcretely.ts";
import type { Constant, Flow, Value } from "./flow/flow.ts";
import { lowerProgram } from "./lower/pipeline.ts";
import { explore } from "./walk/explore.ts";
import { listPaths } from "./walk/listPaths.ts";

const programs = [
  ...libraryFolder("programs"),
  ...fixtureNames("architectures"),
  ...fixtureNames("tutorial"),
];

const few: Numbers = { pool: [0n, 1n, 2n, 3n], isSpecial: () => false };

const keyOf = (edges: readonly string[], features: Features): string =>
  `${edges.join(" ")} ${JSON.stringify(features)}`;

function featuresOf({ counts }: ConcreteRun): Features {
  const features = noFeatures();
  for (const each of counts) features[each as keyof Features]++;
  return features;
}

const listed = (flow: Flow): Set<string> => {
  const exploration = explore(flow, { vertexLimit: 1e6, keepValues: true });
  const walks = exploration ? listPaths(exploration, flow.storage, 1e6) : [];
  return new Set(walks.map((walk) => keyOf(walk.edges, walk.features)));
};

/**
 * Numbers that the tests of a flow compare with, and their neighbours. Not those by which an architecture
 * decides about a packet (a drop port, no multicast group): what is unknown is none of them to the analysis
 * (rules G12, A1).
 */
function numbersOf(flow: Flow): Numbers {
  const pool = new Set<bigint>([0n, 1n, 2n]);
  const deciding = new Set<Constant>();
  const visit = (value: Value): void => {
    if (value.kind !== "operation") return;
    for (const operand of value.operands) {
      if (operand.kind !== "constant") visit(operand);
      else if (value.operator === "known") deciding.add(operand.value);
      else if (typeof operand.value === "bigint")
        for (const near of [-1n, 0n, 1n]) pool.add(operand.value + near);
    }
  };
  for (const node of flow.nodes.values()) for (const edge of node.edges) if (edge.guard) visit(edge.guard);
  return {
    pool: [...pool].filter((value) => value >= 0n),
    // decisions are made with more bits than flags have
    isSpecial: (value, bits) => bits > 3 && deciding.has(value),
  };
}

describe("packets", () => {
  it("[F9] every packet that an interpreter sends takes a listed path, and counts what that path counts", () => {
    fc.assert(
      fc.property(arbitraryFlow, fc.integer(), (flow, seed) => {
        const paths = listed(flow);
        const random = createRandom(seed);
        for (let packet = 0; packet < 30; packet++) {
          const run = runConcretely(flow, few, random.integer, 100);
          if (run) expect(paths).toContain(keyOf(run.edges, featuresOf(run)));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(programs)("[F9] packets of %s", (file) => {
    const text = file.startsWith("programs/") ? libraryText(file) : readFixture(file);
    const checked = checkP4({ file, text }, { resolveInclude: includeFixture });
    const flow = lowerProgram(checked, null);
    if (!flow) throw new Error("no flow");
    const paths = listed(flow);
    const numbers = numbersOf(flow);
    const random = createRandom(7);
    const taken = new Set<string>();
    for (let packet = 0; packet < 2_000; packet++) {
      const run = runConcretely(flow, numbers, random.integer, 10_000);
      if (run) taken.add(keyOf(run.edges, featuresOf(run)));
    }
    expect(taken.size).toBeGreaterThan(1);
    for (const each of taken) expect(paths.has(each), each).toBe(true);
  });
});
