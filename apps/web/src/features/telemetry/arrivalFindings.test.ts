import { expect, test } from "vitest";
import { arrivalFindings, type BoundTo, type Heard } from "./arrivalFindings.ts";
import { flowFits } from "./flowFits.ts";

const FLOW = { src: "10.0.1.1", dst: "10.0.2.2", proto: 17, srcPort: 43_000, dstPort: 45_000 };
const SEGMENT: BoundTo = {
  id: "s2",
  name: "Segment 2",
  from: { nodeId: 3, port: 1 },
  to: { nodeId: 3, port: 2 },
  flows: [{ ...FLOW, src: "10.0.1.0/24" }],
};
const hop = (nodeId: number, ingressPort: number | null = 1, egressPort: number | null = 2) => ({
  nodeId,
  ingressPort,
  egressPort,
});
const report = (
  reason: string,
  path: Heard["unmatchedReports"][number]["path"],
  flow = FLOW,
): Heard["unmatchedReports"][number] => ({
  exporter: "10.9.0.1",
  reason,
  flow,
  path,
  seen: 1,
  lastMs: 99_000,
});
const heard = (
  unmatchedReports: Heard["unmatchedReports"],
  nodeIds: number[] = [7],
  change: Partial<Heard["exporters"][number]> = {},
): Heard => ({
  atMs: 100_000,
  unmatchedReports,
  exporters: [
    {
      address: "10.9.0.1",
      label: null,
      nodeIds,
      lastHeardMs: 99_500,
      reports: 10,
      decoded: 10,
      received: 10,
      ...change,
    },
  ],
});

test("postcards of a segment across switches that are not joined are told as such", () => {
  const across = { ...SEGMENT, to: { nodeId: 4, port: null } };
  const state = heard([report("to-not-on-path", [hop(3, 1, 7)])], [3]);
  const [finding] = arrivalFindings([across], state, () => 0);
  expect(finding.text).toMatch(/has one hop, node 3: postcards, which are not joined/);
  expect(finding.remedy).toMatch(/Choose under “Postcards”/);
  const [joined] = arrivalFindings([{ ...across, pairBy: "sequence" }], state, () => 0);
  expect(joined.text).not.toMatch(/not joined/);
});

test.each<[string, Heard, RegExp, RegExp | null]>([
  [
    "nobody",
    { atMs: 1, unmatchedReports: [], exporters: [] },
    /No switch has sent anything/,
    /Point a switch here/,
  ],
  ["quiet", heard([], [3], { lastHeardMs: 0 }), /gone quiet/, /up/],
  [
    "another node",
    heard([report("from-not-on-path", [hop(7)])]),
    /10\.0\.1\.1 port 43000 to 10\.0\.2\.2 port 45000\) pass nodes 7, but the segment begins at node 3/,
    /Change the node of “From”/,
  ],
  [
    "another port",
    heard([report("from-not-on-path", [hop(3, 5)])], [3]),
    /enter node 3 by port 5, but the segment begins at port 1/,
    /Change the port of “From” to 5/,
  ],
  [
    "postcards of which one is missing",
    heard([report("pair-missing", [hop(3, 1, 7)])], [3]),
    /never all of a packet within a second: nodes 3/,
    /whether both ends report/,
  ],
  [
    "no port",
    heard([report("from-not-on-path", [hop(3, null, null)])], [3]),
    /name node 3, where the segment begins, but not the port/,
    /Leave the port of “From” open/,
  ],
  [
    "the end",
    heard([report("from-not-on-path", [hop(7)]), report("to-not-on-path", [hop(3, 1, 9)])], [3, 7]),
    /leave node 3 by port 9, but the segment ends at port 2/,
    /Change the port of “To” to 9/,
  ],
  ["no latency", heard([report("latency-unknown", [hop(3)])], [3]), /say no latency/, /timestamps/],
  [
    "not heard",
    heard([report("no-flow", [hop(7)], { ...FLOW, dst: "10.9.9.9" })]),
    /Node 3 is not heard\. Heard are 7\./,
    /Correct the node id/,
  ],
  [
    "not readable",
    heard([], [], { decoded: 0, reports: 0 }),
    /Node 3 is not heard\. No report names a node\. Of 10\.9\.0\.1 nothing can be read/,
    /Choose the dialect/,
  ],
  [
    "another flow",
    heard([report("no-flow", [hop(3)], { ...FLOW, dst: "10.9.9.9" })], [3]),
    /no report is of its flows\. Past them go 10\.0\.1\.1 port 43000 to 10\.9\.9\.9 port 45000/,
    /Correct the flows/,
  ],
  ["silence", heard([], [3]), /nothing of its flows has passed them/, /Send traffic/],
])("%s", (_, state, text, remedy) => {
  const [finding] = arrivalFindings([SEGMENT], state, () => 0);
  expect(finding).toMatchObject({ segmentId: "s2", name: "Segment 2", fits: false });
  expect(finding.text).toMatch(text);
  expect(finding.remedy ?? "").toMatch(remedy ?? /^$/);
});

test("a segment that receives packets fits, whatever else arrives", () => {
  const state = heard([report("from-not-on-path", [hop(7)])]);
  expect(arrivalFindings([SEGMENT], state, () => 1234)).toEqual([
    {
      segmentId: "s2",
      name: "Segment 2",
      fits: true,
      text: "1,234 packets in the last minute",
      remedy: null,
    },
  ]);
  expect(arrivalFindings([SEGMENT], state, () => null)[0].fits).toBe(true);
});

test("flows fit by prefix, and open fields fit everything", () => {
  const open = { src: null, dst: null, proto: null, srcPort: null, dstPort: null };
  expect(flowFits([], FLOW)).toBe(true);
  expect(flowFits([open], FLOW)).toBe(true);
  expect(flowFits([open], null)).toBe(false);
  expect(flowFits([{ ...open, dst: "10.0.2.0/24" }], FLOW)).toBe(true);
  expect(flowFits([{ ...open, dst: "10.0.3.0/24" }], FLOW)).toBe(false);
  expect(flowFits([{ ...open, dst: "fd00::/8" }], FLOW)).toBe(false);
  expect(flowFits([{ ...open, proto: 6 }], FLOW)).toBe(false);
});

test("a segment that names its exporters is held against theirs alone", () => {
  const own = { ...SEGMENT, exporters: ["10.9.0.2"] };
  const unmatchedReports = [report("from-not-on-path", [hop(7)])];
  const [silent] = arrivalFindings([own], heard(unmatchedReports, [3]), () => 0);
  expect(silent.text).toMatch(/Its exporters \(10\.9\.0\.2\) are not heard; others are/);
  const both = heard(unmatchedReports, [3]);
  const [found] = arrivalFindings(
    [own],
    { ...both, exporters: [...both.exporters, { ...both.exporters[0]!, address: "10.9.0.2", nodeIds: [8] }] },
    () => 0,
  );
  // node 3 is heard, but of another exporter
  expect(found.text).toMatch(/Node 3 is not heard\. Heard are 8\./);
});
