import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../library/index.ts";
import { issueTexts } from "../core/index.ts";
import { SimulationScenario } from "./scenario.ts";

const problemsOf = (change: (text: string) => string): string[] => {
  const text = libraryFiles["simulations/paolucci-uc2.json"];
  const changed = change(text);
  expect(changed).not.toBe(text);
  const parsed = SimulationScenario.safeParse(JSON.parse(changed));
  return parsed.success ? [] : issueTexts(parsed.error, "the scenario");
};

describe("simulation scenario", () => {
  it.each(Object.keys(libraryFiles).filter((path) => /^simulations\/(demo|paolucci)/.test(path)))(
    "[C32] %s of the library is valid",
    (path) => {
      expect(SimulationScenario.safeParse(JSON.parse(libraryFiles[path])).error).toBeUndefined();
    },
  );

  it.each<[string, (text: string) => string, string]>([
    [
      "an id twice",
      (t) => t.replace('"id": "be"', '"id": "lc"'),
      "flows[1].id: 'lc' is already flows[0]; give one of them another id",
    ],
    [
      "no such vnf",
      (t) => t.replace('"vnf": "reflector"', '"vnf": "x"'),
      "flows[0].path[2]: there is no vnf 'x' in this scenario",
    ],
    [
      "no such switch",
      (t) => t.replace('{ "switch": "source", "in": 1', '{ "switch": "x", "in": 1'),
      "flows[0].path[0]: there is no switch 'x' in this scenario",
    ],
    [
      "no such flow",
      (t) => t.replace('"flow": "lc"', '"flow": "x"'),
      "segments[0].flow: there is no flow 'x' in this scenario",
    ],
    [
      "a place that the flow never passes",
      (t) =>
        t.replace('"enforce": { "switch": "sink", "port": 2 }', '"enforce": { "switch": "sink", "port": 4 }'),
      "segments[0].enforce: flow 'lc' never enters 'sink' by port 4; name a step of its path",
    ],
    [
      "UC2 without a source",
      (t) => t.replace('"source": { "switch": "source", "port": 1 },', ""),
      "segments[0]: segment 'uc2' is uc2: give its source, where the INT domain begins",
    ],
    [
      "PL above DL",
      (t) => t.replace('"plUs": 12000', '"plUs": 16000'),
      "segments[0].plUs: PL must not be above DL",
    ],
  ])("[C32] names the place of %s", (_, change, problem) => {
    expect(problemsOf(change)).toContain(problem);
  });

  it("[C32] no unknown key passes unseen", () => {
    expect(problemsOf((t) => t.replace('"capacity"', '"capcity"')).join()).toMatch(/has no "capcity"/);
  });
});
