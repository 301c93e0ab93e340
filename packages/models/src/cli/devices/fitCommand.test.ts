import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const csv = [
  "program,run,parse,modify,table,latencyUs",
  ...[1, 2, 3, 4].flatMap((parse) =>
    [0, 1, 2].map(
      (run) => `p${parse},${parse}${run},${parse},0,1,${8 - 0.25 * parse + 0.01 * ((run * parse) % 3)}`,
    ),
  ),
].join("\n");
const files = { "runs.csv": csv };

describe("fit", () => {
  it("prints costs of either sign, spreads and what held-out programs show", async () => {
    const ran = await runInProcess(["fit", "runs.csv", "--json"], { files });
    expect(ran.code).toBe(0);
    const answer = JSON.parse(ran.out);
    const parse = answer.coefficients.find((each: { construct: string }) => each.construct === "parse");
    expect(parse.us).toBeCloseTo(-0.25, 1);
    expect(parse.determined).toBe(1);
    expect(answer.heldOutPrograms).toMatchObject({ tried: 4, blind: 0, coverage95: expect.any(Number) });
    expect(answer).toMatchObject({ runs: 12, packetSpreadUs: null, runSpreadUs: expect.any(Number) });
    const { out } = await runInProcess(["fit", "runs.csv"], { files });
    expect(out).toMatch(/^12 measurements, 12 runs/);
    expect(out).toMatch(/programs held out: mean error/);
  });

  it("writes a profile that other commands read", async () => {
    const argv = ["fit", "runs.csv", "--base", "netfpga-sume", "--out", "mine.json"];
    const ran = await runInProcess(argv, { files });
    expect(ran.code).toBe(0);
    const check = ["estimate", "lib:l3fwd", "--device", "mine.json", "--json"];
    const estimated = await runInProcess(check, { files: ran.written });
    expect(JSON.parse(estimated.out)).toMatchObject({ device: "mine" });
  });

  it.each([
    ["no file", ["fit"], 2],
    ["a profile without a like device", ["fit", "runs.csv", "--out", "x.json"], 2],
    ["no latency", ["fit", "none.csv"], 1],
    ["one row", ["fit", "one.csv"], 1],
  ])("%s: exit %s %i", async (_, argv, code) => {
    const more = { ...files, "none.csv": "parse\n1\n", "one.csv": "parse,latencyUs\n1,7\n" };
    expect((await runInProcess(argv, { files: more })).code).toBe(code);
  });
});
