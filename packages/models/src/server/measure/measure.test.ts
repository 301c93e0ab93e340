import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MeasuredFunction, Measurement } from "./measurement.ts";
import { mergeMeasurements } from "./mergeMeasurements.ts";
import { counterFormat, counterFormats, type ReadMeasurement, readMeasurement } from "./readMeasurement.ts";

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
const options = { id: null, packets: null, cores: [] };
const read = (
  text: string,
  more: Partial<Parameters<typeof readMeasurement>[2]> = {},
  file = "f",
): ReadMeasurement => readMeasurement(text, file, { ...options, ...more });
const only = ({ measurement }: { measurement: Measurement | null }): MeasuredFunction =>
  measurement!.functions[0]!;
const places = (r: ReadMeasurement): string[] =>
  r.diagnostics.map((d) => `${d.severity} ${d.span?.line} ${d.code}`);

/** What all fixtures tell of the router: Table 6.4, user, times 1000 packets. */
const router = {
  packets: 1000,
  counts: {
    l1Hits: 3_653_000,
    l2Hits: 179_000,
    l3Hits: 65_000,
    dramRefs: 2_964_000,
    contextSwitches: 12,
    sysCalls: 3000,
  },
  times: { runMs: 1000, notRunnableMs: 14_760, runnableMs: 1250 },
  migrations: 0,
};

describe("counters in", () => {
  it.each([
    ["router.perf.csv", "perf-csv", null],
    ["router.perf.txt", "perf-text", 4242],
    ["router.csv", "csv", 4242],
    ["router.yaml", "counters", 4242],
  ] as const)("[S5] %s is %s and tells what the others tell", (name, format, pid) => {
    const got = read(fixture(name));
    expect(got.format).toBe(format);
    expect(only(got)).toMatchObject({ ...router, pid });
    expect(only(got).counts).toMatchObject({ l1TlbHits: null, l2TlbHits: null, tlbMisses: null });
  });

  // as perf 6.1 and Linux 6.18 print them
  const latency = ` -------------------------------------------
  Task                  |   Runtime ms  | Switches | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |
 -------------------------------------------
  router:(2)            |    175.040 ms |       60 | avg:   9.320 ms | max:  24.006 ms | max start:  2198.734471 s | max end:  2198.758478 s
  ovs-vswitchd:12957    |     17.999 ms |       32 | avg:   0.961 ms | max:  14.461 ms | max start:  2198.594449 s | max end:  2198.608910 s
  kworker/1:1-eve:26631 |      0.009 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
 -------------------------------------------
  TOTAL:                |    406.121 ms |      273 |
`;
  it("[S5] perf sched latency: the task that is named, wait = switches x mean delay", () => {
    const got = read(latency, { id: "ovs-vswitchd", packets: 1000 });
    expect(got.format).toBe("perf-sched");
    expect(only(got)).toMatchObject({
      id: "ovs-vswitchd",
      pid: 12_957,
      counts: { contextSwitches: 32, l1Hits: null },
      times: { runMs: 17.999, notRunnableMs: null, runnableMs: expect.closeTo(30.752, 9) },
    });
    expect(only(read(latency, { id: "router" }))).toMatchObject({ pid: null, times: { runMs: 175.04 } });
    expect(only(read(latency, { id: "26631" })).counts.contextSwitches).toBe(1);
    expect(read(latency).diagnostics[0]!.message).toMatch(/3 tasks .*router, ovs-vswitchd.*--name/);
    expect(read(latency, { id: "nat" }).measurement).toBeNull();
  });

  it("[S5] /proc/PID/schedstat: what lies between the first and the last reading; zeros are no time", () => {
    const got = read("1298857 1226878 5\n200000000 5000000 9\n292905207 333658268 70\n", { id: "nat" });
    expect(got.format).toBe("schedstat");
    expect(only(got)).toMatchObject({
      counts: { contextSwitches: 65 },
      times: { runMs: expect.closeTo(291.60635, 9), runnableMs: expect.closeTo(332.43139, 9) },
    });
    expect(only(read("2000000 1000000 3\n")).times.runMs).toBe(2);
    expect(places(read("0 0 0\n"))).toEqual(["warning 1 schedstats-off"]);
    expect(only(read("0 0 0\n")).times.runMs).toBeNull();
    expect(places(read("9 9 9\n1 1 1\n"))).toEqual(["error 2 bad-sched"]);
  });

  it("[S5] /proc/PID/sched: sleep and wait where the kernel keeps them", () => {
    const text = (more: string) =>
      `router (4242, #threads: 1)\n-----\nse.exec_start   :  864368.817836\nse.sum_exec_runtime  :  1000.5\nse.nr_migrations : 4\n${more}nr_switches  :  12\nprio  :  120\n`;
    const on =
      "se.statistics.sum_sleep_runtime : 14000.0\nse.statistics.sum_block_runtime : 760.0\nse.statistics.wait_sum : 1250.0\n";
    const got = read(text(on));
    expect(got.format).toBe("proc-sched");
    expect(got.diagnostics).toEqual([]);
    expect(only(got)).toMatchObject({
      ...{ id: "router", pid: 4242, migrations: 4, counts: { contextSwitches: 12 } },
      times: { runMs: 1000.5, notRunnableMs: 14_760, runnableMs: 1250 },
    });
    expect(only(read(text(""))).times).toEqual({ runMs: 1000.5, notRunnableMs: null, runnableMs: null });
    expect(places(read(text("")))).toEqual(["warning 1 schedstats-off"]);
    expect(places(read(text(on).replace("threads: 1", "threads: 3")))).toEqual(["warning 1 one-thread"]);
  });

  it("[S5] PCM: sums of the intervals by core or of the system, hits from shares, rows without numbers passed over", () => {
    const core = read(fixture("router.pcm.csv"), { cores: [0], packets: 1000, id: "router" });
    expect(core.format).toBe("pcm");
    expect(only(core).id).toBe("router");
    expect(only(core).counts.dramRefs).toBeCloseTo(2_964_000, 3);
    expect(only(core).counts.l3Hits).toBeCloseTo(65_000, -1);
    expect(only(core).counts.l2Hits).toBeCloseTo(179_000, -1);
    expect(places(core)).toEqual(["warning 5 row-skipped"]);
    expect(only(read(fixture("router.pcm.csv"))).counts).toMatchObject({
      l3Hits: 10e6,
      l2Hits: 12e6,
      dramRefs: 10e6,
    });
    expect(only(read(fixture("router.pcm.csv"), { cores: [0, 1] })).counts.dramRefs).toBeCloseTo(
      3_164_000,
      3,
    );
    const semicolons = fixture("router.pcm.csv").replaceAll(",", ";");
    expect(only(read(semicolons, { cores: [1] })).counts.dramRefs).toBeCloseTo(200_000, 6);
  });

  it("[S5] perf by interval, by core, with semicolons and decimal commas", () => {
    expect(only(read(fixture("router.perf-interval.csv")))).toMatchObject({
      packets: 1000,
      counts: { l1Hits: 3_653_000 },
    });
    expect(
      only(read("CPU0,10,,context-switches,1,100.00,,\nCPU1,5,,cs,1,100.00,,\n")).counts.contextSwitches,
    ).toBe(15);
    expect(only(read("S0-D0-C0,1,7,,LLC-load-misses,1,100.00,,\n")).counts.dramRefs).toBe(7);
    const german = read("1000,50;msec;task-clock;1;100,00;;\n5;;context-switches;1;30,00;;\n");
    expect(only(german)).toMatchObject({ times: { runMs: 1000.5 }, counts: { contextSwitches: 5 } });
    expect(places(german)).toEqual(["warning 2 event-scaled"]);
  });

  it("[S5] generic cache events give L2 as what misses L1 and does not reach the last level", () => {
    const text = [
      "1000,,L1-dcache-loads,1,100.00,,",
      "300,,L1-dcache-load-misses,1,100.00,,",
      "400,,L1-dcache-stores,1,100.00,,",
      "100,,LLC-loads,1,100.00,,",
      "40,,LLC-load-misses,1,100.00,,",
      "900,,dTLB-loads,1,100.00,,",
      "9,,dTLB-load-misses,1,100.00,,",
    ].join("\n");
    expect(only(read(text)).counts).toMatchObject({
      l1Hits: 1100,
      l2Hits: 200,
      l3Hits: 60,
      dramRefs: 40,
      l1TlbHits: 891,
      l2TlbHits: null,
      tlbMisses: 9,
    });
  });

  it("[S6] says what perf did not count and where", () => {
    expect(places(read(fixture("router.perf.csv")))).toEqual([
      "warning 8 event-scaled",
      "warning 9 event-not-counted",
    ]);
    const none = read("5,,page-faults,1,100.00,,\nwhat is this\n");
    expect(none.measurement).toBeNull();
    expect(places(none)).toEqual(["error 1 no-counter", "warning 2 line-unread"]);
    expect(none.diagnostics[0]?.message).toMatch(/perf stat -e L1-dcache-loads/);
  });

  it.each([
    ["function,packts\nr,1\n", "error 1 unknown-column", /did you mean "packets"/],
    ["function,l1Hits\nr,1\n", "error 1 missing-column", /column packets is missing/],
    ["function,packets\n", "error 1 no-functions", /one for each function/],
    ["function,packets\nr,0\n", "error 2 no-packets", /greater than 0/],
    ["function,packets\nr,1,2\n", "error 2 row-length", /3 cells, the header has 2/],
    ["function,packets,l1Hits\nr,1,3 000\n", "error 2 bad-number", /without marks of thousands/],
    ["# c\n\nfunction,packets\n,1\n", "error 4 no-name", /name/],
    ["version: 1\nname: x\nfunctions: []\n", "error 3 bad-value", /functions/],
    ["version: 1\nname: x\nfunctions:\n  - id: r\n", "error 4 missing-key", /packets is missing/],
    [
      "version: 1\nname: x\nfunctions:\n  - { id: r, packets: 1, counts: { l4Hits: 2 } }\n",
      "error 4 unknown-key",
      /l4Hits/,
    ],
    [
      '{"version": 1, "name": "a\\nb", "functions": [{"id": "r", "packets": 1}]}',
      "error 1 bad-value",
      /control characters/,
    ],
  ])("[S6] refuses %j with its line and the remedy", (text, place, message) => {
    const got = read(text);
    expect(got.measurement).toBeNull();
    expect(places(got)).toContain(place);
    expect(got.diagnostics.map((d) => d.message).join("\n")).toMatch(message);
  });

  it("[S6] a PCM file without the cores that are asked for is refused", () => {
    const got = read(fixture("router.pcm.csv"), { cores: [9] });
    expect(got.measurement).toBeNull();
    expect(got.diagnostics[0]).toMatchObject({ code: "bad-pcm", message: expect.stringContaining("core 9") });
    expect(
      read(fixture("router.pcm.csv").split("\n").slice(0, 2).join("\n")).diagnostics[0]?.message,
    ).toMatch(/no row/);
  });

  it("[S6] never throws, and tells an error whenever it has no measurement", () => {
    const pieces = [
      ...["router.perf.csv", "router.perf.txt", "router.csv", "router.yaml", "router.pcm.csv"].map(fixture),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...pieces),
        fc.nat(),
        fc.nat(60),
        fc.string({ unit: "binary", maxLength: 8 }),
        (piece, at, cut, junk) => {
          const from = at % piece.length;
          const got = read(piece.slice(0, from) + junk + piece.slice(from + cut));
          expect(counterFormats).toContain(got.format);
          expect(got.measurement !== null || got.diagnostics.some((d) => d.severity === "error")).toBe(true);
          for (const d of got.diagnostics) expect(d.span?.line ?? 1).toBeGreaterThan(0);
        },
      ),
      { numRuns: 120 },
    );
    for (const text of ["", "\n", "{", "[]", "null", "version", "System", "\u0000"])
      expect(read(text).measurement).toBeNull();
    expect(counterFormat("")).toBe("counters");
  });

  it.each([
    ["blanks", (length: number) => `Performance counter stats for 'x':\n5 ${" ".repeat(length)}!`],
    ["empty lines", (length: number) => "\n".repeat(length)],
  ])("[S6] a long run of %s costs no square of its length", (_, textOf) => {
    const msOf = (text: string): number => {
      const tries = [1, 2, 3].map(() => {
        const start = performance.now();
        expect(read(text).measurement).toBeNull();
        return performance.now() - start;
      });
      return Math.min(...tries);
    };
    msOf(textOf(10_000));
    // a square would be 64 times as much
    expect(msOf(textOf(80_000)) / msOf(textOf(10_000))).toBeLessThan(30);
  });

  it("[S7] perf and PCM of one run become one measurement; what is known stays", () => {
    const perf = read("3653000,,mem_load_retired.l1_hit,1,100.00,,\n7,,LLC-load-misses,1,100.00,,\n", {
      packets: 1000,
      id: "router",
    });
    const pcm = read(fixture("router.pcm.csv"), { cores: [0], packets: 2000 });
    const merged = mergeMeasurements(perf.measurement!, pcm.measurement!);
    expect(merged.functions).toHaveLength(1);
    expect(merged.functions[0]).toMatchObject({
      id: "router",
      packets: 1000,
      counts: { l1Hits: 3_653_000, dramRefs: 7 },
    });
    // PCM saw twice the packets
    expect(merged.functions[0]!.counts.l3Hits).toBeCloseTo(32_500, -1);
    expect(mergeMeasurements(perf.measurement!)).toBe(perf.measurement);
  });

  it("[S7] functions of several are joined by id, new ones are added", () => {
    const chain = read("function,packets,l1Hits\na,1,1\nb,1,2\n").measurement!;
    const more = read("function,packets,l3Hits\nb,1,3\nc,1,4\n").measurement!;
    const merged = mergeMeasurements(chain, more);
    expect(merged.functions.map((f) => [f.id, f.counts.l1Hits, f.counts.l3Hits])).toEqual([
      ["a", 1, null],
      ["b", 2, 3],
      ["c", null, 4],
    ]);
  });
});

describe("what perf really prints", () => {
  const row = (event: string, value: number | string) =>
    `{"counter-value" : "${value}", "unit" : "", "event" : "${event}", "event-runtime" : 1, "pcnt-running" : 100.00}`;
  const read = (lines: string[]) =>
    readMeasurement(lines.join("\n"), "run.json", { id: "router", packets: 10, cores: [] });

  it("[S5] JSON by -j, with hybrid cores and the last level counted once", () => {
    const { format, measurement } = read([
      row("cpu_core/L1-dcache-loads/", "1000.0"),
      row("cpu_atom/L1-dcache-loads/", "100.0"),
      row("cpu/L1-dcache-load-misses/u", 60),
      row("LLC-loads", 30),
      row("cache-references", 29),
      row("LLC-load-misses", 4),
      row("dTLB-loads", "<not supported>"),
    ]);
    expect(format).toBe("perf-json");
    expect(measurement!.functions[0]!.counts).toMatchObject({
      l1Hits: 1040,
      l2Hits: 30,
      l3Hits: 26,
      dramRefs: 4,
    });
  });

  it("[S5] a kind of cores that nothing ran on has no count, and takes none from the others", () => {
    const idle = (event: string) =>
      `{"counter-value" : "<not counted>", "unit" : "", "event" : "${event}", "event-runtime" : 0, "pcnt-running" : 0.00}`;
    const { measurement, diagnostics } = read([
      idle("cpu_atom/L1-dcache-loads/"),
      row("cpu_core/L1-dcache-loads/", 1000),
      row("cpu_core/L1-dcache-load-misses/", 60),
      idle("cpu_atom/L1-dcache-load-misses/"),
    ]);
    expect(measurement!.functions[0]!.counts).toMatchObject({ l1Hits: 940 });
    expect(diagnostics.filter((d) => d.code.startsWith("event-"))).toEqual([]);
  });

  it("[S5] Arm's events tell each level; its cache references are of the first", () => {
    const counts = [
      ["armv8_pmuv3_0/l1d_cache/", 1000],
      ["l1d_cache_refill", 100],
      ["l2d_cache_refill", 40],
      ["ll_cache_rd", 38],
      ["ll_cache_miss_rd", 6],
      ["cache-references", 1000],
      ["cache-misses", 100],
      ["l1d_tlb", 1000],
      ["l1d_tlb_refill", 20],
      ["dtlb_walk", 5],
    ] as const;
    expect(read(counts.map(([event, n]) => row(event, n))).measurement!.functions[0]!.counts).toMatchObject({
      l1Hits: 900,
      l2Hits: 60,
      l3Hits: 32,
      dramRefs: 6,
      l1TlbHits: 980,
      l2TlbHits: 15,
      tlbMisses: 5,
    });
  });

  it.each([
    [
      "text",
      "     0.100181842      125      context-switches\n     0.205912359      120      context-switches\n\n Performance counter stats for 'system wide':\n\n      245      context-switches\n\n       0.3 seconds time elapsed",
    ],
    [
      "-x,",
      "     0.101452081,125,,context-switches,206862169,100.00,,\n     0.202530377,120,,context-switches,201450271,100.00,,\n         summary,245,,context-switches,616684307,100.00,,",
    ],
    [
      "-j",
      [125, 120, 245]
        .map((n, i) =>
          i === 2
            ? row("context-switches", n)
            : row("context-switches", n).replace("{", `{"interval" : 0.${i + 1}, `),
        )
        .join("\n"),
    ],
  ])("[S5] the summary of intervals (-I --summary) is not added to them: %s", (_, text) => {
    expect(read([text]).measurement!.functions[0]!.counts.contextSwitches).toBe(245);
  });

  it("[S6] schedstats that are all zero are off: the times stay unknown, with the remedy", () => {
    const { measurement, diagnostics } = read([
      row("context-switches", 3),
      row("sched:sched_stat_sleep", 0),
      row("sched:sched_stat_wait", 0),
      row("sched:sched_stat_runtime", 5000000),
    ]);
    expect(measurement!.functions[0]!.times).toMatchObject({
      runMs: 5,
      notRunnableMs: null,
      runnableMs: null,
    });
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: "schedstats-off" }));
  });

  // rows as perf 6.1 printed them, with events that count here
  it.each([
    ["-r", "         1,000      L1-dcache-loads    #    8.9 M/sec    ( +-  0.44% )  (75.00%)"],
    ["-I", "     0.100787650              1,000      L1-dcache-loads         #    8.9 M/sec"],
    ["-A", "CPU0                     1,000      L1-dcache-loads         #    7.306 K/sec"],
    ["-A -I", "     0.100895130 CPU0                     1,000      L1-dcache-loads"],
    ["--per-core", "S0-D0-C0           1               1,000      L1-dcache-loads    #   53.220 K/sec"],
    ["--per-socket", "S0        2              1,000      L1-dcache-loads    #    2.000 K/sec"],
    ["--per-node", "N0        2              1,000      L1-dcache-loads"],
    ["--per-thread", "     vpp_main-29870        1,000      L1-dcache-loads"],
  ])("[S5] the text for people with %s", (_option, line) => {
    const text = `\n Performance counter stats for 'system wide':\n\n${line}\n${line.replace("1,000", "3,000")}\n`;
    const { measurement, diagnostics } = read([text, " 60 L1-dcache-load-misses"]);
    expect(measurement!.functions[0]!.counts.l1Hits).toBe(3940);
    expect(diagnostics.filter(({ code }) => code === "line-unread")).toEqual([]);
  });

  it("[S5] a number with blanks between its digits is not taken for its last digits", () => {
    const { diagnostics } = read([
      " Performance counter stats for 'x':",
      " 1 234 567 L1-dcache-loads",
      " 7 context-switches",
    ]);
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: "line-unread" }));
  });

  it("[S6] -x with -r: the spread of the runs is not the share of time", () => {
    const { diagnostics } = read(["12,,context-switches,28.19%,1071821,40.00,11.957,K/sec"]);
    const share = diagnostics.map(({ message }) => message).join();
    expect(share).toMatch(/counted 40 %/);
    expect(share).not.toMatch(/1071821/);
  });
});
