import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import {
  publishedCsv,
  publishedDevices,
  unlikePublished,
} from "../../../testing/device/publishedExperiments.ts";

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

  it.each(publishedDevices)("[D20] finds the published costs and bends of %s again", async (id) => {
    const argv = ["fit", "runs.csv", "--json", "--base", id, "--out", "mine.json"];
    const ran = await runInProcess(argv, { files: { "runs.csv": publishedCsv(id) } });
    expect(ran.code, ran.err).toBe(0);
    const { coefficients, rmseUs, bends } = JSON.parse(ran.out);
    const of = (key: string) =>
      Object.fromEntries(coefficients.map((each: Record<string, number>) => [each.construct, each[key]]));
    const found = { costUs: of("us"), highUs: of("highUs"), rmseUs, bends };
    expect(unlikePublished(id, found)).toEqual([]);
    // the profile that was written estimates a program as the published one does
    const estimate = async (device: string): Promise<number> => {
      const asked = ["estimate", "lib:l3fwd", "--device", device, "--json"];
      const answer = JSON.parse((await runInProcess(asked, { files: ran.written })).out);
      return answer.maxUs;
    };
    expect(Math.abs((await estimate("mine.json")) - (await estimate(id)))).toBeLessThan(0.1);
  });

  it("writes a profile that other commands read", async () => {
    const argv = ["fit", "runs.csv", "--base", "netfpga-sume", "--out", "mine.json"];
    const ran = await runInProcess(argv, { files });
    expect(ran.code).toBe(0);
    const check = ["estimate", "lib:l3fwd", "--device", "mine.json", "--json"];
    const estimated = await runInProcess(check, { files: ran.written });
    expect(JSON.parse(estimated.out)).toMatchObject({ device: "mine" });
  });

  /** Rows of single packets as a generator writes them: no counts, the latency by another name. */
  const packets = [
    "order,program,start,seq,wireUs,switchUs",
    ...[1, 2, 3, 4].flatMap((parse) =>
      [0, 1, 2].flatMap((start) =>
        Array.from(
          { length: 40 },
          (_, i) =>
            `${start},p${parse},${start},${i},${8 - 0.25 * parse + 0.01 * start + 0.002 * (i % 11)},${i}`,
        ),
      ),
    ),
  ].join("\n");
  const counts = "program,parse,modify,table,meanUs\np1,1,0,1,7\np2,2,0,1,7\np3,3,0,1,7\np4,4,0,1,7\n";

  it("reads single packets, their counts from another table, and holds a split kept back against the fit", async () => {
    const kept =
      "program,start,parse,table,latencyUs,p99Us\nnew,0,6,1,6.5,6.6\nnew,1,6,1,6.52,6.6\nblind,0,1,9,7,8\n";
    const more = { "packets.csv": packets, "counts.csv": counts, "kept.csv": kept };
    const argv = [
      "fit",
      "packets.csv",
      "--latency",
      "wireUs",
      "--counts",
      "counts.csv",
      "--test",
      "kept.csv",
    ];
    const ran = await runInProcess([...argv, "--json"], { files: more });
    expect(ran.code, ran.err).toBe(0);
    const answer = JSON.parse(ran.out);
    expect(answer).toMatchObject({ runs: 12, packetSpreadUs: expect.closeTo(0.0063, 3) });
    expect(answer.tail.p99).toBeCloseTo(1.001, 3);
    const [known, blind] = answer.test.programs;
    expect(known).toMatchObject({ program: "new", runs: 2, inside: 2 });
    expect(known.predictedUs).toBeCloseTo(6.52, 1);
    expect(blind).toMatchObject({ program: "blind", predictedUs: null, inside: null });
    expect(answer.test.score).toMatchObject({ tried: 2, blind: 1 });
    const { out } = await runInProcess(argv, { files: more });
    expect(out).toMatch(/kept back: mean error .* 1 of 2 cannot be predicted/);
  });

  it.each([
    [
      "a latency that is not there",
      ["--latency", "wire"],
      /there is no column "wire"; there are order, program/,
    ],
    ["a program without counts", ["--latency", "wireUs", "--counts", "few.csv"], /has no program "p2"/],
    ["counts that contradict", ["--latency", "wireUs", "--counts", "twice.csv"], /"p1" stands twice/],
    ["no program in the counts", ["--latency", "wireUs", "--counts", "none.csv"], /no row names a program/],
  ])("%s is an error that says what is missing", async (_, options, words) => {
    const more = {
      "packets.csv": packets,
      "few.csv": "program,parse\np1,1\n",
      "twice.csv": "program,parse\np1,1\np1,2\n",
      "none.csv": "parse,table\n1,1\n",
    };
    const ran = await runInProcess(["fit", "packets.csv", ...options], { files: more });
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(words);
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
