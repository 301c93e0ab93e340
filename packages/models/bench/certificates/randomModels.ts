import fc from "fast-check";
import { libraryFunctions } from "../../src/chain/index.ts";
import { assert } from "../../src/core/index.ts";
import { type DeviceProfile, libraryDevice } from "../../src/device/index.ts";
import { type Catalogue, checkProblem, createCatalogue, type Problem } from "../../src/placement/index.ts";

export type RandomModel = { problem: Problem; catalogue: Catalogue };

const assumed = <T>(value: T) => ({
  value,
  source: { work: "bench", place: "random", kind: "assumed" as const },
});
const ARCHITECTURES = {
  cpu: "v1model",
  npu: "v1model",
  fpga: "sume",
  asic: "pisa",
  "server-xeon-8": "server",
};
type Base = keyof typeof ARCHITECTURES;

/** Capacities that sums of the rates below meet exactly, where rounding and tolerances decide. */
const kind = fc.record({
  base: fc.constantFrom<Base>("cpu", "cpu", "npu", "npu", "fpga", "asic", "server-xeon-8"),
  gbps: fc.constantFrom(0.9, 1, 2.1, 3, 4.5, 9, 10),
  constructs: fc.constantFrom(16, 24, 60, 1000),
  rules: fc.constantFrom(400, 1000, 100_000),
  externGbps: fc.constantFrom(0.3, 1, 2.1, 5),
  watts: fc.constantFrom(0, 50, 75.5, 100, 184, 200),
  usd: fc.constantFrom(160, 1200, 5000),
});

const someFunction = fc.record({
  features: fc.record({
    parse: fc.constantFrom(1, 2, 5, 10),
    modify: fc.integer({ min: 0, max: 6 }),
    copy: fc.constant(0),
    remove: fc.constant(0),
    add: fc.integer({ min: 0, max: 3 }),
    table: fc.constantFrom(1, 2, 8),
  }),
  externs: fc.constantFrom<string[]>([], [], [], ["SipHash-2-4"]),
  architectures: fc
    .subarray(Object.values(ARCHITECTURES), { minLength: 2 })
    .map((list) => [...new Set(list)]),
  rules: fc.constantFrom(0, 0, 400),
  cyclesPerPacket: fc.constantFrom(500, 20_000, 90_000),
});

const someChain = fc.record({
  functions: fc.array(fc.constantFrom("f1", "f2", "f3", "fw"), { minLength: 1, maxLength: 3 }),
  gbps: fc.constantFrom(0.1, 0.3, 0.7, 1, 1.5, 3),
  maxDelayUs: fc.constantFrom(null, null, null, 12, 60, 100, 150, 250),
  packetBytes: fc.constantFrom(200, 1500, 1500),
});

/**
 * Up to four devices of up to three kinds, perhaps a plain switch, and up to four chains of up to two kinds, so that
 * chains and devices are often alike.
 */
const model = fc
  .record({
    kinds: fc.array(kind, { minLength: 1, maxLength: 3 }),
    devices: fc.array(fc.nat({ max: 2 }), { minLength: 2, maxLength: 4 }),
    switchUs: fc.constantFrom(null, 0, 1, 7),
    links: fc.array(fc.constantFrom(null, null, 0.9, 2, 10), { minLength: 10, maxLength: 10 }),
    functions: fc.tuple(someFunction, someFunction, someFunction),
    chains: fc.array(someChain, { minLength: 1, maxLength: 2 }),
    turns: fc.array(fc.nat({ max: 1 }), { minLength: 1, maxLength: 4 }),
    required: fc.constantFrom<string[]>(["l2fwd"], [], ["f1"]),
    sharing: fc.boolean(),
    linkDirection: fc.constantFrom("full-duplex", "half-duplex"),
    objective: fc.constantFrom(
      {},
      {},
      { power: 1, delay: 0.5 },
      { power: 0, delay: 1 },
      { power: 0.2, cost: 0.01 },
    ),
  })
  .map(({ kinds, devices, switchUs, links, functions, chains, turns, required, ...options }): RandomModel => {
    const profiles = kinds.map(profileOf);
    const nodes = devices.map((pick, i) => ({
      id: `d${i + 1}`,
      profile: profiles[pick % profiles.length]!.id,
    }));
    const switches = switchUs === null ? [] : [{ id: "w", delayUs: switchUs }];
    const ids = [...nodes, ...switches].map((n) => n.id);
    const pairs = ids.flatMap((a, i) => ids.slice(i + 1).map((b) => ({ a, b })));
    const catalogue = createCatalogue(profiles, libraryFunctions());
    const checked = checkProblem(
      {
        devices: nodes,
        switches,
        links: pairs.flatMap(({ a, b }, i) => {
          const gbps = links[i] ?? null;
          return gbps === null ? [] : [{ a, b, gbps }];
        }),
        functions: functions.map((f, i) => ({ type: `f${i + 1}`, ...f })),
        required,
        chains: turns.map((turn, i) => ({ id: `c${i + 1}`, ...chains[turn % chains.length]! })),
        options,
      },
      catalogue,
    );
    assert(checked.problem !== null, checked.diagnostics.map((d) => d.message).join("; "));
    return { problem: checked.problem, catalogue };
  });

function profileOf(
  { base, gbps, constructs, rules, externGbps, watts, usd }: KindValues,
  index: number,
): DeviceProfile {
  const profile = libraryDevice(base);
  assert(profile !== null, `the library has ${base}`);
  const operableMax = assumed(rules);
  return {
    ...profile,
    id: `kind${index + 1}`,
    capacity: {
      ...profile.capacity,
      gbpsPerLink: assumed(gbps),
      maxConstructs: profile.cores === undefined ? assumed(constructs) : null,
      powerWatts: assumed(watts),
      costUsd: assumed(usd),
    },
    externs: profile.externs.map((e) => ({ ...e, throughputGbps: assumed(externGbps) })),
    limits: { ...profile.limits, rules: [{ match: "exact", theoreticalMax: operableMax, operableMax }] },
  };
}
type KindValues = typeof kind extends fc.Arbitrary<infer T> ? T : never;

const someEnd = fc.constantFrom(undefined, "h1", "h1", "h2", "h2");
const someEnds = fc.record({
  attached: fc.array(fc.tuple(fc.nat({ max: 9 }), fc.constantFrom(0.9, 2, 10, 10)), {
    minLength: 2,
    maxLength: 3,
  }),
  ends: fc.tuple(fc.record({ from: someEnd, to: someEnd }), fc.record({ from: someEnd, to: someEnd })),
});

/** A model with two hosts, the first or the second of them on up to two nodes, at which its chains start and end. */
function betweenHosts(
  { problem, catalogue }: RandomModel,
  { attached, ends }: typeof someEnds extends fc.Arbitrary<infer T> ? T : never,
): RandomModel {
  const nodes = [...problem.devices, ...problem.switches].map((n) => n.id);
  const links = attached.map(([node, gbps], i) => ({
    a: i % 2 === 0 ? "h1" : "h2",
    b: nodes[node % nodes.length]!,
    gbps,
  }));
  const chains = problem.chains.map((chain, i) => {
    const { from, to } = ends[i % ends.length]!;
    return { ...chain, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  });
  const joined = new Map([...problem.links, ...links].map((l) => [`${l.a} ${l.b}`, l]));
  const checked = checkProblem(
    { ...problem, hosts: [{ id: "h1" }, { id: "h2" }], links: [...joined.values()], chains },
    catalogue,
  );
  assert(checked.problem !== null, checked.diagnostics.map((d) => d.message).join("; "));
  return { problem: checked.problem, catalogue };
}

/** The same models for the same seed; in every second one chains start and end at hosts. */
export function randomModels(count: number, seed: number): RandomModel[] {
  const ends = fc.sample(someEnds, { numRuns: count, seed });
  return fc
    .sample(model, { numRuns: count, seed })
    .map((each, i) => (i % 2 === 0 ? each : betweenHosts(each, ends[i]!)));
}
