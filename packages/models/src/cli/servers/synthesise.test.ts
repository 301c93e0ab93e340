import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { checkP4 } from "../../p4/index.ts";
import { synthesisReportSchema } from "../../synthesis/index.ts";

const run = (argv: readonly string[], files: Record<string, string> = {}) =>
  runInProcess(["synthesise", ...argv], { files });
const click = "FromDevice(in) -> IPFilter(allow udp, drop all) -> DecIPTTL -> ToDevice(out);";

describe("p4twin synthesise", () => {
  it("prints the classes of the thesis' example, as a table and as JSON", async () => {
    const table = await run(["lib:thesis-example"]);
    expect(table).toMatchObject({ code: 0, err: "" });
    expect(table.out).toMatch(/3 traffic classes/);
    expect(table.out).toMatch(/18 -> 5 +2014 -> 695/);
    const { code, out } = await run(["lib:thesis-example", "--json"]);
    expect(code).toBe(0);
    expect(synthesisReportSchema.parse(JSON.parse(out)).classes).toHaveLength(3);
  });

  it("takes a Click configuration, an ACL, and a chain with files beside it", async () => {
    const acl = "@10.0.0.0/8 0.0.0.0/0 0 : 65535 80 : 80 0x06/0xFF\n";
    const chain =
      'version: 1\nfunctions: [{ id: fw, acl: { rules: { file: rules.txt } } }]\nentries: ["[in]fw"]\n';
    const files = {
      "/work/nf.click": click,
      "nf.click": click,
      "a/fw.acl": acl,
      "a/chain.yaml": chain,
      "a/rules.txt": acl,
    };
    expect((await run(["nf.click"], files)).out).toMatch(/^click: 2 traffic classes/);
    expect((await run(["a/fw.acl"], files)).out).toMatch(/^acl: 2 traffic classes/);
    expect((await run(["a/chain.yaml"], files)).out).toMatch(/^fw: 2 traffic classes/);
    expect(await run(["a/chain.yaml"], { "a/chain.yaml": chain })).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("rules.txt"),
    });
  });

  it("prints what a server carries of a chain over its cores, and the cores for a load", async () => {
    const { code, out } = await run(["lib:thesis-example", "--server", "xeon-e5-2667v3", "--gbps", "20"]);
    expect(code).toBe(0);
    expect(out).toMatch(/the NIC lets 31.50 Gbps through; every packet as the dearest class/);
    expect(out).toMatch(/^ +8 +\d+\.\d+ to \d+\.\d+ +cores +\d+\.\d+ to 31\.50 +port/m);
    expect(out).toMatch(/20 Gbps: \d+ cores for the chain, [1-4] for one function/);
    const json = await run(["lib:thesis-example", "--server", "xeon-e5-2667v3", "--shares", "0=1", "--json"]);
    const { synthesised, basis } = JSON.parse(json.out);
    expect(basis).toBe("shares");
    // a dropped packet costs Strip and classifier
    expect(synthesised[0].boundBy).toBe("cores");
    expect(synthesised[7].boundBy).toBe("port");
    // perf counted 6.4e9 cycles over 2e6 packets of class 2: 3200 and 100 for input and output on 3.2 GHz
    const counted = (rows: string) => ({ "run.csv": `function,packets,cycles\n${rows}` });
    const measured = (rows: string) =>
      run(
        ["lib:thesis-example", "--server", "xeon-e5-2667v3", "--measured", "run.csv", "--json"],
        counted(rows),
      );
    const own = JSON.parse((await measured("class 2,2000000,6400000000\n")).out);
    expect(own.synthesised[0].pps).toBeCloseTo(3.2e9 / 3300, 3);
    expect((await measured("class 7,1,1\n")).err).toMatch(/class 0" to "class 2"/);
    for (const [args, why] of [
      [["--server", "pdp-11"], /no such server in the library; there are xeon/],
      [["--server", "xeon-e5-2667v3", "--driver", "x"], /--driver takes dpdk, kernel, user/],
      [["--server", "xeon-e5-2667v3", "--nic", "x"], /--nic takes intel/],
      [["--server", "xeon-e5-2667v3", "--shares", "9=1"], /classes 0 to 2/],
      [["--gbps", "5"], /--gbps needs --server/],
    ] as const)
      expect((await run(["lib:thesis-example", ...args])).err).toMatch(why);
  });

  it("prints a Click configuration that times its classes, and takes what it prints", async () => {
    const { code, out } = await run(["lib:thesis-example", "--to", "click", "--timed"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^FromDump\(\$in, STOP true\) -> SetTimestamp -> measuring0 :: TimestampAccum -> /m);
    expect(out).not.toMatch(/FromDevice|ToDevice/);
    // classes have the numbers that the table of classes has
    expect(out).toMatch(
      /print "\$\(if \$\(gt \$\(time\d+\.count\) 0\) class #none\) 1,\$\(time\d+\.count\),/,
    );
    expect(out).toMatch(/ class #none\) 2,.*"\);$/m);

    // as Click 2.1 printed it: 25 ns to read the clock, 476 more for class 2
    const csv =
      "function,packets,runMs\nmeasuring 0,20000,0.5\n#known 1,5,1\n#none 1,0,0\nclass 2,10000,5.01\n";
    const on = ["lib:thesis-example", "--server", "xeon-e5-2667v3", "--measured", "run.csv"];
    const json = await run([...on, "--ghz", "2.5", "--json"], { "run.csv": csv });
    expect(JSON.parse(json.out).synthesised[0].pps).toBeCloseTo(3.2e9 / (1190 + 100), 3);
    // of several runs the least counts for each row, and one that cannot be is refused
    const disturbed = csv.replace("0.5\n", "0.9\n").replace("5.01", "115.7");
    const both = await run([...on, "--ghz", "2.5", "--json"], { "run.csv": `${disturbed}${csv}` });
    expect(both.out).toBe(json.out);
    expect(await run([...on, "--ghz", "2.5"], { "run.csv": csv.replace("0.5\n", "10.1\n") })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/class 2 took no longer than reading the clock/),
    });
    expect(await run(on, { "run.csv": csv })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/has times: --ghz is the clock/),
    });
    for (const argv of [["--timed"], ["--to", "p4", "--timed"], ["--ghz", "2"]])
      expect(await run(["lib:thesis-example", ...argv])).toMatchObject({ code: 2, out: "" });
  });

  it("says which interface a port or device is, in JSON too; what is entry and exit has one number", async () => {
    const both =
      "FromDevice(a) -> IPFilter(allow udp, drop all) -> ToDevice(b); FromDevice(b) -> ToDevice(a);";
    const files = { "nf.click": both };
    const asked = async (to: string) =>
      JSON.parse((await run(["nf.click", "--to", to, "--json"], files)).out);
    const ports = { "click[a]": 1, "click[b]": 2 };
    expect(await asked("openflow")).toMatchObject({ ports, serverPort: 3 });
    expect(await asked("p4")).toMatchObject({ ports, serverPort: 3 });
    expect(await asked("click")).toMatchObject({ devices: { "click[a]": "a", "click[b]": "b" } });
    expect((await run(["nf.click", "--to", "openflow"], files)).out).toMatch(/^# port 2: click\[b\]$/m);
    expect((await run(["nf.click", "--to", "p4"], files)).out).toMatch(/^\/\/ port 2: click\[b\]$/m);
  });

  it("prints a target", async () => {
    const p4 = await run(["lib:isp", "--to", "p4", "--json"]);
    const { program, commands, serverPort } = JSON.parse(p4.out);
    expect(checkP4({ file: "made.p4", text: program }).diagnostics).toEqual([]);
    expect(commands).toMatch(/^table_add tcu_classify set_tcu 1 /);
    expect(serverPort).toBe(4);
    const whole = await run(["lib:isp", "--to", "p4"]);
    expect(checkP4({ file: "made.p4", text: whole.out }).diagnostics).toEqual([]);
    expect((await run(["lib:isp", "--to", "openflow"])).out).toMatch(/^table=0,priority=1,/m);
    expect((await run(["lib:isp", "--to", "click"])).out).toMatch(/-> Strip\(14\)/);
  });

  it("exits 3 with the place when the chain is cut, and prints what was found", async () => {
    const nat = "FromDevice(in) -> IPRewriter(pattern 1.2.3.4 1024-65535 - - 0 0) -> ToDevice(out);";
    const filter = "FromDevice(in) -> IPFilter(allow src port 2000, drop all) -> ToDevice(out);";
    const chain = `version: 1\nfunctions: [{ id: nat, click: { text: "${nat}" } }, { id: fw, click: { text: "${filter}" } }]\nlinks: ["nat[out] -> [in]fw"]\nentries: ["[in]nat"]\n`;
    const { code, out, err } = await run(["c.yaml"], { "c.yaml": chain });
    expect(code).toBe(3);
    expect(err).toMatch(/^c\.yaml#fw:1:\d+: warning: cut here: IPFilter .* reads srcPort.*\[synthesis-cut\]/);
    expect(out).toMatch(/cut at fw\//);
    expect(await run(["c.yaml", "--to", "click"], { "c.yaml": chain })).toMatchObject({ code: 3, out: "" });
  });

  it("exits 1 for bad input, 2 for bad usage, 3 for too many filters", async () => {
    expect(await run(["x.click"], { "x.click": "FromDevice(a) -> -> Discard;" })).toMatchObject({
      code: 1,
      out: "",
    });
    expect(await run(["nf.click", "--to", "netconf"], { "nf.click": click })).toMatchObject({
      code: 2,
      out: "",
    });
    expect(await run([])).toMatchObject({ code: 2 });
    expect(await run(["nf.click", "--max-filters", "1"], { "nf.click": click })).toMatchObject({
      code: 3,
      out: "",
    });
  });
});
