import { describe, expect, it } from "vitest";
import { type Ran, runInProcess } from "../../../../testing/cli/testIo.ts";
import { type Construct, constructs, createRandom } from "../../../core/index.ts";
import { probePrograms } from "../../../device/index.ts";
import { inputError } from "../../errors.ts";
import type { ProbeJob, ProbeRig, RigTools } from "./rig.ts";

const COSTS: Readonly<Record<Construct, number>> = {
  parse: 2,
  modify: 1,
  copy: 4,
  remove: 3,
  add: 5,
  table: 6,
};
const BASE_US = 100;

/** A switch with known costs: starts differ by 2 us, packets by more; every 50th is lost. */
function simulated({ load = 0.2, fails = "" } = {}) {
  const random = createRandom(5);
  const programs = new Map(probePrograms().map((each) => [each.name, each.counts]));
  const seen: { jobs: ProbeJob[]; tools: RigTools[]; closed: number } = { jobs: [], tools: [], closed: 0 };
  const rig: ProbeRig = {
    evidence: async () => ({
      ...{ switchVersion: "simple_switch 9.9.9", compilerVersion: "p4c 8.8.8" },
      ...{ machine: "a simulation", processors: 2, date: "2026-11-23" },
    }),
    loadAverage: () => load,
    async measure(job) {
      seen.jobs.push(job);
      if (job.program === fails)
        throw inputError(job.source, "compiler", "p4c does not compile it: error: x");
      const counts = programs.get(job.program)!;
      const counted = { ...counts, parse: counts.parse - 1, table: counts.table - 1 };
      const cost = constructs.reduce(
        (sum, construct) => sum + COSTS[construct] * counted[construct],
        BASE_US,
      );
      const start = cost + 2 * random.normal();
      const latenciesUs = Array.from(
        { length: job.packets - job.packets / 50 },
        () => start + random.exponential(3),
      );
      return { latenciesUs };
    },
    async close() {
      seen.closed++;
    },
  };
  const openProbeRig = async (tools: RigTools): Promise<ProbeRig> => {
    seen.tools.push(tools);
    return rig;
  };
  return { seen, openProbeRig };
}

async function probe(argv: readonly string[], outside: ReturnType<typeof simulated>): Promise<Ran> {
  const { written } = await runInProcess(["probe", "--out", "d"]);
  // a third of the lines: the fit of all takes seconds
  const lines = String(written["d/sheet.csv"]).split("\n");
  const files = { ...written, "d/sheet.csv": lines.filter((_, i) => i % 3 === 0).join("\n") };
  return runInProcess(["probe", "run", "d", ...argv], { files, openProbeRig: outside.openProbeRig });
}

describe("probe run", () => {
  it("measures each program in several starts, fits, and writes a profile with the evidence", async () => {
    const rig = simulated();
    const options = [
      "--starts",
      "3",
      "--packets",
      "200",
      "--rate",
      "500",
      "--switch",
      "/s",
      "--compiler",
      "/c",
    ];
    const { code, out, err, written } = await probe([...options, "--out", "bmv2.json"], rig);
    expect(code).toBe(0);
    expect(rig.seen.tools).toEqual([{ switch: "/s", compiler: "/c" }]);
    expect(rig.seen.closed).toBe(1);
    expect(rig.seen.jobs).toHaveLength(78);
    expect(rig.seen.jobs[0]).toMatchObject({ packets: 200, perSecond: 500 });
    for (const { program, source, commands } of rig.seen.jobs) {
      expect(source).toBe(`d/${program}.p4`);
      expect(commands).toContain("table_add ProbeIn.forward");
    }
    expect(err).toContain("4 of 200 packets lost");
    const csv = String(written["d/measured.csv"]);
    expect(csv).toMatch(
      /^# simple_switch 9\.9\.9, p4c 8\.8\.8, a simulation, 2026-11-23, 500 packets\/s over veth, load/,
    );
    expect(csv.trim().split("\n")).toHaveLength(2 + 78);
    expect(out).toContain("78 measurements, 78 runs");
    const profile = JSON.parse(String(written["bmv2.json"]));
    expect(profile).toMatchObject({
      id: "bmv2",
      title: "BMv2 9.9.9, measured on a simulation",
      architectures: ["psa", "v1model"],
    });
    expect(profile.linear.baseUs.source.work).toContain("simple_switch 9.9.9");
    // the mean of the packets' own spread is in the base
    expect(profile.linear.baseUs.value).toBeCloseTo(BASE_US + 3, -0.5);
    for (const construct of constructs)
      expect(Math.abs(profile.linear.slopesUs[construct].value - COSTS[construct])).toBeLessThan(1);
  });

  it("warns of a machine that is busy", async () => {
    const { err } = await probe(["--starts", "1"], simulated({ load: 3.5 }));
    expect(err).toContain("the machine was busy (load average 3.5 on 2 processors)");
  });

  it("a tool that fails ends it in words, and the rig is closed", async () => {
    const rig = simulated({ fails: "parse9" });
    const { code, err } = await probe(["--starts", "1"], rig);
    expect(code).toBe(1);
    expect(err).toContain("d/parse9.p4: error: p4c does not compile it");
    expect(rig.seen.closed).toBe(1);
  });

  it.each([
    ["no folder", [], "DIR is missing"],
    ["Packets that a probe sends in a start", ["d", "--packets", "65001"], "--packets is at most 65000"],
    ["no whole number of starts", ["d", "--starts", "1.5"], "--starts takes a whole number"],
  ])("%s: exit 2", async (_, argv, message) => {
    const { code, err } = await runInProcess(["probe", "run", ...argv]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it("a folder without a sheet gets the programs of the experiments first", async () => {
    const rig = simulated({ fails: "parse9" });
    const { err, written } = await runInProcess(["probe", "run", "empty", "--starts", "1"], {
      openProbeRig: rig.openProbeRig,
    });
    expect(err).toContain("empty has no sheet.csv: wrote the 78 programs of the experiments");
    expect(written).toMatchObject({
      "empty/sheet.csv": expect.stringMatching(/^program,start,/),
      "empty/parse9.p4": expect.any(String),
    });
    for (const { frame, commands } of rig.seen.jobs) {
      expect(frame).toBe(String(written["empty/packet.hex"]).trim());
      expect(commands).toContain("table_add ProbeIn.forward");
    }
  });

  it("interrupted: what was measured is kept and fitted, a profile is not written", async () => {
    const rig = simulated();
    const interrupt = new AbortController();
    const made = await runInProcess(["probe", "--out", "d"]);
    const { code, err, written } = await runInProcess(["probe", "run", "d", "--out", "bmv2.json"], {
      ...{ files: made.written, signal: interrupt.signal },
      openProbeRig: async (tools) => ({
        ...(await rig.openProbeRig(tools)),
        loadAverage: () => {
          if (rig.seen.jobs.length === 20) interrupt.abort();
          return 0.2;
        },
      }),
    });
    expect(code).toBe(0);
    expect(err).toContain("interrupted: 20 of 312 starts are in d/measured.csv; bmv2.json is not written");
    expect(Object.keys(written)).toEqual(["d/measured.csv"]);
  });
});
