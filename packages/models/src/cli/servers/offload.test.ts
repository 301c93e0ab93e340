import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const run = (argv: readonly string[], files: Record<string, string> = {}) =>
  runInProcess(["offload", ...argv], { files });
const isp = libraryFiles["metron/chains/isp.yaml"]!;

describe("p4twin offload", () => {
  it("prints parts, groups with tags, rules by device, failures and what stays, as tables and as JSON", async () => {
    const { code, out, err } = await run(["lib:isp"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const text of [
      /server server[12] \(2 asked\)/,
      /napt +partly +IPRewriter keeps state/,
      /02:00:00:0[12]:0/,
      /link s1 - s3/,
    ])
      expect(out).toMatch(text);
    const report = JSON.parse((await run(["lib:isp", "--json"])).out);
    expect(report.entries[0]).toMatchObject({ switch: "s1", mode: "offload" });
    expect(report.devices.map((d: { device: string }) => d.device)).toContain("s3");
    const rules = await run(["lib:isp", "--rules", "s1"]);
    expect(rules.out).toMatch(/^priority=\d+,cookie=0x1[0-9a-f]{8},in_port=4,.*actions=/);
    expect((await run(["lib:nic-only"])).out).toMatch(
      /led on to a core.*\n[\s\S]*only chooses cores and drops/,
    );
  });

  it("prints a chain file that placement takes: one part on the switch, one on the server", async () => {
    const file = isp.replaceAll("target: ovs, model: noviflow-1132", "target: p4");
    const made = await run(["o.yaml", "--chain", "5"], { "o.yaml": file });
    expect(made).toMatchObject({ code: 0, err: "" });
    const { functions, chains } = JSON.parse(made.out);
    const problem = {
      devices: [
        { id: "tor", profile: "asic" },
        { id: "s1", profile: "server-xeon-8" },
      ],
      links: [{ a: "tor", b: "s1", gbps: 40 }],
      functions,
      chains,
    };
    const placed = await runInProcess(["place", "problem.json", "--engine", "exact", "--json"], {
      files: { "problem.json": JSON.stringify(problem) },
    });
    expect({ code: placed.code, err: placed.err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(placed.out)).toMatchObject({ status: "optimal", chains: [{ hosts: ["tor", "s1"] }] });
    const two = await run(["o.yaml", "--chain", "5", "--simulate"], { "o.yaml": file });
    expect(two).toMatchObject({ code: 2, err: expect.stringContaining("--chain and --simulate") });
    expect(await run(["o.yaml", "--chain", "none"], { "o.yaml": file })).toMatchObject({ code: 2 });
  });

  it("plays a scenario", async () => {
    const { code, out } = await run(["lib:isp", "--simulate"]);
    expect(code).toBe(0);
    for (const text of [/ready/, /overload/, /split/, /merge/, /failure.*s1 - s3/, /recovered/])
      expect(out).toMatch(text);
    const { events, messages, samples } = JSON.parse((await run(["lib:isp", "--simulate", "--json"])).out);
    expect([events.length > 20, messages.length > 20, samples.length]).toEqual([true, true, 241]);
  });

  it("gives the server's part the cycles that were measured, and says where they are from", async () => {
    const files = {
      "run.csv": `function,packets,cycles\n${[0, 1, 2].map((id) => `class ${id},10,90000\n`).join("")}`,
    };
    const made = async (...more: string[]) => {
      const { out } = await runInProcess(["offload", "lib:isp", "--chain", "5", ...more], { files });
      return JSON.parse(out).functions.find((f: { type: string }) => f.type.endsWith("-server"));
    };
    expect((await made()).source).toMatch(/Table 7.1/);
    expect(await made("--measured", "run.csv")).toMatchObject({
      cyclesPerPacket: 9000,
      cyclesPerBatch: 0,
      source: expect.stringMatching(/^measured/),
    });
    expect((await run(["lib:isp", "--measured", "run.csv"])).err).toMatch(/--measured needs --chain/);
  });

  it("exits 3 with every reason when the chain cannot be placed, or ends down", async () => {
    const small = isp
      .replaceAll("target: ovs, model: noviflow-1132", "target: ovs, capacity: 3")
      .replaceAll("dispatch: flow", "dispatch: mac");
    const none = await run(["a/o.yaml"], { "a/o.yaml": small });
    expect(none).toMatchObject({ code: 3, out: "" });
    expect(
      none.err.match(/cannot be placed: firewall\[in\] needs \d+ entries in s\d, which may take 2/g),
    ).toHaveLength(2);
    const down = await run(["o.yaml", "--simulate"], {
      "o.yaml": isp.replace("kind: link, a: s1, b: s3", "kind: switch, id: s1"),
    });
    expect(down.code).toBe(3);
    expect(down.out).toMatch(/down/);
  });

  it("finds the chain beside its file, exits 1 for bad input and 2 for bad usage", async () => {
    const chain = "FromDevice(in) -> IPFilter(allow udp, drop all) -> ToDevice(out);";
    const file = isp
      .replace("lib:isp", "nf.click")
      .replace("firewall[in]", "click[in]")
      .replace("router[isp]", "click[out]");
    expect((await run(["a/o.yaml"], { "a/o.yaml": file, "a/nf.click": chain })).code).toBe(0);
    for (const [text, message] of [
      ["version: 1\n", /chain is missing/],
      [isp.replace("model: noviflow-1132", "model: novi"), /^o\.yaml:\d+:\d+: error: .*no rule switch novi/],
      [isp.replace("lib:isp", "gone.yaml"), /gone\.yaml.*no such file/],
    ] as const) {
      const answer = await run(["o.yaml"], { "o.yaml": text });
      expect(answer).toMatchObject({ code: 1, out: "" });
      expect(answer.err).toMatch(message);
    }
    expect(await run(["lib:nic-only", "--simulate"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("needs a scenario"),
    });
    expect(await run(["lib:isp", "--rules", "s9"])).toMatchObject({ code: 2, out: "" });
    expect(await run([])).toMatchObject({ code: 2 });
  });
});
