import { expect, test } from "vitest";
import type { FrozenTwin } from "./frozen.ts";
import { reportCsv } from "./reportCsv.ts";

const column = [1.5, null];
const twin: FrozenTwin = {
  deployment: { id: "d", name: "D" },
  thresholdHistory: [],
  voids: [],
  observed: {
    range: { from: "2026-01-01T00:00:00Z", to: "2026-01-01T00:00:10Z" },
    bucketMs: 5000,
    twin: {
      name: "D",
      chainName: null,
      revision: 1,
      segments: [
        {
          segment: {
            id: "s",
            name: '=1+1, "quoted"',
            kind: "uc1",
            plUs: 1,
            dlUs: 2,
            elements: [{ kind: "switch", label: "s1" }],
          },
          prediction: { meanUs: null, lowUs: null, highUs: null, terms: [], notes: [] },
          elementPredictions: [],
        },
      ],
    },
    states: [],
    events: [],
    series: [
      {
        segmentId: "s",
        part: 1,
        startMs: [0, 5000],
        count: [3, 0],
        meanUs: column,
        p50Us: column,
        p95Us: column,
        p99Us: column,
        maxUs: column,
        abovePl: [1, 0],
        aboveDl: [0, 0],
        dropped: [2, 0],
      },
    ],
  },
};

test("one line a bucket and part; unknown is empty, names run no formula", () => {
  expect(reportCsv("twin", twin)?.split("\r\n")).toEqual([
    "segment,part,start,count,meanUs,p50Us,p95Us,p99Us,maxUs,abovePl,aboveDl,dropped",
    `"'=1+1, ""quoted""",s1,1970-01-01T00:00:00.000Z,3,1.5,1.5,1.5,1.5,1.5,1,0,2`,
    `"'=1+1, ""quoted""",s1,1970-01-01T00:00:05.000Z,0,,,,,,0,0,0`,
    "",
  ]);
});

test("a snapshot of another form has no table", () => {
  expect(reportCsv("twin", { later: true })).toBeNull();
  expect(reportCsv("placement", twin)).toBeNull();
});
