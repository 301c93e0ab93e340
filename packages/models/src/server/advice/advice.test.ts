import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
      "taskset -a -cp 0 41",
      "chrt -a --batch -p 0 41",
      "renice -n -20 -p 41",
      `taskset -a -cp 2 "$(pgrep -o -x -- 'nf 2')"`,
      `chrt -a --batch -p 0 "$(pgrep -o -x -- 'nf 2')"`,
      `renice -n -20 -p "$(pgrep -o -x -- 'nf 2')"`,
      "echo 800000000 > /sys/kernel/debug/sched/base_slice_ns",
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
      "chrt -a --rr -p 50 9",
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
    const body = script.slice(script.indexOf("\n}\n# ") + 3, script.lastIndexOf("if [ -z"));
    expect(
      body.split("\n").every((l) => /^(#|pin|policy|niceness|slice|$)/.test(l) || l.startsWith("; q")),
    ).toBe(true);
  });
});

/** A folder in the place of /: two processes with threads, and what the kernel has; tools that write what they do. */
function machine(files: Record<string, string>): {
  root: string;
  env: NodeJS.ProcessEnv;
  log: () => string[];
} {
  const root = mkdtempSync(join(tmpdir(), "p4twin-tune-"));
  const put = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  for (const id of ["41", "42", "43"]) {
    const stat = `${id} (a) b) S ${Array.from({ length: 40 }, (_, i) => (i === 15 ? -3 : i)).join(" ")}\n`;
    put(`proc/${id === "43" ? "42" : id}/task/${id}/stat`, stat);
  }
  for (const [path, text] of Object.entries(files)) put(path, text);
  const tool = (name: string, answer: string): void =>
    put(`bin/${name}`, `#!/bin/sh\necho "${name} $*" >> ${root}/log\n${answer}\n`, 0o755);
  tool("taskset", `[ $# = 2 ] && echo "pid $2's current affinity list: 0-3"; :`);
  tool(
    "chrt",
    `[ $# = 2 ] && printf "pid 1's current scheduling policy: SCHED_RR\\npid 1's current scheduling priority: 7\\npid 1's current runtime parameter: 2800000\\n"; :`,
  );
  tool("renice", ":");
  const env = { PATH: `${root}/bin:${process.env.PATH}`, TUNE_ROOT: root, TUNE_UNDO: `${root}/undo.sh` };
  const log = (): string[] => {
    const lines = existsSync(`${root}/log`) ? readFileSync(`${root}/log`, "utf8").trim().split("\n") : [];
    rmSync(`${root}/log`, { force: true });
    return lines.filter((l) => l.split(" ").length > 3);
  };
  return { root, env, log };
}

describe("the tuning script", () => {
  const steps = tuningSteps(
    { batch: 32, policy: "batch", priority: 100, quantumMs: 800 },
    [
      { id: "one", pid: 41 },
      { id: "two", pid: 42 },
      { id: "gone", pid: 99 },
    ],
    [2, 3],
    32,
  );
  const script = tuningScript(steps);
  const run = (env: NodeJS.ProcessEnv, text: string, ...argv: string[]): string => {
    const file = `${env.TUNE_ROOT}/tune.sh`;
    writeFileSync(file, text);
    return execFileSync("sh", [file, ...argv], { env, stdio: "pipe" }).toString();
  };

  it.each([
    ["6.6 to 6.12", "sys/kernel/debug/sched/base_slice_ns"],
    ["5.13 to 6.5, as 5.15 and 6.1", "sys/kernel/debug/sched/min_granularity_ns"],
    ["4.19 to 5.12", "proc/sys/kernel/sched_min_granularity_ns"],
    ["without a setting of the slice", null],
  ])("[S18] on a kernel of %s it sets what is there, prints it beforehand, and takes it back", (_, slice) => {
    const { root, env, log } = machine(slice === null ? {} : { [slice]: "3000000\n" });
    const dry = run(env, script, "--dry-run");
    expect([log(), existsSync(`${root}/undo.sh`)]).toEqual([[], false]);
    const done = run(env, script);
    expect(done).toBe(`${dry}to take it back: sh ${root}/undo.sh\n`);
    expect(done).toContain("skipped: no process 99");
    expect(log()).toEqual([
      "taskset -a -cp 2 41",
      "chrt -a --batch -p 0 41",
      "renice -n -20 -p 41",
      "taskset -a -cp 3 42",
      "chrt -a --batch -p 0 42",
      "renice -n -20 -p 42",
      "renice -n -20 -p 43",
    ]);
    if (slice === null) expect(done).toContain("skipped: no setting of the slice");
    else expect(readFileSync(join(root, slice), "utf8")).toBe("800000000\n");
    // a second run would forget what there was
    expect(() => run(env, script)).toThrow(/run it first/);
    execFileSync("sh", [`${root}/undo.sh`], { env });
    expect(log()).toEqual(
      expect.arrayContaining(["taskset -cp 0-3 43", "chrt --rr -p 7 41", "renice -n -3 -p 42"]),
    );
    if (slice !== null) expect(readFileSync(join(root, slice), "utf8")).toBe("3000000\n");
    rmSync(root, { recursive: true });
  });

  it("[S18] what two functions of one process set is taken back to what was there before both", () => {
    const { root, env, log } = machine({ "sys/kernel/debug/sched/base_slice_ns": "3000000\n" });
    const twice = tuningSteps(
      { batch: 32, policy: "batch", priority: 100, quantumMs: 800 },
      [
        { id: "one", pid: 41 },
        { id: "two", pid: 41 },
      ],
      [2, 3],
      32,
    );
    const slices = [...twice, ...twice.filter(({ call }) => call?.startsWith("slice"))];
    run(env, tuningScript(slices));
    log();
    execFileSync("sh", [`${root}/undo.sh`], { env });
    expect(readFileSync(join(root, "sys/kernel/debug/sched/base_slice_ns"), "utf8")).toBe("3000000\n");
    // the last step first
    expect(log().slice(0, 3)).toEqual(["renice -n -3 -p 41", "chrt --rr -p 7 41", "taskset -cp 0-3 41"]);
    rmSync(root, { recursive: true });
  });

  const tools = ["taskset", "chrt", "renice"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
  if (!tools || process.getuid?.() !== 0)
    console.log("no taskset, chrt, renice, or not root: the tuning script is not run on real processes");
  it.skipIf(!tools || process.getuid?.() !== 0)(
    "[S18] on this kernel all threads of real processes are set, and taken back",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "p4twin-tune-real-"));
      const processes = [0, 1].map(() =>
        spawn(process.execPath, ["-e", "console.log(1); setTimeout(() => {}, 60000)"], {
          stdio: ["ignore", "pipe", "ignore"],
        }),
      );
      const pids = processes.map(({ pid }) => pid!);
      try {
        // by then they have their threads
        for (const { stdout } of processes) await once(stdout!, "data");
        const given = pids.map((pid, i) => ({ id: `f${i}`, pid }));
        const real = tuningScript(
          tuningSteps({ batch: 32, policy: "batch", priority: 100, quantumMs: 800 }, given, [0, 0], 32),
        );
        // the slice belongs to the whole machine
        const script = real.replace(/^slice .*$/gm, "");
        expect(script).not.toBe(real);
        writeFileSync(join(folder, "tune.sh"), script);
        const sh = (...argv: string[]): string =>
          execFileSync("sh", argv, { cwd: folder, stdio: "pipe" }).toString();
        const threads = (): string[] =>
          pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((id) => `${pid}/task/${id}`));
        // core, policy and niceness of a thread are fields of its status and stat
        const state = (): string[] =>
          threads().map((thread) => {
            const cores = /Cpus_allowed_list:\s*(.*)/.exec(
              readFileSync(`/proc/${thread}/status`, "utf8"),
            )?.[1];
            const stat = readFileSync(`/proc/${thread}/stat`, "utf8");
            const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
            return `${thread} ${cores} ${fields[38]} ${fields[16]}`;
          });
        const before = state();
        sh("tune.sh", "--dry-run");
        expect(state()).toEqual(before);
        sh("tune.sh");
        expect(state()).toEqual(threads().map((thread) => `${thread} 0 3 -20`));
        sh("tune-undo.sh");
        expect(state()).toEqual(before);
      } finally {
        for (const each of processes) each.kill("SIGKILL");
        rmSync(folder, { recursive: true });
      }
    },
  );
});
