import { createEngineRegistry } from "@p4twin/models/engine";
import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import { expect, test } from "vitest";
import { defaultEstimator } from "./builtIn.ts";

test("what names no estimator gets the default one; a product without it says which one is missing, and estimates nothing", () => {
  expect(defaultEstimator()).toMatchObject({ id: DEFAULT_ESTIMATOR });
  expect(() => defaultEstimator(createEngineRegistry([]))).toThrow(`no engine ${DEFAULT_ESTIMATOR}`);
});
