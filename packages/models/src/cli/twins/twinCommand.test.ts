import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const element = (label: string, program: string) => ({
  ...{ kind: "switch", label, nodeId: 1, program, device: "agilio-cx", path: "max" },
  port: label === "s1" ? 1 : 2,
});
const segment = (id: string, elements: object[]) => ({
  ...{ id, name: `Segment ${id}`, kind: "uc1", plUs: 100, dlUs: 200 },
  ...{ from: { nodeId: 1 }, to: { nodeId: 1 }, elements },
});
const deployment = JSON.stringify({
  id: "d0c7e7e0-0000-4000-8000-000000000000",
  name: "edge",
  status: "active",
  segments: [
    segment("route", [element("s1", "lib:l3fwd")]),
    segment("vxlan", [element("s2", "lib:vxlan_decap")]),
    segment("stored", [element("s3", "9b2e2c60-0000-4000-8000-000000000000")]),
  ],
});
/** Two buckets of ten seconds of a part. */
const series = (segmentId: string, part: number, meanUs: number) => ({
  ...{ segmentId, part, startMs: [0, 10_000], count: [500, 500], meanUs: [meanUs - 1, meanUs + 1] },
  ...{ p50Us: [null, null], p95Us: [null, null], p99Us: [null, null], maxUs: [null, null] },
  ...{ abovePl: [0, 0], aboveDl: [0, 0], dropped: [0, 0] },
});
const windows = (routeUs: number) =>
  JSON.stringify({
    bucketMs: 10_000,
    series: [0, 1].flatMap((part) => [series("route", part, routeUs), series("vxlan", part, 10)]),
  });
const twin = (argv: readonly string[], files: Record<string, string> = {}) =>
  runInProcess(["twin", "d.json", ...argv], { files: { "d.json": deployment, ...files } });

describe("p4twin twin", () => {
  it("predicts every segment as the server does, and says what it needs for a program that a server stores", async () => {
    const { code, out, err } = await twin([]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // 8.56 us is the thesis' estimate for L3Fwd on the Agilio (Table 4.1)
    expect(out).toMatch(/^route +8\.56/m);
    expect(out).toMatch(
      /note: stored: s3: give the program by --program 9b2e2c60-0000-4000-8000-000000000000=FILE/,
    );
    const given = await twin([
      "--program",
      "9b2e2c60-0000-4000-8000-000000000000=lib:l3fwd",
      "--segment",
      "stored",
    ]);
    expect(given.out).toMatch(/^stored +8\.56/m);
  });

  it("a path that waits for its rule takes what the control agent of the device takes; unknown where none is published", async () => {
    const waits = (device: string) => ({
      ...element("s1", "lib:l3fwd"),
      ...{
        device,
        queue: { ratePps: 1e6, offeredPps: 100 },
        controller: { newFlowShare: 0.1, serviceUs: 240, installs: "exact" },
      },
    });
    const predicted = async (device: string) => {
      const d = JSON.stringify({ ...JSON.parse(deployment), segments: [segment("first", [waits(device)])] });
      const { out, err } = await runInProcess(["twin", "d.json", "--json"], { files: { "d.json": d } });
      expect(err).toBe("");
      return JSON.parse(out).segments[0].prediction;
    };
    // Sec. 3.4: 185 to 192 ms for an exact rule on the Agilio; a tenth of the packets waits for it
    const { meanUs, terms } = await predicted("agilio-cx");
    expect(terms).toContainEqual(expect.objectContaining({ label: "control agent", us: 18_850 }));
    expect(meanUs).toBeGreaterThan(18_850);
    const unknown = await predicted("t4p4s");
    expect(unknown.meanUs).toBeNull();
    expect(unknown.notes.join()).toMatch(/t4p4s publishes no response time of its control agent/);
  });

  it("compares with exported windows; a mean outside the interval exits 3", async () => {
    const inside = await twin(["--windows", "w.json", "--json"], { "w.json": windows(8.5) });
    expect(inside.code).toBe(3);
    const [route, vxlan] = JSON.parse(inside.out).segments;
    expect(route).toMatchObject({ inside: true, observed: { packets: 1000, meanUs: 8.5 } });
    expect(vxlan).toMatchObject({ inside: false });
    expect((await twin(["--windows", "w.json", "--segment", "route"], { "w.json": windows(8.5) })).code).toBe(
      0,
    );
  });

  it("reads the table of a report as it reads the windows", async () => {
    const cells = (name: string, part: string, us: number) => [
      `${name},${part},1970-01-01T00:00:00.000Z,500,${us - 1},,,,,0,0,0`,
      `${name},${part},1970-01-01T00:00:10.000Z,500,${us + 1},,,,,0,0,0`,
    ];
    const csv = [
      "segment,part,start,count,meanUs,p50Us,p95Us,p99Us,maxUs,abovePl,aboveDl,dropped",
      ...cells("Segment route", "whole segment", 12),
      ...cells('"Segment route"', "s1", 12),
      ...cells("Segment vxlan", "whole segment", 10),
      ...cells("Segment vxlan", "s2", 10),
    ].join("\r\n");
    const options = ["--refit", "agilio-cx", "--json"];
    const ofCsv = await twin(["--windows", "w.csv", ...options], { "w.csv": csv });
    const ofJson = await twin(["--windows", "w.csv", ...options], { "w.csv": windows(12) });
    expect(JSON.parse(ofCsv.out)).toEqual(JSON.parse(ofJson.out));
  });

  it("refits a profile that predicts what was observed better, and prints it for a file", async () => {
    const files = { "w.json": windows(12) };
    const { out } = await twin(["--windows", "w.json", "--refit", "agilio-cx"], files);
    expect(out).toMatch(/refit of agilio-cx\n/);
    const { refit } = JSON.parse(
      (await twin(["--windows", "w.json", "--refit", "agilio-cx", "--json"], files)).out,
    );
    expect(refit.samples).toBe(2);
    expect(refit.after).toBeLessThan(refit.before);
    const made = await twin(["--windows", "w.json", "--refit", "agilio-cx", "--profile"], files);
    expect(JSON.parse(made.out)).toMatchObject({ id: "agilio-cx-refit" });
    const again = await twin(["--windows", "w.json", "--device", "agilio-cx=new.json", "--json"], {
      ...files,
      "new.json": made.out,
    });
    const share = (text: string): number => Math.abs(JSON.parse(text).segments[0].residual.share);
    expect(share(again.out)).toBeLessThan(share((await twin(["--windows", "w.json", "--json"], files)).out));
  });

  it.each([
    [["--refit", "agilio-cx"], {}, 2, /--refit needs the windows/],
    [["--segment", "nowhere"], {}, 2, /no segment "nowhere"; there are route, vxlan, stored/],
    [["--program", "x"], {}, 2, /--program takes REF=FILE/],
    [["--windows", "w.csv"], { "w.csv": "a,b\n1,2\n" }, 1, /no column segment, part, start, count, meanUs/],
    [
      ["--windows", "w.csv"],
      { "w.csv": "segment,part,start,count,meanUs\nroute,whole segment,x,1,2\n" },
      1,
      /no instant/,
    ],
  ])("refuses %j", async (argv, files, code, message) => {
    const refused = await twin(argv, files);
    expect(refused.code).toBe(code);
    expect(refused.err).toMatch(message);
  });
});
