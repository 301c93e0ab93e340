import { libraryFunctions } from "@p4twin/models/chain";
import { libraryDevices } from "@p4twin/models/device";
import { createCatalogue, exactEngine, problemSchema } from "@p4twin/models/placement";
import { expect, it } from "vitest";
import { createPredictor } from "../whatIf/predict.ts";
import { delayRows, sumRows } from "./compareRows.ts";
import { compareHref, sidesOf } from "./compareUrl.ts";

const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
const problem = problemSchema.parse({
  devices: [
    { id: "npu1", profile: "npu" },
    { id: "tor1", profile: "asic" },
  ],
  links: [{ a: "npu1", b: "tor1", gbps: 10 }],
  chains: [
    {
      id: "a",
      functions: ["fw", "nat", "l3fwd"],
      gbps: 2,
      maxDelayUs: 10,
      segments: [{ id: "s1", name: "edge", kind: "uc1", fromFunction: 0, toFunction: 2, plUs: 9, dlUs: 20 }],
    },
  ],
});

it("puts the sums and delays of every side into rows; a side without an answer stays empty", async () => {
  const placement = await exactEngine.place(problem, { catalogue, nowMs: () => 0 });
  const predict = createPredictor(problem, placement, catalogue);
  const sides = [
    predict([]).now,
    predict([{ kind: "place", chain: "a", hosts: ["tor1", "tor1", "tor1"] }]).now,
    null,
  ];
  const power = sumRows(sides).find(({ id }) => id === "power");
  // an NPU draws 65 W and the ASIC 100 W (Harkous 2022, Table 5.6)
  expect(power?.values).toEqual([65, 100, null]);
  const sums = sumRows(sides).find(({ id }) => id === "delay");
  // one access to an NPU whose fit is off by 0.4 us; the ASIC publishes none
  expect(sums?.intervals?.[0]).toMatchObject({ delayUs: 10, meanHighUs: 10.4 });
  expect(sums?.intervals?.slice(1)).toEqual([expect.objectContaining({ meanHighUs: null }), null]);
  const rows = delayRows(sides);
  expect(rows.map(({ label, isSegment }) => [label, isSegment])).toEqual([
    ["a", false],
    ["edge", true],
  ]);
  expect(rows[0]?.cells.map((cell) => cell?.delay?.delayUs ?? null)).toEqual([10, 2, null]);
  expect(rows[1]?.cells[0]).toMatchObject({ plUs: 9, dlUs: 20, budgetUs: null });
});

it("writes an address that holds every side", () => {
  const side = { versionId: "v1", answer: "", changes: "" };
  expect(compareHref([side])).toBe("/scenarios/compare?ids=v1");
  expect(compareHref([side, { ...side, answer: "exact", changes: "f~npu1" }])).toBe(
    "/scenarios/compare?ids=v1%2Cv1&answers=%7Cexact&changes=%7Cf%7Enpu1",
  );
});

it("three scenarios stand side by side; a fourth in the address is left out", () => {
  const sides = sidesOf({ ids: ["a", "b", "c", "d"], answers: ["exact"], changes: [] });
  expect(sides).toEqual([
    { versionId: "a", answer: "exact", changes: "" },
    { versionId: "b", answer: "", changes: "" },
    { versionId: "c", answer: "", changes: "" },
  ]);
});
