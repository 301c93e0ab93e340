import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advise, type ChainSetup, coupling } from "./advise.ts";
import { tuningScript, tuningSteps } from "./commands.ts";
import { commentText, pidOfName, shellQuote } from "./shellQuote.ts";

const setup = (more: Partial<ChainSetup>): ChainSetup => ({
  functions: 4,
  fabric: "b2b",
  driver: "user",
  policy: "cfs",
  quantumMs: 100,
  batch: 1,
  perPacketUs: 200,
  ...more,
});

describe("advice", () => {
  it.each([
    [
      "a short chain over OVS",
      { fabric: "ovs" },
      { batch: 1, policy: "batch", priority: 119, quantumMs: 420 },
    ],
    [
      "a long chain over OVS",
      { fabric: "ovs", functions: 6 },
      { batch: 1, policy: "batch", priority: 100, quantumMs: 800 },
    ],
    ["a chain back to back", {}, { batch: 32, policy: "batch", priority: 100, quantumMs: 800 }],
    ["a function alone", { functions: 1 }, { batch: 32, policy: "rr", priority: 50, quantumMs: null }],
    [
      "a polling process",
      { functions: 1, driver: "dpdk", fabric: "one-process", batch: 64 },
      { batch: 64, policy: "cfs", priority: null, quantumMs: 100 },
    ],
    [
      "a kernel function alone",
      { functions: 1, driver: "kernel" },
      { batch: 1, policy: "rr", priority: 50, quantumMs: null },
    ],
  ] as const)("[S10] tunes %s together, each setting with its reason", (_, more, tuning) => {
    const advice = advise(setup(more), "latency");
    expect(advice.tuning).toEqual(tuning);
    expect(advice.coupling.fits).toBe(true);
    expect(advice.why.length).toBeGreaterThanOrEqual(2);
  });

  it("[S10] the goal chooses the batch of a function alone; chains take 16 or more whatever it is", () => {
    const batch = (goal: "latency" | "density" | "jitter", functions: number) =>
      advise(setup({ functions }), goal).tuning.batch;
    expect([batch("latency", 1), batch("density", 1), batch("jitter", 1)]).toEqual([32, 32, 2]);
    expect(batch("jitter", 3)).toBeGreaterThanOrEqual(16);
  });

  it("[S10] a large batch in a short slice and single packets in a long one are named", () => {
    expect(coupling(256, 5, 200, true)).toMatchObject({ fits: false, roundUs: 51_200 });
    expect(coupling(1, 800, 200, true)).toMatchObject({
      fits: false,
      reason: expect.stringContaining("one packet a call"),
    });
    // over OVS there are no batches to waste
    expect(coupling(1, 800, 200, false).fits).toBe(true);
    expect(coupling(32, 800, null, true)).toEqual({ fits: true, roundUs: null });
  });

  it("[S9] the effect is the ratio of the published slopes, and none when the policy is already that", () => {
    const ovs = advise(setup({ fabric: "ovs", functions: 8 }), "latency").effect!;
    expect(ovs.factorLow).toBeCloseTo(532 / 1769, 10);
    expect(advise(setup({ fabric: "ovs" }), "latency").effect!.factorHigh).toBeCloseTo(1349 / 1769, 10);
    expect(advise(setup({}), "latency").effect).toMatchObject({ factorLow: 0.5, factorHigh: 0.9 });
    expect(advise(setup({ policy: "batch" }), "latency").effect).toBeNull();
    expect(advise(setup({ functions: 1 }), "latency").effect).toBeNull();
  });

  it("[S11] commands of a chain: pinned, scheduled, sliced; the batch needs a restart", () => {
    const { tuning } = advise(setup({ functions: 2 }), "latency");
    const steps = tuningSteps(
      tuning,
      [
        { id: "nf1", pid: 41 },
        { id: "nf 2", pid: null },
      ],
      [0, 2],
      1,
    );
    expect(steps.flatMap((s) => s.command ?? [])).toEqual([
      "taskset -cp 0,2 41",
      "chrt --batch -p 0 41",
      "renice -n -20 -p 41",
      `taskset -cp 0,2 "$(pgrep -o -x -- 'nf 2')"`,
      `chrt --batch -p 0 "$(pgrep -o -x -- 'nf 2')"`,
      `renice -n -20 -p "$(pgrep -o -x -- 'nf 2')"`,
      "sysctl -w kernel.sched_min_granularity_ns=800000000",
    ]);
    expect(steps.filter((s) => s.command === null).map((s) => s.why)).toEqual([
      expect.stringContaining("isolcpus=0,2"),
      expect.stringContaining("start them anew"),
    ]);
    const alone = tuningSteps(
      { batch: 1, policy: "rr", priority: 50, quantumMs: 10 },
      [{ id: "r", pid: 9 }],
      [],
      1,
    );
    expect(alone.map((s) => s.command)).toEqual([
      "chrt --rr -p 50 9",
      "sysctl -w kernel.sched_rr_timeslice_ms=10",
    ]);
    expect(
      tuningSteps(
        { batch: 32, policy: "cfs", priority: null, quantumMs: 100 },
        [{ id: "r", pid: 9 }],
        [],
        32,
      ),
    ).toEqual([]);
  });

  it("[S11] any name stays one word of a shell, and one line of a script", () => {
    const words = ["a b", "'", "$(reboot)", "`x`", "; rm -rf /", "-n", "a\nb", "\\", '"', "é", "", "*"];
    const printed = execFileSync("sh", ["-c", `printf '%s|' ${words.map(shellQuote).join(" ")}`]).toString();
    expect(printed).toBe(`${words.join("|")}|`);
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (name) => {
        const quoted = shellQuote(name);
        // outside single quotes there are only plain characters and escaped quotes
        const outside = quoted.replace(/'[^']*'|\\'/g, "");
        expect(outside).toMatch(/^[A-Za-z0-9_/.,:=@%+-]*$/);
        expect(commentText(name)).not.toMatch(/[\n\r]/);
        expect(pidOfName(name).startsWith('"$(pgrep -o -x -- ')).toBe(true);
      }),
    );
  });

  it("[S11] the script parses in a shell whatever the functions are called", () => {
    const { tuning } = advise(setup({}), "latency");
    const script = tuningScript(tuningSteps(tuning, [{ id: 'a\'b $(x) `y` "z"\n; q', pid: null }], [1], 1));
    execFileSync("sh", ["-n"], { input: script });
    expect(
      script
        .split("\n")
        .every((l) => /^(#|taskset|chrt|renice|sysctl|set -e|$)/.test(l) || l.startsWith("; q")),
    ).toBe(true);
  });
});
