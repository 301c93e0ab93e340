import { expect, test } from "vitest";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { createAnalysis } from "./analysis.ts";

test("50 analyses are remembered; of more the oldest is forgotten, and made again when it is asked for", async () => {
  const analysed: string[] = [];
  const must: Parsing["must"] = async (_name, _input, what) => {
    analysed.push(what);
    return Object({ report: what, walks: null });
  };
  const store = { get: async (id: string) => Object({ name: id, source: "", includes: {} }) };
  const parsing: Parsing = { must, read: () => Promise.reject(), warmUp() {}, stop() {} };
  const analysis = createAnalysis(store, parsing);
  const all = Array.from({ length: 51 }, (_, i) => `version ${i}`);
  for (const id of all) expect(await analysis(id)).toMatchObject({ report: id });
  expect(analysed).toEqual(all);
  for (const id of all.slice(1)) await analysis(id);
  expect(analysed).toHaveLength(51);
  await analysis("version 0");
  expect(analysed.slice(51)).toEqual(["version 0"]);
});
