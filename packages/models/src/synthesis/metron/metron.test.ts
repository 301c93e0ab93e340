import { describe, expect, it } from "vitest";
import { classify } from "../../../testing/synthesis/classify.ts";
import { libraryChain, planned, triangle } from "../../../testing/synthesis/offload/fixtures.ts";
import { runNetwork } from "../../../testing/synthesis/offload/runNetwork.ts";
import { packetNear } from "../../../testing/synthesis/packets.ts";
import { createRandom } from "../../core/index.ts";
import { groupShare, mergeGroups, scalingPresets, splitGroup } from "../../server/index.ts";
import { sizeOf, uniteSets } from "../header/fieldSet.ts";
import type { Failure } from "../offload/backups.ts";
import { generateRules } from "../offload/generateRules.ts";
import { runningChain, withGroups } from "./runningChain.ts";
import { type MetronInput, simulateMetron } from "./simulateMetron.ts";
import { coresOf, trafficShares } from "./traffic.ts";

const thesis = scalingPresets()[0]!;
const isp = libraryChain("isp");
const network = triangle({
  servers: [
    { id: "srv", cores: 8, nic: { dispatch: "flow" } },
    { id: "spare", cores: 8, load: 0.5, nic: { dispatch: "flow" } },
  ],
  links: [
    ["s1:1", "s3:0"],
    ["s1:2", "s2:0"],
    ["s2:1", "s3:1"],
    ["s3:2", "srv:0"],
    ["s3:5", "spare:0"],
  ],
  ingress: { "firewall[in]": "s1:0" },
  egress: Object.fromEntries(isp.graph.exits.map((e, i) => [e, `s3:${7 + i}`])),
});
const options = { cores: 4 };
const plan = planned(isp, network, options);
const input: MetronInput = {
  id: "isp",
  synthesis: isp,
  network,
  plan,
  options,
  preset: thesis,
  load: [{ atMs: 0, gbps: 4.5 }],
  untilMs: 20_000,
  gbpsPerCore: 2.5,
  maxCores: 6,
  seed: 5,
};

describe("groups that change while the chain runs", () => {
  const start = runningChain(isp, plan, trafficShares(plan, createRandom(1)));
  const rulesOf = (chain: typeof start) =>
    generateRules({
      synthesis: isp,
      network,
      server: plan.server,
      places: chain.places,
      assignment: { groups: chain.groups, slices: [], notes: [] },
    });

  it("[R23] groups are halved and merged by operation, down to single flows; rules do the same all the while, pools stay disjoint", () => {
    expect(start.scaled.reduce((sum, g) => sum + groupShare(g), 0)).toBeCloseTo(1, 9);
    let chain = start;
    const random = createRandom(2);
    for (let round = 0; round < 24; round++) {
      const tagged = chain.scaled.filter((g) => g.classes.length > 1 || g.classes[0]!.flows > 1);
      const group = tagged[random.integer(tagged.length)]!;
      const core = random.integer(8);
      const halves = splitGroup(group, core);
      if (halves === null || chain.scaled.some((g) => g.id === halves[1].id)) continue;
      const next = withGroups(
        chain,
        chain.scaled.flatMap((g) => (g === group ? halves : [g])),
        network,
        "srv",
      );
      if (next === null) continue;
      chain = next;
      if (round % 5 !== 4) continue;
      const [a, b] = chain.scaled.filter((g) => g.classes[0]!.operation === group.classes[0]!.operation);
      const merged = a && b ? mergeGroups(a, b) : null;
      if (merged)
        chain =
          withGroups(
            chain,
            chain.scaled.flatMap((g) => (g === a ? [merged] : g === b ? [] : [g])),
            network,
            "srv",
          ) ?? chain;
    }
    expect(chain.groups.length).toBeGreaterThan(start.groups.length + 5);
    // every core that chooses has values of its own, and none is lost
    const whole = start.slices.reduce((sum, s) => sum + sizeOf(s.values), 0);
    expect(whole).toBe(64_512);
    expect(chain.slices.reduce((sum, s) => sum + sizeOf(s.values), 0)).toBe(whole);
    expect(chain.slices.map((s) => s.values).reduce(uniteSets)).toEqual([1024, 65_535]);
    const choosing = chain.groups.filter((g) => g.state !== null || g.class === null).map((g) => g.core);
    expect(new Set(chain.slices.map((s) => s.core))).toEqual(new Set(choosing));
    expect(chain.scaled.reduce((sum, g) => sum + groupShare(g), 0)).toBeCloseTo(1, 9);
    const now = {
      ...plan,
      places: chain.places,
      rules: rulesOf(chain),
      assignment: { groups: chain.groups, slices: [], notes: [] },
    };
    for (let i = 0; i < 300; i++) {
      const packet = packetNear(isp, 0, random);
      const { ending } = classify(isp, "firewall[in]", packet);
      const run = runNetwork(isp, network, now, "firewall[in]", packet);
      expect(run.ending).toBe(ending.kind === "exit" ? `exit ${ending.name}` : ending.kind);
    }
  });

  it("[R23] a single flow is not halved, and no group of another operation is joined", () => {
    const single = start.scaled.map((g) => ({
      ...g,
      classes: g.classes.slice(0, 1).map((c) => ({ ...c, flows: 1 })),
    }));
    for (const g of single) expect(splitGroup(g, 7)).toBeNull();
    const operations = new Set(start.scaled.map((g) => g.classes[0]!.operation));
    expect(operations.size).toBeGreaterThan(1);
    const [a] = start.scaled;
    const other = start.scaled.find((g) => g.classes[0]!.operation !== a!.classes[0]!.operation)!;
    expect(mergeGroups(a!, other)).toBeNull();
  });
});

describe("controller and agents on a timeline", () => {
  const spikes = [10, 17, 42, 70, 97];
  // the trace is private: calm, spikes of 10 Gbps and a night of almost nothing are our choice
  const load = [
    { atMs: 0, gbps: 4.5 },
    ...spikes.flatMap((s) => [
      { atMs: s * 1000, gbps: 10 },
      { atMs: s * 1000 + 6000, gbps: 4 },
    ]),
    { atMs: 105_000, gbps: 0.2 },
  ];

  it("[R31] the five spikes of Fig. 8.8: from 4 cores to at most 6 and at least 1, each answered within seconds", () => {
    const { samples, events } = simulateMetron({ ...input, load, untilMs: 130_000 });
    const used = samples.map((s) => s.cores.length);
    expect(used[0]).toBe(4);
    expect(Math.max(...used)).toBeLessThanOrEqual(6);
    expect(Math.max(...used)).toBeGreaterThan(4);
    expect(Math.min(...used)).toBeGreaterThanOrEqual(1);
    expect(Math.min(...used)).toBeLessThan(4);
    expect(events.filter((e) => e.kind === "split" || e.kind === "move").length).toBeGreaterThan(0);
    for (const s of spikes) {
      const late = samples.filter((p) => p.atMs >= s * 1000 + 4000 && p.atMs < s * 1000 + 6000);
      const carried = late.reduce((sum, p) => sum + p.carriedGbps / p.offeredGbps, 0) / late.length;
      expect(carried, `spike at ${s} s`).toBeGreaterThan(0.9);
    }
  });

  it("[M4] the period is that of the preset, no change begins before the last has ended, and its steps have the order that loses nothing", () => {
    const { samples, events } = simulateMetron({ ...input, load, untilMs: 60_000 });
    expect(samples[1]!.atMs - samples[0]!.atMs).toBe(500);
    const changes = events.filter((e) => e.kind === "split" || e.kind === "move" || e.kind === "merge");
    const steps = events.filter((e) => e.kind === "step");
    for (const [i, change] of changes.entries()) {
      const end = changes[i + 1]?.atMs ?? Number.POSITIVE_INFINITY;
      const own = steps.filter((s) => s.atMs >= change.atMs && s.atMs < end).map((s) => s.text);
      expect(own).toEqual(
        change.kind === "merge"
          ? ["openQueue", "retag", "drain", "copyState", "release", "retire", "closeQueue", "stopCore"]
          : ["startCore", "openQueue", "retag", "drain", "copyState", "release", "retire"],
      );
    }
  });

  it("[M5] same input and seed, same timeline; all of it is plain JSON in the order of time", () => {
    const given = { ...input, load, jitter: 0.1, untilMs: 30_000 };
    const one = simulateMetron(given);
    expect(JSON.parse(JSON.stringify(one))).toEqual(one);
    expect(simulateMetron(given)).toEqual(one);
    expect(simulateMetron({ ...given, seed: 6 }).samples).not.toEqual(one.samples);
    for (const list of [one.events, one.messages, one.samples]) {
      const times = list.map((x) => x.atMs);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });

  it("[M6] messages have the paths and fields of the author's public code", () => {
    const { messages } = simulateMetron({ ...input, load, untilMs: 30_000 });
    const paths = new Set(messages.map((m) => `${m.method} ${m.path}`));
    for (const path of [
      "POST /onos/v1/network/configuration/",
      "GET /metron/server_resources",
      "GET /metron/server_stats",
      "POST /metron/service_chains",
      "POST /metron/rules",
      "POST /metron/service_chains_put",
    ])
      expect(paths, path).toContain(path);
    const chain = messages.find((m) => m.path === "/metron/service_chains")!;
    expect(chain.body).toMatchObject({
      serviceChains: [{ id: "isp", cpus: 4, maxCpus: 6, rxFilter: { method: "flow" } }],
    });
    const rules = messages.find((m) => m.path === "/metron/rules")!;
    expect(JSON.stringify(rules.body)).toMatch(/\{"id":\d+,"content":"ingress pattern eth dst is 02:00:/);
    // the agent takes the cores as a list: of a number it would switch all of them off
    const put = messages.find((m) => m.path === "/metron/service_chains_put")!;
    expect(put.body).toMatch(/^isp\n\{"cpus":\[0,1,2,3,4(,5)?\]\}$/);
  });

  it("[M7] failures: another way, another core, another server, and an end when there is none", () => {
    const run = (failure: Failure) =>
      simulateMetron({ ...input, failures: [{ atMs: 5000, failure }], untilMs: 10_000 });
    const after = (t: ReturnType<typeof run>) =>
      t.samples.filter((s) => s.atMs > 6000).map((s) => s.carriedGbps);
    for (const failure of [
      { kind: "link", a: "s1", b: "s3" },
      { kind: "core", server: "srv", core: 1 },
      { kind: "server", id: "srv" },
    ] as const) {
      const timeline = run(failure);
      expect(timeline.events.filter((e) => e.kind === "failure" || e.kind === "recovered")).toHaveLength(2);
      for (const gbps of after(timeline)) expect(gbps).toBeGreaterThan(4);
      const counted = timeline.events.find((e) => e.kind === "recovered")!.rules!;
      // both directions of the way, and packets that s1 has finished on their way to an exit
      if (failure.kind === "link") expect(timeline.samples.at(-1)!.rules.s2).toBe(3);
      expect(counted).toBeGreaterThan(0);
    }
    const lost = run({ kind: "server", id: "srv" }).events.find((e) => e.kind === "recovered")!;
    expect(lost.text).toMatch(/lose it/);
    const down = run({ kind: "switch", id: "s1" });
    expect(down.events.at(-1)!.kind).toBe("down");
    expect(after(down).every((gbps) => gbps === 0)).toBe(true);
  });

  it("[M7] a core that failed is never used again, nor are more than the reserved ones", () => {
    const failures = [1, 3].map((core) => ({
      atMs: 5000 * core,
      failure: { kind: "core", server: "srv", core } as const,
    }));
    const cut = { atMs: 16_000, failure: { kind: "link", a: "s1", b: "s3" } as const };
    const { samples } = simulateMetron({ ...input, load, failures: [...failures, cut], untilMs: 60_000 });
    for (const { atMs, cores } of samples) {
      expect(cores.length).toBeLessThanOrEqual(6);
      const used = cores.map((c) => c.core);
      if (atMs > 5000) expect(used).not.toContain(1);
      if (atMs > 15_000) expect(used).not.toContain(3);
    }
  });

  it("[M8] deployment: the first packet comes after the slowest of switch and server (R26's times)", () => {
    const { events, samples } = simulateMetron({ ...input, untilMs: 2000 });
    const ready = events.find((e) => e.kind === "ready")!.atMs;
    expect(ready).toBeGreaterThanOrEqual(180);
    expect(ready).toBeLessThan(400);
    expect(samples[0]!.carriedGbps).toBe(0);
    expect(samples.at(-1)!.carriedGbps).toBeCloseTo(4.5, 6);
    expect(coresOf(runningChain(isp, plan, trafficShares(plan, createRandom(1))))).toEqual([0, 1, 2, 3]);
  });
});
