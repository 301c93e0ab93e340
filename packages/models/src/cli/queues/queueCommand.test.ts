import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const queue = (argv: readonly string[], stdin = "") => runInProcess(["queue", ...argv], { stdin });
const scenario = (rest: string): string => `version: 1
name: test
devices: [{ id: agilio, serviceUs: 8.2, sigmaUs: 0.21 }]
${rest}
`;

describe("p4twin queue", () => {
  it("answers the thesis scenario; loads over the limit exit 3 with the reason", async () => {
    const { code, out, err } = await queue(["lib:thesis-sojourn", "--json"]);
    expect({ code, err }).toEqual({ code: 3, err: "" });
    const report = JSON.parse(out);
    expect(report.cases).toHaveLength(5 * 3 * 4);
    const agilio = report.cases.find(
      (c: { device: { id: string }; controller: { id: string }; newFlowShare: number }) =>
        c.device.id === "agilio-vxlan" && c.controller.id === "average" && c.newFlowShare === 0.04,
    );
    expect(agilio.limits.maxControllerUtilisation).toBeCloseTo(0.6073, 4);
    expect(agilio.points[1].simple.sojournUs).toBeCloseTo(108.68, 2);
    expect(agilio.points[1].refined.sojournUs).toBeCloseTo(67.1, 2);
    expect(agilio.points[2].refined).toMatchObject({ stable: false, reason: expect.any(String) });
  });

  it("takes the service time from a program on a profile", async () => {
    const { code, out, err } = await queue(["lib:edge-l3fwd"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // 8.56 us is the thesis' estimate for L3Fwd on the Agilio (Table 4.1)
    expect(out).toMatch(/^agilio \(8\.56 us, sigma 0\.21\); 4 % of packets visit controller average/);
    expect(out).toMatch(/stable below 104167 packets\/s, limited by the controller; rho_c,max 1\.0784/);
  });

  it("adds the simulation with its interval", async () => {
    const text = scenario("loads: { deviceUtilisation: [0.5] }");
    const { code, out } = await queue(
      ["-", "--simulate", "--packets", "20000", "--runs", "3", "--json"],
      text,
    );
    expect(code).toBe(0);
    const { simulated, refined } = JSON.parse(out).cases[0].points[0];
    expect(simulated).toMatchObject({ stable: true, packets: 60_000, runs: 3 });
    expect(Math.abs(simulated.sojournUs / refined.sojournUs - 1)).toBeLessThan(0.05);
    const table = await queue(["-", "--simulate", "--packets", "2000", "--runs", "2"], text);
    expect(table.out).toMatch(/simulated us \(95 %\)/);
  });

  it("exits 3 when the refined time is over the budget", async () => {
    const { code } = await queue(["-"], scenario("loads: { deviceUtilisation: [0.5] }\nmaxSojournUs: 12"));
    expect(code).toBe(3);
  });

  it.each([
    [
      "loads: { deviceUtilisation: [0.5], externalPps: [1] }",
      /loads is .*: give one of externalPps, .*\[bad-value\]/,
    ],
    ["newFlowShares: [0.1]\nloads: { externalPps: [1] }", /new flows visit a controller: list one/],
    ["loads: { externalPps: [-1] }", /loads.externalPps\[0\] is -1, it must be greater than 0/],
    ["load: { externalPps: [1] }", /loads is missing.*\n.*the file has no "load"/],
  ])("exits 1 with the place of %s", async (rest, message) => {
    const { code, out, err } = await queue(["-"], scenario(rest));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^<stdin>:\d+:\d+: error: /);
    expect(err).toMatch(message);
  });

  it.each([
    [
      "{ id: x, profile: asic, features: { parse: 1, modify: 0, copy: 0, remove: 0, add: 0, table: 1 } }",
      /publishes no spread.*sigmaUs.*\[unknown-spread\]/,
    ],
    [
      "{ id: x, profile: agilio, features: { parse: 1, modify: 0, copy: 0, remove: 0, add: 0, table: 1 } }",
      /no such device.*agilio-cx/,
    ],
    [
      '{ id: x, profile: agilio-cx, program: "lib:l3fwd", path: p99 }',
      /device x: path "p99": no such path.*\[unknown-path\]/,
    ],
  ])("exits 1 for the device %s", async (device, message) => {
    const { code, err } = await queue(
      ["-"],
      `version: 1\nname: t\ndevices:\n  - ${device}\nloads: { externalPps: [1] }\n`,
    );
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });

  it.each([[["-", "--runs", "1"]], [["-", "--packets", "0"]], [[]], [["-", "--what"]]])(
    "exits 2 on %j",
    async (argv) => {
      expect((await queue(argv)).code).toBe(2);
    },
  );
});
