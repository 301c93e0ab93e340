import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { placementSchema } from "../placement/index.ts";

const bin = fileURLToPath(new URL("../../bin/p4twin.mjs", import.meta.url));
const place = (argv: readonly string[], input = "") => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "place", ...argv], {
    input,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
};

describe("p4twin place", () => {
  it.each([
    ["ilp", { status: "optimal", powerWatts: 100, bound: 100, gap: 0 }],
    ["greedy", { status: "feasible", powerWatts: 165, bound: null, gap: null }],
  ])("embeds the chains of the thesis on the small cloud with %s", (engine, expected) => {
    const { status, stdout, stderr } = place(["lib:small-cloud", "--engine", engine, "--json"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const answer = placementSchema.parse(JSON.parse(stdout));
    expect(answer).toMatchObject({ ...expected, engine, embedded: 6, rejected: [], conflicts: [] });
    expect(answer.chains.map((c) => c.id)).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"]);
  });

  it("prints a table for people, budgets beside delays", () => {
    const { status, stdout } = place(["lib:small-cloud", "--engine", "greedy"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^feasible \(greedy\): 6 of 6 chains, 165 W/);
    expect(stdout).toMatch(/a1 +10\.00 +10\.00 +fw npu1, nat npu1, l3fwd npu1 +npu1/);
  });

  it("keeps earlier chains with --online", () => {
    const { status, stdout } = place(["lib:small-cloud", "--online", "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: "feasible", embedded: 6, bound: null });
  });

  it.each([
    [
      "infeasible-budget",
      /chain a1 may take 9 us, but even alone on its fastest devices \(npu1\) it takes 10 us \[5\.31\]/,
    ],
    ["infeasible-extern", /extern SipHash-2-4: the chains need 9 Gbps/],
  ])("exits 3 and says why when nothing fits: %s", (name, why) => {
    const { status, stdout, stderr } = place([`lib:${name}`]);
    expect({ status, stderr }).toEqual({ status: 3, stderr: "" });
    expect(stdout).toMatch(why);
  });

  it("exits 1 with places for a bad problem", () => {
    const { status, stdout, stderr } = place(["-"], "version: 1\ndevices:\n  - { id: a, profile: npuu }\n");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(
      /^<stdin>:3:\d+: error: there is no device profile "npuu" \(did you mean "npu"\?\)/,
    );
  });

  it.each([
    [
      ["lib:small-cloud", "--engine", "exact"],
      /engine exact is not in this version yet; use --engine ilp or greedy/,
    ],
    [["lib:small-cloud", "--engine", "gredy"], /there is no engine "gredy"/],
    [["lib:small-cloud", "--time-limit", "0"], /--time-limit takes a number greater than 0/],
    [[], /problem file is missing/],
  ])("exits 2 for %j", (argv, message) => {
    const { status, stdout, stderr } = place(argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});
