import { describe, expect, it } from "vitest";
import { featureVector } from "../core/index.ts";
import { libraryFunctionSchema } from "./fixtures/libraryFunction.ts";
import { analyseLibrary, libraryFolder, libraryText } from "./fixtures/readFixture.ts";
import type { FeaturesReport } from "./report.ts";

/** The slowest forwarding path: no other feasible path counts more of any construct. */
function slowest(report: FeaturesReport): FeaturesReport["paths"][number] | undefined {
  const { max } = report;
  return report.paths.find(
    (path) =>
      max && path.outcome === "forward" && featureVector(path.features).join() === featureVector(max).join(),
  );
}

const asPublished = ([
  parse = 0,
  modify = 0,
  copy = 0,
  remove = 0,
  add = 0,
  table = 0,
]: number[]): number[] => [parse - 1, modify, copy, remove, add, table - 1];

describe("published vectors (Harkous 2022, Sec. 4.2.4)", () => {
  it.each([
    ["l3fwd", [1, 2, 0, 0, 0, 0]],
    ["l3fwd_firewall", [2, 2, 0, 0, 0, 1]],
    ["vxlan_decap", [10, 0, 3, 4, 0, 1]],
  ])("[G1] %s is %j after the -1 rule", (name, published) => {
    const { report } = analyseLibrary(name);
    expect(report.diagnostics).toEqual([]);
    const path = slowest(report);
    expect(asPublished(featureVector(path?.features ?? report.paths[0]!.features))).toEqual(published);
  });

  it("[B1] l3fwd has the three paths and the printed bounds", () => {
    const { report } = analyseLibrary("l3fwd");
    expect(report).toMatchObject({
      program: "l3fwd.p4",
      architecture: "v1model",
      pathCount: 3,
      truncated: false,
      min: { parse: 1, modify: 0, copy: 0, remove: 0, add: 0, table: 0 },
      max: { parse: 2, modify: 2, copy: 0, remove: 0, add: 0, table: 1 },
      diagnostics: [],
    });
    expect(report.paths[0]).toMatchObject({
      id: "p1",
      features: { parse: 2, modify: 2, copy: 0, remove: 0, add: 0, table: 1 },
      states: ["start", "parse_ipv4"],
      tables: [{ name: "ipv4_lpm", action: "ipv4_forward" }],
      externs: [],
      outcome: "forward",
    });
    const lines = libraryText("programs/l3fwd.p4").split("\n");
    const cited = report.paths[0]?.source.map((each) => lines[each.line - 1]?.trim());
    expect(cited).toEqual([
      "packet.extract(hdr.ethernet);",
      "packet.extract(hdr.ipv4);",
      "ipv4_lpm.apply();",
      "hdr.ethernet.src_addr = hdr.ethernet.dst_addr;",
      "hdr.ipv4.ttl = hdr.ipv4.ttl - 1;",
    ]);
  });
});

describe("library functions (Harkous 2022, Table 5.5)", () => {
  const table55: [string, number[], number][] = [
    ["l2fwd", [1, 1, 0, 0, 0, 1], 3],
    ["l3fwd", [2, 2, 0, 0, 0, 1], 5],
    ["fw", [3, 0, 0, 0, 0, 1], 4],
    ["vdecap", [7, 0, 3, 4, 0, 2], 16],
    ["lb", [3, 0, 0, 0, 0, 1], 4],
    ["tunneling", [3, 0, 0, 0, 0, 1], 4],
    ["nat", [3, 2, 0, 0, 0, 1], 6],
  ];

  it.each(table55)(
    "[G1] the program of %s counts %j on its slowest path",
    (type, vector, constructsInAll) => {
      const { report } = analyseLibrary(type);
      expect(report.diagnostics).toEqual([]);
      const path = slowest(report);
      expect(featureVector(path?.features ?? report.paths[0]!.features)).toEqual(vector);
      expect(vector.reduce((a, b) => a + b)).toBe(constructsInAll);
    },
  );

  it.each(table55)("[G1] the entry of %s says the same and names its program", (type, vector) => {
    const entry = libraryFunctionSchema.parse(JSON.parse(libraryText(`functions/${type}.json`)));
    expect(entry.type).toBe(type);
    expect(featureVector(entry.features)).toEqual(vector);
    expect(entry.program).toBe(`programs/${type}.p4`);
    // the thesis' table knows no servers: those are ours, with the cycles that they need
    expect(entry.architectures.filter((a) => a !== "server")).toEqual(["v1model", "pisa", "sume"]);
    expect(entry.cyclesPerPacket !== undefined).toBe(entry.architectures.includes("server"));
  });

  it("[G10] the load balancer says that its hash stands for the extern that its entry requires", () => {
    const entry = libraryFunctionSchema.parse(JSON.parse(libraryText("functions/lb.json")));
    const used = slowest(analyseLibrary("lb").report)?.externs ?? [];
    expect(entry.externs).toEqual(["SipHash-2-4"]);
    expect(entry.standIns).toEqual({ hash: "SipHash-2-4" });
    expect(used).toEqual(entry.externs);
  });

  it("[G1] there is no entry without a row in a table", () => {
    const types = [...table55, ...userPlane].map(([type]) => `functions/${type}.json`).sort();
    expect(libraryFolder("functions")).toEqual(types);
  });
});

// our programs of the functions of Harkous 2022, Sec. 6.2.2, and the way of their dearest packet
const userPlane = [
  [
    "upfisf",
    "upf_isf",
    [4, 1, 0, 0, 0, 2],
    { tables: ["admission:admit", "uplink_replica:steer"], outcome: "forward" },
  ],
  [
    "upfdlf",
    "upf_dlf",
    [3, 1, 0, 0, 5, 3],
    {
      tables: ["pdr:set_session", "far:forward", "qer:queue_manage"],
      outcome: "clone",
    },
  ],
  [
    "upfulf",
    "upf_ulf",
    [8, 1, 0, 5, 0, 2],
    { tables: ["pdr:set_session", "far:forward"], outcome: "forward" },
  ],
  [
    "upflif",
    "upf_lif",
    [2, 2, 0, 0, 0, 2],
    { tables: ["watched:intercept", "ipv4_lpm:forward"], outcome: "clone" },
  ],
] as const;

describe("5G user plane in microservices (Harkous 2022, Sec. 6.2)", () => {
  it.each(userPlane)(
    "[G1] the entry of %s has the vector of its program, which takes the way of the text",
    (type, name, vector, way) => {
      const entry = libraryFunctionSchema.parse(JSON.parse(libraryText(`functions/${type}.json`)));
      expect([entry.program, featureVector(entry.features)]).toEqual([`programs/${name}.p4`, vector]);
      const { report } = analyseLibrary(name);
      const dearest = report.paths.filter((path) => featureVector(path.features).join() === vector.join());
      expect(
        dearest.map((path) => ({
          tables: path.tables.map((t) => `${t.name}:${t.action}`),
          outcome: path.outcome,
        })),
      ).toContainEqual(way);
      expect(report.max).toEqual(entry.features);
    },
  );

  it.each([
    ["upf_dlf", "egress", "second_station:to_second", 3],
    ["upf_lif", "ingress", "intercept_destination:to_destination", 2],
  ])("[F15] the copy of %s meets the table of egress only", (name, clonedBy, table, modify) => {
    const { paths, clones } = analyseLibrary(name).report;
    const met = clones?.map(({ tables }) => tables.map((t) => `${t.name}:${t.action}`));
    expect(met).toEqual([[table], [table.replace(/:.*/, ":NoAction")]]);
    expect(clones?.[0]).toMatchObject({
      clonedBy,
      features: { parse: 0, modify, table: 1 },
      outcome: "forward",
    });
    const copied = table.replace(/:.*/, "");
    expect(paths.some(({ tables }) => tables.some((t) => t.name === copied))).toBe(false);
  });

  it("[G1] a duplicate, a full slice and a session that sleeps leave the way of the packet", () => {
    const outcomes = (name: string) => analyseLibrary(name).report.paths;
    const duplicate = outcomes("upf_ulf").find(
      (p) => p.externs.includes("register.read") && p.features.remove === 0,
    );
    expect(duplicate).toMatchObject({ outcome: "drop", externs: ["register.read"] });
    const limited = outcomes("upf_dlf").find((p) => p.outcome === "drop" && p.features.add === 5);
    expect(limited?.externs).toContain("counter.count");
    const buffered = outcomes("upf_dlf").find((p) => p.tables.some((t) => t.action === "buffer"));
    expect(buffered).toMatchObject({ outcome: "forward", features: { add: 0 } });
    expect(outcomes("upf_dlf").some((p) => p.outcome === "clone" && p.features.add === 5)).toBe(true);
  });
});

describe("latency control (Paolucci et al.)", () => {
  it("[F4] use case 1 stores and enforces on the latency-critical paths and checks congestion in egress", () => {
    const { report } = analyseLibrary("latency_control_uc1");
    expect(report.diagnostics).toEqual([]);
    expect(featureVector(report.max ?? report.paths[0]!.features)).toEqual([3, 0, 0, 0, 0, 4]);
    const ran = new Set(
      report.paths.flatMap((path) => path.tables.map((each) => `${each.name}:${each.action}`)),
    );
    for (const each of [
      "table0:set_egress_port",
      "table_store:store",
      "table_enforce:enforce",
      "table_congestion_check:do_update_congestion_reg",
    ])
      expect(ran).toContain(each);
    const dropped = report.paths.filter((path) => path.outcome === "drop");
    expect(dropped.every((path) => path.tables.every((each) => each.name !== "table_congestion_check"))).toBe(
      true,
    );
  });

  it("[G6] use case 2: the source adds three headers, the sink removes what it parsed and leaves the stack empty", () => {
    const { report } = analyseLibrary("latency_control_uc2");
    expect(report.diagnostics).toEqual([]);
    const source = report.paths.find((path) => path.features.add === 3);
    expect(source?.tables).toContainEqual({ name: "tb_int_source", action: "int_source" });
    const sink = report.paths.find((path) => path.features.remove === 6);
    expect(sink?.features).toMatchObject({ parse: 9, add: 0, modify: 2 });
    expect(sink?.tables).toContainEqual({ name: "tb_set_sink", action: "int_set_sink" });
  });

  it.each(["latency_control_uc1", "latency_control_uc2"])(
    "[F12] %s reads PL and DL from registers",
    (name) => {
      const { report } = analyseLibrary(name);
      const text = libraryText(`programs/${name}.p4`);
      const registers = ["t1", "t2", "offset1", "offset2", "bounded_latency", "drop_latency", "T_queue"];
      for (const register of registers) expect(text).toMatch(new RegExp(`register<.*>\\(.*\\) ${register};`));
      const enforced = report.paths.filter((path) => path.tables.some((each) => each.action === "enforce"));
      expect(enforced.length).toBeGreaterThan(0);
      for (const path of enforced) expect(path.externs).toContain("register.read");
    },
  );
});

describe("every library program", () => {
  it.each(libraryFolder("programs"))(
    "[E1] %s is free of errors and warnings and forwards some packet",
    (file) => {
      const { report } = analyseLibrary(file.replace("programs/", "").replace(".p4", ""));
      expect(report.diagnostics).toEqual([]);
      expect(report.architecture).toBe("v1model");
      expect(report.paths.some((path) => path.outcome === "forward")).toBe(true);
      expect(report.paths.some((path) => path.outcome === "drop")).toBe(true);
    },
  );
});
