import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { parseTopology } from "../../topology/index.ts";

const files = {
  "topology.json":
    '{"hosts":{"h1":{"ip":"10.0.0.1"}},"switches":{"s1":{}},"links":[["h1","s1-p1","5ms",100]]}',
  "bad.json": '{"hosts":{"h1":{}},"switches":{"s1":{}},\n"links":[["h1","s2-p1"]]}',
};

describe("topology", () => {
  it("prints a Mininet topology as ours and names on standard error what it did not keep", async () => {
    const { code, out, err } = await runInProcess(["topology", "topology.json", "--profile", "npu"], {
      files,
    });
    expect(code).toBe(0);
    expect(parseTopology(out, "out.yaml").topology).toEqual({
      version: 1,
      name: "topology",
      nodes: [
        { id: "h1", kind: "host" },
        { id: "s1", kind: "device", profile: "npu" },
      ],
      links: [{ a: "h1", b: "s1", gbps: 0.1, delayUs: 5000, bPort: 1 }],
    });
    expect(err).toMatch(/^topology\.json:1:\d+: warning: "ip" of one of the hosts is not kept/m);
  });

  it("--json prints one JSON document; a cloud of the library stays what it is", async () => {
    const asYaml = await runInProcess(["topology", "lib:small-cloud"]);
    const asJson = await runInProcess(["topology", "lib:small-cloud", "--json"]);
    expect(JSON.parse(asJson.out)).toEqual(parseTopology(asYaml.out, "x").topology);
    expect(asJson.err).toBe("");
  });

  it("a wrong file exits 1 with its place, wrong usage 2", async () => {
    const bad = await runInProcess(["topology", "bad.json"], { files });
    expect(bad).toMatchObject({ code: 1, out: "" });
    expect(bad.err).toMatch(/^bad\.json:2:10: error: link to "h1" dangles.*did you mean "s1"/m);
    expect((await runInProcess(["topology", "topology.json", "--gbps", "-1"], { files })).code).toBe(2);
  });
});
