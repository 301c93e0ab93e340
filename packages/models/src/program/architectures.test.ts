import { describe, expect, it } from "vitest";
import { featureVector } from "../core/index.ts";
import { type AnalyseOptions, analyseProgram } from "./analyseProgram.ts";
import { analyseFixture, fixtureNames, readFixture } from "./fixtures/readFixture.ts";
import type { FeaturesReport } from "./report.ts";

const analyse = (name: string, options: AnalyseOptions = {}): FeaturesReport =>
  analyseFixture(`architectures/${name}.p4`, options).report;

/** What becomes of a packet for which the program's table runs `action`; each fate once. */
const fates = ({ paths }: FeaturesReport, action: string): string[] => [
  ...new Set(
    paths.filter((path) => path.tables.some((table) => table.action === action)).map((path) => path.outcome),
  ),
];

describe("outcomes", () => {
  it.each([
    ["ebpf", { refuse: ["drop"], count: ["forward"] }],
    [
      "xdp",
      { drop: ["drop"], abort: ["drop"], back: ["forward"], chosen: ["forward"], NoAction: ["forward"] },
    ],
    [
      "ubpf",
      { refuse: ["drop"], forgive: ["forward"], discard: ["drop"], copy: ["clone"], NoAction: ["forward"] },
    ],
    ["sume", { forward: ["forward"], flood: ["forward"], refuse: ["drop"], NoAction: ["drop"] }],
    ["pna", { drop: ["drop"], forward: ["forward"], again: ["recirculate"], watch: ["clone"] }],
    [
      "psa",
      {
        forward: ["drop", "forward"],
        drop: ["drop"],
        again: ["recirculate"],
        round: ["drop", "recirculate"],
        watch: ["clone"],
        copy_only: ["clone"],
        flood: ["drop", "forward"],
      },
    ],
    [
      "tna",
      {
        forward: ["drop", "forward"],
        straight: ["forward"],
        drop: ["drop"],
        flood: ["drop", "forward"],
        drop_all: ["drop"],
        punt: ["drop", "forward"],
        drop_punted: ["drop"],
        watch: ["clone"],
        watch_only: ["clone"],
        again: ["recirculate"],
      },
    ],
  ])("[A1] %s: actions decide about the packet", (name, expected) => {
    const report = analyse(name);
    expect(report.diagnostics).toEqual([]);
    for (const [action, outcomes] of Object.entries(expected))
      expect([action, fates(report, action)]).toEqual([action, outcomes]);
  });

  it("[A1] t2na decides like tna", () => {
    const [one, two] = [analyse("tna"), analyse("tna", { defines: { TOFINO2: "" } })];
    expect([one.architecture, two.architecture]).toEqual(["tna", "t2na"]);
    expect(two.paths.map((path) => [path.features, path.outcome])).toEqual(
      one.paths.map((path) => [path.features, path.outcome]),
    );
  });

  it("[A1] ebpf: a filter that leaves the packet open lets it pass and drops it", () => {
    const open = `#include <core.p4>
#include <ebpf_model.p4>
header h_t { bit<8> x; }
struct headers_t { h_t h; }
parser P(packet_in p, out headers_t hdr) { state start { p.extract(hdr.h); transition accept; } }
control F(inout headers_t hdr, out bool accept) { apply { accept = hdr.h.x == 7; } }
ebpfFilter(P(), F()) main;`;
    const { report } = analyseProgram({ file: "open.p4", text: open });
    expect(report.paths.map((path) => path.outcome)).toEqual(["drop", "forward"]);
  });

  it("[F8] PSA and PNA hand parser errors to the controls, the others drop", () => {
    const rejected = (name: string): string[] =>
      analyse(name)
        .paths.filter((path) => path.states.join() === "start" && path.tables.length === 0)
        .map((path) => path.outcome);
    expect(rejected("pna")).toEqual(["forward", "drop"]);
    // what is not IPv4 has no port
    expect(rejected("tna")).toEqual(["drop", "drop"]);
    expect(rejected("ebpf")).toEqual(["drop", "drop"]);
  });
});

describe("what architectures do around the blocks", () => {
  it("[A2] ingress and egress each parse and write", () => {
    const psa = analyse("psa");
    const forwarded = psa.paths.find((path) => path.tables[0]?.action === "forward");
    expect(forwarded?.states).toEqual(["start", "ipv4", "start"]);
    expect(featureVector(forwarded!.features)).toEqual([3, 3, 0, 0, 0, 1]);
    const written = forwarded?.source.flatMap((each) => (each.construct === "modify" ? [each.header] : []));
    expect(written).toEqual(["ethernet", "ipv4", "ethernet"]);
  });

  it.each([
    ["psa", "inout psa_ingress_output_metadata_t ostd"],
    ["tna", "inout ingress_intrinsic_metadata_for_tm_t for_tm"],
  ])("[A2] %s: a block inside a package takes the way of its constructor's argument", (name, last) => {
    const text = readFixture(`architectures/${name}.p4`)
      .replace(`${last})`, `${last})(bool isRouter)`)
      .replace("hdr.ipv4.isValid())", "hdr.ipv4.isValid() && isRouter)");
    const routed = (argument: string): boolean =>
      analyseProgram({
        file: "given.p4",
        text: text.replace(", In(), ", `, In(${argument}), `),
      }).report.paths.some((path) => path.tables.length > 0);
    expect([routed("true"), routed("false"), routed("isRouter = false")]).toEqual([true, false, false]);
  });

  it("[A3] a deparser's checksum neither counts nor parts paths", () => {
    const straight = analyse("tna").paths.filter((path) => path.tables[0]?.action === "straight");
    expect(straight).toHaveLength(1);
    const forward = analyse("tna").paths.find((path) => path.tables[0]?.action === "forward");
    expect(forward?.features.modify).toBe(1);
    expect(forward?.externs).toEqual([]);
  });

  it("[A4] intrinsic metadata is no parsed header", () => {
    const { paths } = analyse("tna");
    expect(paths.at(-1)).toMatchObject({ states: ["start"], features: { parse: 1 } });
    const headers = paths.flatMap((path) => path.source.map((each) => each.header));
    expect([...new Set(headers)].sort()).toEqual(["ethernet", "ipv4", undefined]);
  });

  it("[A5] a packet that leaves egress out does nothing there", () => {
    const states = (action: string): string[] | undefined =>
      analyse("tna").paths.find((path) => path.tables[0]?.action === action)?.states;
    expect(states("straight")).toEqual(["start", "ipv4"]);
    expect(states("forward")).toEqual(["start", "ipv4", "start"]);
    expect(states("drop")).toEqual(["start", "ipv4"]);
    // group 0 sends nothing anywhere
    const flood = analyse("tna").paths.filter((path) => path.tables[0]?.action === "flood");
    expect(flood.map((path) => `${path.states.join(" ")}: ${path.outcome}`)).toEqual([
      "start ipv4: drop",
      "start ipv4 start: drop",
      "start ipv4 start: forward",
    ]);
  });

  it("[A5] PSA drops before it resubmits, and recirculates after egress", () => {
    const round = analyse("psa").paths.filter((path) => path.tables[0]?.action === "round");
    expect(round.map((path) => [path.states.length, path.outcome])).toEqual([
      [3, "drop"],
      [3, "recirculate"],
    ]);
    const again = analyse("psa").paths.filter((path) => path.tables[0]?.action === "again");
    expect(again.map((path) => [path.states.length, path.outcome])).toEqual([[2, "recirculate"]]);
  });

  it.each(fixtureNames("architectures"))("[A6] %s passes for its architecture and for no other", (name) => {
    const { architecture } = analyseFixture(name).report;
    expect(analyseFixture(name, { architecture: architecture! }).report.diagnostics).toEqual([]);
    const { report } = analyseFixture(name, { architecture: "v1model" });
    expect(report.diagnostics).toMatchObject([{ severity: "error", code: "p4-architecture" }]);
    expect(report.paths).toEqual([]);
  });

  it("[A6] macros of the architecture asked for are defined, and are a part of the program's identity", () => {
    const text = `#include <core.p4>
#if __TARGET_TOFINO__ == 2
#include <t2na.p4>
#else
#include <tna.p4>
#endif
`;
    const hashes = [undefined, "tna", "t2na", "v1model"].map((architecture) => {
      const options = architecture === undefined ? {} : { architecture };
      return analyseProgram({ file: "x.p4", text }, options).report.hash;
    });
    expect(new Set(hashes).size).toBe(3);
    expect(hashes[3]).toBe(hashes[0]);
  });
});

describe("Famelis, Annex A (R21)", () => {
  it("[A1] one header, two parser states, one exact table of 48 bits; and as described no packet leaves it", () => {
    const { report, graph } = analyseFixture("famelis/mirror.p4");
    expect(report.diagnostics).toEqual([]);
    expect(report.tables.map(({ name, keys }) => [name, keys])).toEqual([["mirror", ["exact"]]]);
    expect(report.paths.map((path) => [path.states, path.tables[0]?.action, path.outcome])).toEqual([
      [["start", "parse_ethernet"], "set_mac", "drop"],
      [["start", "parse_ethernet"], "my_drop", "drop"],
    ]);
    expect(report.max).toEqual({ parse: 1, modify: 1, copy: 0, remove: 0, add: 0, table: 1 });
    expect(graph).not.toBeNull();
  });
});
