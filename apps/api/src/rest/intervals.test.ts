import { expect, test } from "vitest";
import { openApi } from "./openApi.ts";

/** Answers about a mean alone: the band behind a chart of means. */
const OF_THE_MEAN_ALONE = ["/deployments/{deploymentId}/windows.post"];

/** Every object that gives bounds of a mean or a delay: the names of its properties by how it is reached. */
function bounded(node: unknown, path: string, found: Map<string, string[]>): Map<string, string[]> {
  if (typeof node !== "object" || node === null) return found;
  const names = "properties" in node ? Object.keys(node.properties as object) : [];
  if (names.includes("lowUs") && names.some((name) => /^(mean|delay|predicted)Us$/.test(name)))
    found.set(path, names);
  for (const [key, inner] of Object.entries(node)) bounded(inner, `${path}.${key}`, found);
  return found;
}

test("wherever the API predicts a latency, it has the interval of the mean and that of a packet", () => {
  const found = bounded(openApi({ baseUrl: "http://127.0.0.1:3000", version: "0" }), "", new Map());
  const oneOnly = [...found].filter(([, names]) => {
    const ofMean = names.includes("meanLowUs") || names.includes("packet");
    return !ofMean && !names.includes("predictedP99Us");
  });
  expect(
    oneOnly.map(([path]) => OF_THE_MEAN_ALONE.find((known) => path.includes(known)) ?? path).sort(),
  ).toEqual(OF_THE_MEAN_ALONE);
  // estimates, twin, residuals, placements with their ways, and what is tried of an engine
  expect(found.size - oneOnly.length).toBeGreaterThanOrEqual(8);
});
