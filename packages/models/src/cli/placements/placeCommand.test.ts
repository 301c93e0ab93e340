import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { placementSchema } from "../../placement/index.ts";

const place = (argv: readonly string[], stdin = "") => runInProcess(["place", ...argv], { stdin });

describe("p4twin place", () => {
  it.each([
    ["ilp", { status: "optimal", powerWatts: 100, bound: 100, gap: 0 }],
    ["exact", { status: "feasible", powerWatts: 115, bound: 100 }],
    ["agnostic", { status: "feasible", powerWatts: 115, bound: null }],
    ["greedy", { status: "feasible", powerWatts: 165, bound: null, gap: null }],
  ])("embeds the chains of the thesis on the small cloud with %s", async (engine, expected) => {
    const { code, out, err } = await place(["lib:small-cloud", "--engine", engine, "--json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const answer = placementSchema.parse(JSON.parse(out));
    expect(answer).toMatchObject({ ...expected, engine, embedded: 6, rejected: [], conflicts: [] });
    expect(answer.chains.map((c) => c.id)).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"]);
  });

  it("prints a table for people, budgets beside delays", async () => {
    const { code, out } = await place(["lib:small-cloud", "--engine", "greedy"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^feasible \(greedy\): 6 of 6 chains, 165 W/);
    expect(out).toMatch(/chain +delay us +one sigma of the mean us +of a packet us +budget us/);
    expect(out).toMatch(
      /a1 +10\.00 +9\.60 \.\. 10\.40 +9\.55 \.\. 10\.45 +10\.00 +fw npu1, nat npu1, l3fwd npu1 +npu1/,
    );
  });

  it("keeps earlier chains with --online", async () => {
    const { code, out } = await place(["lib:small-cloud", "--online", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: "feasible", embedded: 6, bound: null });
  });

  it.each([
    [
      "infeasible-budget",
      /chain a1 needs 9 us; fw->nat->l3fwd takes 10 us on the fastest allowed device npu1 \[5\.31\]/,
    ],
    ["infeasible-extern", /extern SipHash-2-4: the chains need 9 Gbps/],
  ])("exits 3 and says why when nothing fits: %s", async (name, why) => {
    const { code, out, err } = await place([`lib:${name}`]);
    expect({ code, err }).toEqual({ code: 3, err: "" });
    expect(out).toMatch(why);
  });

  it("does not call infeasible what an engine has only not found", async () => {
    const chains = ["x", "y", "z"].map((id) => `  - { id: ${id}, functions: [fw], gbps: 4 }\n`).join("");
    const problem = `version: 1\ndevices:\n  - { id: a, profile: cpu }\nchains:\n${chains}`;
    const quick = await place(["-", "--engine", "greedy"], problem);
    expect(quick.code).toBe(3);
    expect(quick.out).toMatch(/^no placement found \(greedy\): 2 of 3 chains.*does not prove.*\[greedy\]/s);
    expect((await place(["-"], problem)).out).toMatch(/^infeasible \(ilp/);
  });

  it("exits 1 with places for a bad problem", async () => {
    const { code, out, err } = await place(["-"], "version: 1\ndevices:\n  - { id: a, profile: npuu }\n");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(
      /^<stdin>:3:\d+: error: there is no device profile "npuu" \(did you mean "npu"\?\).* \[unknown-profile\]\n$/,
    );
  });

  it.each([
    [
      ["lib:small-cloud", "--engine", "gredy"],
      /Unknown placement solver "gredy" \(did you mean "greedy"\?\)/,
    ],
    [["lib:small-cloud", "--time-limit", "0"], /--time-limit takes a number greater than 0/],
    [[], /problem file is missing/],
  ])("exits 2 for %j", async (argv, message) => {
    const { code, out, err } = await place(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
  });
});
