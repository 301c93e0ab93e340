import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";

describe("p4twin devices --offered", () => {
  it("says what comes out and what is lost at a measured size (Famelis, Table 8: 78.35 % of 13.2 Mpps at 64 B)", async () => {
    const argv = ["devices", "p4-dpdk-cx5", "--offered", "13.2", "--frame", "64"];
    const { code, out } = await runInProcess(argv);
    expect(code).toBe(0);
    expect(out).toMatch(/ Mpps \(.* Gbps\) come out, 7[789]\.\d % are lost; .*famelis, Table 8/);
    const json = JSON.parse((await runInProcess([...argv, "--json"])).out);
    expect(json.lossShare).toBeCloseTo(0.7835, 1);
  });

  it.each([
    [["cpu", "--offered", "1", "--frame", "64"], 1, /no throughput of cpu is known for frames of 64 B/],
    [["p4-dpdk-cx5", "--offered", "1"], 2, /--offered and --frame go together/],
    [["--offered", "1", "--frame", "64"], 2, /--offered needs a device/],
  ])("%j is refused", async (argv, code, text) => {
    const ran = await runInProcess(["devices", ...argv]);
    expect([ran.code, ran.err]).toEqual([code, expect.stringMatching(text)]);
  });
});
