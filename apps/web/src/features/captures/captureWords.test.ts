import { expect, test } from "vitest";
import { problemText } from "./captureUpload.ts";
import {
  adviceFor,
  type CaptureSummary,
  groupedProblems,
  parsePorts,
  runWords,
  spanMs,
  standOutWords,
} from "./captureWords.ts";

const SUMMARY: CaptureSummary = {
  ...{ frames: 10, skipped: 0, datagrams: 10, decoded: 10, undecodable: 0, reports: 10, droppedPackets: 0 },
  ...{ sequenceGaps: 0, undecodableByReason: [], problems: [], otherPorts: [], formats: [], exporters: [] },
  ...{
    exporterCount: 1,
    flows: [],
    flowCount: 0,
    flowsCut: false,
    nodeCount: 1,
    units: [],
    paths: [],
    standOuts: [],
  },
  distribution: [],
  nodes: [{ nodeId: 1, hops: 10, p50Us: 1, p95Us: 1, p99Us: 1 }],
  firstNs: "1700000000000000000",
  lastNs: "1700000002500000000",
};

test.each<[string, Partial<CaptureSummary>, RegExp | null]>([
  ["all is well", {}, null],
  [
    "another port",
    { datagrams: 0, decoded: 0, reports: 0, otherPorts: [{ port: 6000, count: 9, reports: 0 }] },
    /most go to 6000/,
  ],
  [
    "reports to a port that was not named",
    { otherPorts: [{ port: 6000, count: 9, reports: 8 }] },
    /^8 of 9 datagrams to port 6000 read as INT reports and are left out/,
  ],
  ["no UDP", { datagrams: 0, decoded: 0, reports: 0 }, /no UDP datagrams/],
  ["nothing readable", { decoded: 0, reports: 0 }, /Not one datagram could be read/],
  [
    "no latency",
    { nodes: [{ nodeId: 1, hops: 0, p50Us: null, p95Us: null, p99Us: null }] },
    /no hop latency/,
  ],
  ["loss", { sequenceGaps: 3 }, /3 reports are missing by their sequence numbers\.$/],
  [
    "loss of two exporters",
    {
      sequenceGaps: 5,
      exporters: [4, 0, 1].map((sequenceGaps, i) => ({
        ...{ address: `10.0.0.${i}`, datagrams: 9, undecodable: 0, reports: 9, sequenceGaps },
      })),
    },
    /5 reports are missing by their sequence numbers: 4 of 10\.0\.0\.0, 1 of 10\.0\.0\.2\.$/,
  ],
])("%s", (_, change, text) => {
  const advice = adviceFor({ ...SUMMARY, ...change }, [32_766]);
  if (text === null) expect(advice).toEqual([]);
  else expect(advice[0]).toEqual({ text: expect.stringMatching(text), remedy: expect.any(String) });
});

test("problems of one kind stand together", () => {
  const problem = (code: string, message: string) => ({ severity: "warning" as const, code, message });
  const problems = [
    problem("port-found", "6000"),
    problem("port-found", "9555"),
    { ...problem("record-length", "cut"), severity: "error" as const },
    problem("bitmap-low-byte", "a"),
    problem("ver-nibble-mismatch", "b"),
  ];
  expect(
    groupedProblems({ problems }).map(({ title, isError, messages }) => [title, isError, messages]),
  ).toEqual([
    ["Ports that nobody named", false, ["6000", "9555"]],
    ["The file itself", true, ["cut"]],
    ["Reports that deviate from the specification", false, ["a", "b"]],
  ]);
});

test("the hop that stands out is told with its numbers", () => {
  const found = { exporter: "10.0.0.33", path: [11, 22, 33], nodeId: 22, fastestUs: 519, slowUs: 614_547 };
  expect(standOutWords({ ...found, byQueue: true, share: 0.993, deepest: 19 })).toEqual({
    title: "Node 22 makes the packets of 10.0.0.33 slow",
    text: "One packet in 20 takes 615 ms or more there, the fastest 0.519 ms: 99 % of what the path 11 → 22 → 33 takes longer. Its queue held up to 19 packets.",
  });
});

test("a capture lasts from its first to its last datagram; without times nobody knows", () => {
  expect(spanMs(SUMMARY)).toBe(2_500);
  expect(spanMs({ ...SUMMARY, firstNs: null })).toBeNull();
});

test.each([
  ["32766, 54321", [32_766, 54_321]],
  ["6000 6000", [6_000]],
  ["", null],
  ["0", null],
  ["70000", null],
  ["udp", null],
])("ports “%s”", (text, ports) => expect(parsePorts(text)).toEqual(ports));

test("runs in words", () => {
  expect(runWords({ mode: "replay", speed: 1 })).toBe("replay at its own speed");
  expect(runWords({ mode: "replay", speed: 10 })).toBe("replay at 10 times its own speed");
  expect(runWords({ mode: "fill", speed: null })).toBe("all at once, as the time before");
});

test("a refused upload is told in the server's words", () => {
  expect(problemText(409, '{"detail":"The upload was cancelled."}')).toBe("The upload was cancelled.");
  expect(problemText(502, "<html>")).toBe("The server answered 502.");
});
