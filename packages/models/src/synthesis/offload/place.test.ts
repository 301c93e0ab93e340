import { describe, expect, it } from "vitest";
import { libraryChain, planned, triangle } from "../../../testing/synthesis/offload/fixtures.ts";
import { chainText, synthesiseText } from "../../../testing/synthesis/synthesiseText.ts";
import { backupFor, failuresOf } from "./backups.ts";
import { dpdkText, openFlowText } from "./formatRules.ts";
import { offloadNetworkSchema } from "./network.ts";
import { parseOffloadFile } from "./offloadFile.ts";
import { planOffload } from "./planOffload.ts";
import { selectSwitch } from "./selectSwitch.ts";

/** HTTP in two classes: one part is balanced, the other translated; all of it leaves with a TTL less one. */
const ENCAP = "EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2)";
const monitorAndIds = synthesiseText(
  chainText(
    {
      monitor: "FromDevice(in) -> IPFilter(allow tcp && dst port 80, drop all) -> ToDevice(out);",
      ids: `FromDevice(in) -> c :: IPClassifier(src net 10.0.0.0/8, -);
        e :: EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2); e -> ToDevice(out);
        c[0] -> IPRewriter(pattern 192.0.2.1 1024-2047 - - 0 0) -> e; c[1] -> IPRewriter(pattern 192.0.2.2 1024-2047 - - 0 0) -> e;`,
    },
    ["monitor[out] -> [in]ids"],
    ["[in]monitor"],
  ),
);

describe("choice of server and switch", () => {
  it("[R20] the less loaded of two servers with room, two others when none has, and an answer when none is left", () => {
    const network = (loads: [string, number, number][]) =>
      triangle({
        servers: loads.map(([id, load, freeCores]) => ({
          id,
          cores: 16,
          freeCores,
          load,
          nic: { dispatch: "flow" },
        })),
        links: [["s1:1", "s3:0"], ...loads.map(([id], i) => [`s3:${10 + i}`, `${id}:0`])],
      });
    const options = { cores: 2 };
    expect(
      planned(
        monitorAndIds,
        network([
          ["a", 0.9, 4],
          ["b", 0.2, 4],
        ]),
        options,
      ),
    ).toMatchObject({ server: "b", queries: 2 });
    expect(
      planned(
        monitorAndIds,
        network([
          ["a", 0.9, 4],
          ["b", 0.2, 1],
        ]),
        options,
      ).server,
    ).toBe("a");
    for (let seed = 0; seed < 20; seed++) {
      const plan = planned(
        monitorAndIds,
        network([
          ["a", 0, 1],
          ["b", 0, 1],
          ["c", 0.5, 2],
          ["d", 0.1, 1],
        ]),
        { cores: 2, seed },
      );
      expect(plan.server).toBe("c");
      expect([2, 4]).toContain(plan.queries);
    }
    expect(
      planOffload(
        monitorAndIds,
        network([
          ["a", 0, 1],
          ["b", 0, 1],
        ]),
        options,
      ),
    ).toEqual({
      status: "refused",
      reasons: ["no server has 2 free cores: the most that one has is 1"],
    });
    expect(
      planned(
        monitorAndIds,
        network([
          ["a", 0.9, 4],
          ["b", 0.2, 4],
        ]),
        { cores: 2, server: "a" },
      ),
    ).toMatchObject({ server: "a", queries: 0 });
  });

  it("[R21] the first switch of the way whose free entries, less the reserve, hold the rules; those before it only forward", () => {
    const free: Record<string, number | null> = { s1: 100, s2: 125, s3: null };
    const choose = (needed: number, threshold = 0.8) =>
      selectSwitch(
        ["s1", "s2", "s3"],
        () => needed,
        (id) => free[id]!,
        threshold,
      );
    expect(choose(80)).toEqual({ switch: "s1", forwarding: [] });
    expect(choose(81)).toEqual({ switch: "s2", forwarding: ["s1"] });
    expect(choose(101)).toEqual({ switch: "s3", forwarding: ["s1", "s2"] });
    expect(choose(100, 1)).toMatchObject({ switch: "s1" });
    expect(
      selectSwitch(
        ["s1"],
        () => 81,
        () => 100,
      ),
    ).toEqual({ switch: null, forwarding: ["s1"] });
    expect(
      selectSwitch(
        ["s1"],
        () => null,
        () => null,
      ).switch,
    ).toBeNull();
    const line = triangle({
      switches: [
        { id: "s1", target: "ovs", capacity: 3 },
        { id: "s2", target: "ovs" },
        { id: "s3", target: "ovs" },
      ],
    });
    const plan = planned(monitorAndIds, line, { cores: 2 });
    expect(plan.places[0]!.switch).toBe("s3");
    expect(plan.rules.filter((r) => r.device === "s1")).toMatchObject([
      { role: "forward", match: { inPort: 0, fields: [] }, actions: [{ kind: "output", port: 1 }] },
    ]);
  });

  it("[R27] 513 IPv4 classes do not fit the HP 5130, 512 take it 25.7 s; NoviFlow and OVS hold them", () => {
    const rules = (n: number) =>
      Array.from({ length: n }, (_, i) => `allow dst host 10.0.${Math.floor(i / 128)}.${2 * (i % 128)}`);
    const chain = (n: number) =>
      synthesiseText(
        chainText(
          { fw: `FromDevice(in) -> IPFilter(${rules(n).join(", ")}, drop all) -> ToDevice(out);` },
          [],
          ["[in]fw"],
        ),
      );
    const network = (model: string) =>
      triangle({
        switches: [{ id: "s1", target: "ovs", model }],
        servers: [{ id: "srv", cores: 2 }],
        links: [["s1:1", "srv:0"]],
        ingress: { "fw[in]": "s1:0" },
        egress: { "fw[out]": "s1:2" },
      });
    // beside the addresses: what no rule allows, the way to the server, and the way back
    const at = (n: number, model: string) =>
      planOffload(chain(n), network(model), { cores: 1, threshold: 1 });
    const fits = at(509, "hp-5130-ei");
    if (fits.status !== "placed") throw new Error(fits.reasons[0]);
    expect(fits.rules.filter((r) => r.device === "s1")).toHaveLength(512);
    const { deployment } = fits.deployments[0]!;
    if (!deployment.fits) throw new Error(deployment.reason);
    expect(deployment.steps.find((s) => s.step === "install")!.ms).toBeCloseTo(25_728, 6);
    expect(at(510, "hp-5130-ei")).toEqual({
      status: "refused",
      reasons: ["s1 holds 512 more rules, not the 513 that the chain and its ways need there"],
    });
    expect(at(511, "hp-5130-ei")).toMatchObject({
      status: "refused",
      reasons: [expect.stringContaining("513 entries in s1, which may take 512")],
    });
    for (const model of ["noviflow-1132", "ovs-2.5.2"]) expect(at(511, model).status).toBe("placed");
  });
});

describe("rules of Fig. 8.3", () => {
  const options = { cores: 2 };
  const before = planned(monitorAndIds, triangle(), options);
  const tagged = before.rules.filter((r) => r.role === "classify" && r.group !== null);

  it("[R22] s1: a rule for each class with its tag; s3: tags to the server, server to the destination; NIC: a queue for each tag", () => {
    expect(tagged.map((r) => [r.device, r.actions.at(-2)!.kind, r.actions.at(-1)])).toEqual([
      ["s1", "set", { kind: "output", port: 1 }],
      ["s1", "set", { kind: "output", port: 1 }],
    ]);
    expect(
      before.rules.filter((r) => r.device === "s3").map((r) => [r.role, r.match.inPort, r.actions]),
    ).toEqual([
      ["toServer", 0, [{ kind: "output", port: 2 }]],
      ["fromServer", 2, [{ kind: "output", port: 3 }]],
    ]);
    const nic = before.rules.filter((r) => r.device === "srv/nic0" && r.class !== null);
    expect(nic.map((r) => r.actions)).toEqual([[{ kind: "queue", core: 0 }], [{ kind: "queue", core: 1 }]]);
    expect(before.rules.filter((r) => r.device === "s2")).toEqual([]);
  });

  it("[R22] over s2: two rules there, another port of s3's first rule, and the ports of s1; the NIC keeps its own", () => {
    const backup = backupFor(monitorAndIds, triangle(), options, before, { kind: "link", a: "s1", b: "s3" });
    if (!backup.survives) throw new Error(backup.reasons[0]);
    const { added, removed, changed } = backup.change;
    expect(added.map((r) => [r.device, r.role])).toEqual([
      ["s2", "toServer"],
      ["s2", "fromServer"],
    ]);
    expect(removed).toEqual([]);
    expect(
      changed
        .filter((c) => c.after.device === "s3")
        .map((c) => [c.before.match.inPort, c.after.match.inPort]),
    ).toEqual([[0, 1]]);
    // a switch that forwards by port sends them out elsewhere; the figure does not count these
    const others = changed.filter((c) => c.after.device !== "s3");
    expect(new Set(others.map((c) => c.after.device))).toEqual(new Set(["s1"]));
    for (const { before: old, after } of others)
      expect({ ...after, id: "", actions: after.actions.slice(0, -1) }).toEqual({
        ...old,
        id: "",
        actions: old.actions.slice(0, -1),
      });
    expect(backup.lostState).toBe(false);
    expect(backup.installMs).toBeLessThan(200);
  });

  it("[F5] texts: OpenFlow with decreasing priorities, DPDK in the form of the author's code", () => {
    expect(openFlowText(tagged[0]!)).toBe(
      "priority=5,cookie=0x100000000,in_port=0,ip,nw_proto=6,tp_dst=80,nw_src=10.0.0.0/8,actions=set_field:02:00:00:00:00:01->eth_src,set_field:02:00:00:01:00:01->eth_dst,output:1",
    );
    const queue = before.rules.find((r) => r.role === "queue" && r.class !== null)!;
    expect(dpdkText(queue)).toBe(
      "ingress pattern eth dst is 02:00:00:01:00:01 / end actions queue index 0 / count / end",
    );
    const dns = {
      ...queue,
      match: {
        inPort: null,
        vlan: null,
        fields: [
          { field: "ipSrc", value: 1, length: 32 },
          { field: "ipDst", value: 2, length: 32 },
          { field: "ipProto", value: 17, length: 8 },
          { field: "srcPort", value: 53, length: 16 },
        ],
      },
    };
    expect(dpdkText(dns)).toBe(
      "ingress pattern eth type is 2048 / ipv4 src is 0.0.0.1 dst is 0.0.0.2 / udp src is 53 / end actions queue index 0 / count / end",
    );
  });

  it("[O8] frames without an IPv4 header are left to the server, and ports that OpenFlow lacks are named", () => {
    const synthesis = synthesiseText(
      chainText(
        {
          fw: "FromDevice(in) -> Strip(14) -> CheckIPHeader -> IPFilter(deny tcp, allow all) -> EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2) -> ToDevice(out);",
        },
        [],
        ["[in]fw"],
      ),
    );
    const network = (port: number) =>
      offloadNetworkSchema.parse({
        switches: [{ id: "s1" }],
        servers: [{ id: "srv", cores: 4, nic: { dispatch: "flow" } }],
        links: [["s1:1", "srv:0"]],
        ingress: { "fw[in]": `s1:${port}` },
        egress: { "fw[out]": "s1:2" },
      });
    const plan = planned(synthesis, network(3), { cores: 1 });
    const texts = plan.rules.filter((r) => r.role === "classify").map(openFlowText);
    expect(texts).toEqual([
      expect.stringMatching(/in_port=3,ip,nw_proto=6,actions=drop$/),
      expect.stringMatching(/in_port=3,dl_type=2048,actions=.*output:2$/),
    ]);
    expect(plan.notes.join()).toMatch(/VLAN tag.*headers are not checked/);
    expect(plan.notes.join()).not.toMatch(/ports begin at 1/);
    expect(planned(synthesis, network(0), { cores: 1 }).notes.join()).toMatch(/OpenFlow's ports begin at 1/);
  });

  it("[O7] fragments go to the server before ports are looked at, where the switch can tell them and loses nothing", () => {
    const pieces = before.rules.filter((r) => r.match.fragments);
    expect(pieces.map(openFlowText)).toEqual([
      "priority=65534,in_port=0,ip,ip_frag=yes,actions=set_field:02:00:00:01:00:00->eth_dst,output:1",
    ]);
    expect(before.notes.join()).not.toContain("fragments");
    // no field that a fragment lacks is looked at
    const alone = (path: string) =>
      synthesiseText(
        chainText({ monitor: `FromDevice(in) -> ${path} -> ToDevice(out);` }, [], ["[in]monitor"]),
      );
    const network = triangle({ egress: { "monitor[out]": "s3:3" } });
    const plain = alone(
      "IPFilter(allow src net 10.0.0.0/8, drop all) -> EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2)",
    );
    expect(planned(plain, network, options).rules.filter((r) => r.match.fragments)).toEqual([]);
    // the tag would take the destination MAC that fragments keep
    const kept = planned(alone("IPFilter(allow dst port 80, drop all)"), network, options);
    expect(kept.rules.filter((r) => r.match.fragments)).toEqual([]);
    expect(kept.notes).toContainEqual(expect.stringContaining("fragments for whole packets"));
  });

  it("[F4] replies come to the core of their flow, whichever exit it left by", () => {
    const nat = `rw :: IPRewriter(pattern 11.0.0.1 1024-65535 - - 0 0, pattern - - 10.0.0.1 - 0 0);
      r :: RadixIPLookup(10.0.0.1 0, 11.0.0.1 0, 10.0.0.0/8 1, 12.0.0.0/8 2, 0.0.0.0/0 3);
      FromDevice(lan) -> Strip(14) -> CheckIPHeader -> rw; FromDevice(wan) -> Strip(14) -> CheckIPHeader -> [1]rw;
      rw[0] -> GetIPAddress(16) -> r; r[0] -> Discard; r[1] -> ${ENCAP} -> ToDevice(lan);
      r[2] -> ${ENCAP} -> ToDevice(dmz); r[3] -> ${ENCAP} -> ToDevice(wan);`;
    const synthesis = synthesiseText(chainText({ nat }, [], ["[lan]nat", "[wan]nat"]));
    const plan = planned(
      synthesis,
      triangle({
        ingress: { "nat[lan]": "s1:0", "nat[wan]": "s1:7" },
        egress: { "nat[lan]": "s1:0", "nat[dmz]": "s1:8", "nat[wan]": "s1:7" },
      }),
      { cores: 3 },
    );
    const stateful = plan.assignment.groups.filter((g) => g.state !== null);
    // new flows to three exits, and everything from outside
    expect(new Set(stateful.map((g) => g.entry))).toEqual(new Set(["nat[lan]", "nat[wan]"]));
    expect(new Set(stateful.map((g) => g.state)).size).toBeGreaterThan(2);
    expect(new Set(stateful.map((g) => g.core)).size).toBe(1);
  });

  it("[O9] a switch only chooses the core where the chain treats packets with IP options in its own way", () => {
    const planFor = (path: string) =>
      planned(
        synthesiseText(
          chainText(
            { monitor: `FromDevice(in) -> Strip(14) -> CheckIPHeader -> ${path} -> ToDevice(out);` },
            [],
            ["[in]monitor"],
          ),
        ),
        triangle({ egress: { "monitor[out]": "s3:3" } }),
        options,
      );
    const filter = "IPFilter(drop src net 10.1.0.0/16, allow src net 10.0.0.0/8, drop all)";
    const encap = "EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2)";
    const plain = planFor(`${filter} -> ${encap}`);
    expect(plain.rules.filter((r) => r.role === "classify").map((r) => r.actions.at(-1)!.kind)).toContain(
      "drop",
    );
    for (const path of [
      `IPGWOptions(10.0.0.1) -> ${filter}`,
      `IPFilter(drop ip hl > 5, allow all) -> ${filter}`,
    ]) {
      const plan = planFor(`${path} -> ${encap}`);
      // nothing leaves or is dropped before the server has seen it
      const ends = plan.rules
        .filter((r) => r.role === "classify" || r.role === "rest")
        .map((r) => openFlowText(r));
      expect(ends.filter((text) => !/->eth_dst,output:1$/.test(text))).toEqual([]);
      expect(plan.notes.join()).toContain("packets with IP options in its own way");
    }
  });

  it("[F6] every failure on the ways has its answer beforehand: another way, another server, another core, or none", () => {
    const isp = libraryChain("isp");
    const network = triangle({
      servers: [
        { id: "srv", cores: 4, nic: { dispatch: "flow" } },
        { id: "spare", cores: 4, load: 0.5, nic: { dispatch: "flow" } },
      ],
      links: [
        ["s1:1", "s3:0"],
        ["s1:2", "s2:0"],
        ["s2:1", "s3:1"],
        ["s3:2", "srv:0"],
        ["s2:2", "spare:0"],
      ],
      ingress: { "firewall[in]": "s1:0" },
      egress: Object.fromEntries(isp.graph.exits.map((e, i) => [e, `s3:${7 + i}`])),
    });
    const plan = planned(isp, network, options);
    expect(plan.server).toBe("srv");
    const answers = failuresOf(network, plan).map((f) => backupFor(isp, network, options, plan, f));
    const of = (kind: string) => answers.filter((a) => a.failure.kind === kind);
    expect(of("link").map((a) => a.survives)).toEqual([true, false]);
    expect(of("switch").map((a) => a.survives)).toEqual([false, false]);
    expect(of("server")).toMatchObject([{ survives: true, lostState: true, plan: { server: "spare" } }]);
    const cores = of("core");
    expect(cores).toHaveLength(2);
    for (const a of cores) expect(a.survives && a.change.added.length + a.change.removed.length).toBe(0);
  });
});

describe("offload file", () => {
  const text = (network: Record<string, unknown>, more = {}) =>
    JSON.stringify({
      version: 1,
      chain: "lib:isp",
      network: {
        switches: [{ id: "s1" }],
        servers: [{ id: "srv", cores: 4 }],
        links: [["s1:1", "srv:0"]],
        ingress: {},
        ...network,
      },
      ...more,
    });
  it.each([
    ["no JSON or YAML", "{", /./],
    ["a list", "[]", /is an object/],
    ["no switch", text({ switches: [] }), /at least one switch/],
    ["a node without port", text({ links: [["s1", "srv:0"]] }), /number of its port/],
    ["an unknown node", text({ links: [["s9:1", "srv:0"]] }), /no node s9/],
    ["an unknown target", text({ switches: [{ id: "s1", target: "ovz" }] }), /no target or device ovz.*ovs/],
    ["an unknown model", text({ switches: [{ id: "s1", model: "hp" }] }), /no rule switch hp/],
    ["a name twice", text({ servers: [{ id: "s1", cores: 4 }] }), /two nodes s1/],
    ["a port twice", text({ ingress: { "a[in]": "s1:1" } }), /used twice/],
    ["a loop", text({ links: [["s1:1", "s1:2"]] }), /joins s1 with itself/],
    ["no cores", text({}, { cores: 0 }), /cores/],
    ["an unknown server", text({}, { server: "sv" }), /no server sv/],
  ])("[F7] %s is an error with its place", (_, given, message) => {
    const { value, diagnostics } = parseOffloadFile(given, "o.json");
    expect(value).toBeNull();
    expect(diagnostics[0]!.message).toMatch(message);
  });

  it("[F7] what cannot be placed says why: attachment, way, room, a MAC that is needed", () => {
    const reasons = (network: ReturnType<typeof triangle>) => {
      const made = planOffload(monitorAndIds, network, { cores: 2 });
      return made.status === "refused" ? made.reasons.join("\n") : "placed";
    };
    expect(reasons(triangle({ ingress: {} }))).toMatch(/monitor\[in\] is not attached to a switch/);
    expect(reasons(triangle({ egress: {} }))).toMatch(/ids\[out\] is not attached to a switch/);
    expect(reasons(triangle({ links: [["s1:1", "s3:0"]] }))).toMatch(/no path leads from s1:0 to srv/);
    const small = triangle({
      switches: ["s1", "s2", "s3"].map((id) => ({ id, capacity: 2 })),
      servers: [{ id: "srv", cores: 4 }],
    });
    expect(reasons(small)).toMatch(/needs 4 entries in s1, which may take 1/);
    const nat = synthesiseText(
      chainText(
        { nat: "FromDevice(in) -> IPRewriter(pattern 1.2.3.4 1024-65535 - - 0 0) -> ToDevice(out);" },
        [],
        ["[in]nat"],
      ),
    );
    const made = planOffload(
      nat,
      offloadNetworkSchema.parse({
        ...triangle(),
        ingress: { "nat[in]": "s1:0" },
        egress: { "nat[out]": "s3:3" },
      }),
      { cores: 1 },
    );
    expect(made).toMatchObject({
      status: "refused",
      reasons: [expect.stringContaining("MAC tag overwrites")],
    });
  });

  it("[F8] no switch has room: a NIC with flow rules chooses the cores, and the server does the whole function", () => {
    const full = triangle({ switches: ["s1", "s2", "s3"].map((id) => ({ id, capacity: 3 })) });
    const plan = planned(monitorAndIds, full, { cores: 3 });
    expect(plan.places[0]).toMatchObject({ switch: null, split: { mode: "dispatch" } });
    expect(plan.rules.filter((r) => r.device === "srv/nic0").map((r) => r.actions[0]!.kind)).toContain(
      "queue",
    );
    expect(plan.notes[0]).toMatch(/only chooses cores and drops/);
  });
});
