import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../../server/measure/fixtures/${name}`, import.meta.url), "utf8");
const files = {
  "run.csv": fixture("router.perf.csv"),
  "run.txt": fixture("router.perf.txt"),
  "pcm.csv": fixture("router.pcm.csv"),
  "chain.csv": "function,packets,dramRefs,runMs,runnableMs\nnat,10,50000,10,30\nfw,10,40000,10,20\n",
  "whole.csv":
    "function,packets,l1Hits,l2Hits,l3Hits,dramRefs,l1TlbHits,l2TlbHits,tlbMisses,contextSwitches,sysCalls\nnat,10,100,10,10,10,0,0,1,1,1\n",
  "bad.csv": "function,packets\nr,none\n",
  "idle.csv": "function,packets,contextSwitches\nnat,1000000,1\n",
  "few.csv": "7,,LLC-load-misses,1,100.00,,\n",
};
const profile = (...argv: string[]) => runInProcess(["profile", ...argv], { files });

describe("p4twin profile", () => {
  it("prints terms, bottleneck with evidence, remedies with their effect, and commands", async () => {
    const { code, out, err } = await profile("lib:router-user");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^user-space router on xeon-e5-2667v3, cfs: at least 218\.65 us a packet/);
    expect(out).toMatch(/data in DRAM +2964 +71\.7 +212\.52 +97\.19/);
    expect(out).toMatch(/bottleneck: packets cross .*\n {2}share of DRAM: 0\.9719 \(threshold 0\.95\)/);
    expect(out).toMatch(/best 32: latency per packet x 0\.39, 218\.65 -> 84\.85 us \(Table 6\.7\)/);
    expect(out).toMatch(/^chrt -a --rr -p 50 "\$\(pgrep -o -x -- router\)"$/m);
    expect(out).toMatch(/note: the sum is a lower end/);
  });

  it("tells the same as JSON", async () => {
    const { code, out } = await profile("lib:chain-ovsk-8", "--json");
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report.bottleneck).toMatchObject({
      id: "contention",
      evidence: [{ value: 3.78, threshold: 1 }, { value: 8 }],
    });
    expect(report.advice.tuning).toEqual({ batch: 1, policy: "batch", priority: 100, quantumMs: 800 });
    expect(report.functions).toHaveLength(8);
  });

  it("takes perf, and PCM beside it, with warnings on standard error", async () => {
    const { code, out, err } = await profile(
      "run.csv",
      "--driver",
      "user",
      "--batch",
      "1",
      "--cores",
      "0",
      "--json",
    );
    expect(code).toBe(0);
    expect(err).toMatch(
      /^run\.csv:8:1: warning: mem_load_uops_retired\.l3_miss was counted 40 % .* \[event-scaled\]$/m,
    );
    const report = JSON.parse(out);
    expect(report.bottleneck.id).toBe("crossing");
    expect(report.notes.at(-1)).toMatch(/names no server/);
    const text = await profile("run.txt");
    expect(text.out).toMatch(/note: the file names no server/);
    const both = await profile(
      "few.csv",
      "--also",
      "pcm.csv",
      "--packets",
      "1000",
      "--cores",
      "0",
      "--name",
      "r",
      "--json",
    );
    expect(JSON.parse(both.out).chain.terms[2].perPacket).toBeCloseTo(65, 1);
  });

  it("prints a script that a shell can read", async () => {
    const { code, out } = await profile(
      "chain.csv",
      "--fabric",
      "b2b",
      "--driver",
      "user",
      "--cores",
      "1-2",
      "--commands",
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^#!\/bin\/sh\n/);
    expect(out).toMatch(/^pin "\$\(pgrep -o -x -- nat\)" \d$/m);
    execFileSync("sh", ["-n"], { input: out });
  });

  it.each([
    [
      "300",
      3,
      "lib:router-user: the latency per packet is at least 218.65 us, and 5 of 9 terms are unknown, so that 300 us is not shown\n",
    ],
    ["200", 3, "lib:router-user: the latency per packet is at least 218.65 us, over 200 us\n"],
  ])("a budget of %s us exits %i", async (us, code, err) => {
    expect(await profile("lib:router-user", "--max-us", us)).toMatchObject({ code, err });
  });

  it("what comes to nothing while other terms are unknown is no latency", async () => {
    const ran = await profile("idle.csv", "--max-us", "5");
    expect(ran).toMatchObject({
      code: 3,
      err: "idle.csv: the latency per packet is unknown: 8 of 9 terms are\n",
      out: expect.stringMatching(/, cfs: latency per packet unknown\n/),
    });
  });

  it("a budget is held when every term is known", async () => {
    expect(await profile("whole.csv", "--max-us", "300")).toMatchObject({ code: 0, err: "" });
  });

  it("an unknown latency does not hold a budget", async () => {
    const ran = await profile("lib:chain-b2b-8", "--max-us", "300");
    expect(ran).toMatchObject({ code: 3, err: expect.stringContaining("is unknown") });
  });

  it.each([
    [["bad.csv"], /^bad\.csv:2:1: error: packets is "none".*\[bad-number\]/],
    [["few.csv"], /^few\.csv: error: .*--packets N.*\[packets-unknown\]/],
    [["none.csv"], /no such file/],
    [["lib:router-usr"], /did you mean "router-user".*\[library-unknown\]/],
    [["lib:router-user", "--server", "i486"], /^i486: error: no such server.*xeon-e5-2667v3/],
    [["lib:router-user", "--server", "chain.csv"], /^chain\.csv:1:1: error/],
    [["pcm.csv", "--cores", "9", "--packets", "1"], /^pcm\.csv:1:1: error: .*core 9/],
  ])("bad input exits 1: %j", async (argv, message) => {
    const { code, out, err } = await profile(...argv);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(message);
  });

  it.each([
    [[], /counter file is missing/],
    [["a", "b"], /one too many/],
    [["lib:router-user", "--goal", "speed"], /--goal takes latency, density, jitter, not "speed"/],
    [["lib:router-user", "--cores", "3-1"], /--cores takes a list like 0,2-4/],
    [["lib:router-user", "--packets", "0"], /--packets/],
    [["lib:router-user", "--fabric", "bridge"], /--fabric takes ovs, b2b, one-process/],
    [["lib:router-user", "--commands", "--json"], /give it or --json/],
  ])("bad usage exits 2: %j", async (argv, message) => {
    const { code, err } = await profile(...argv);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
