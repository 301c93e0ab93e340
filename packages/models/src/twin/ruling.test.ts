import { describe, expect, it } from "vitest";
import { type RulingFacts, rule } from "./ruling.ts";

const predicted = { meanUs: 400, lowUs: 380, highUs: 420, packet: null, errors: null, terms: [], notes: [] };
const element = (index: number, label: string, kind: "switch" | "vnf", meanUs: number, usual: number) => ({
  index,
  label,
  kind,
  meanUs,
  predicted: { meanUs: usual, highUs: usual + 10 },
});
const calm: RulingFacts = {
  observation: { count: 1000, dropped: 0, meanUs: 405, p99Us: 500 },
  prediction: predicted,
  alarmRaised: false,
  event: null,
  overloaded: [],
  filled: [],
  drift: { phase: "watching", sinceMs: null, shift: null },
  pathChange: null,
  elements: [element(0, "s1", "switch", 100, 100), element(1, "firewall", "vnf", 305, 300)],
};
const slow = (label: "s1" | "firewall", us: number): Partial<RulingFacts> => ({
  observation: { count: 1000, dropped: 0, meanUs: 405 + us, p99Us: 900 },
  elements: calm.elements.map((e) => (e.label === label ? { ...e, meanUs: (e.meanUs ?? 0) + us } : e)),
});
const drifted = { phase: "drifted", sinceMs: 5000, shift: 0.08 } as const;

describe("the decision table, row by row", () => {
  it.each<[number, string, Partial<RulingFacts>, object]>([
    [
      1,
      "nothing arrived",
      { observation: { count: 0, dropped: 0, meanUs: null, p99Us: null } },
      { verdict: "noData", title: "no data", cause: null },
    ],
    [
      2,
      "all packets dropped",
      { observation: { count: 0, dropped: 9, meanUs: null, p99Us: null } },
      { verdict: "violated", cause: "loss" },
    ],
    [
      2,
      "more than 1 % dropped, whatever else",
      {
        ...slow("s1", 900),
        alarmRaised: true,
        observation: { count: 98, dropped: 2, meanUs: 1300, p99Us: 2000 },
      },
      { verdict: "violated", cause: "loss" },
    ],
    [
      3,
      "another path",
      { pathChange: "packets pass node 7, which is not described" },
      { verdict: "violated", cause: "path" },
    ],
    [
      4,
      "more load than a queue serves",
      { overloaded: [{ index: 0, label: "s1" }], alarmRaised: true },
      { verdict: "violated", cause: "overload", element: "s1" },
    ],
    [
      5,
      "alarm without any prediction: what the hop takes of all",
      {
        ...slow("s1", 9_000),
        alarmRaised: true,
        event: { cause: "unknown", hop: "s1" },
        prediction: { ...predicted, meanUs: null, lowUs: null, highUs: null },
        elements: [
          { ...element(0, "s1", "switch", 9_100, 0), predicted: { meanUs: null, highUs: null } },
          { ...element(1, "firewall", "vnf", 305, 0), predicted: { meanUs: null, highUs: null } },
        ],
      },
      {
        element: "s1",
        line: "network problem: latency above the alarm threshold at s1; observed 9.40 ms, no prediction; s1 takes 9.10 ms of 9.40 ms",
      },
    ],
    [
      5,
      "alarm, and the load explains it",
      { alarmRaised: true },
      { verdict: "violated", cause: "late", explained: true },
    ],
    [
      5,
      "alarm, and a queue that the load does not fill explains it",
      { alarmRaised: true, filled: [{ index: 0, label: "s1", depth: 41.6 }] },
      {
        verdict: "violated",
        cause: "queueing",
        element: "s1",
        headline: "latency above the alarm threshold at s1",
        line: "network problem: latency above the alarm threshold at s1; observed 405 µs, predicted 400 µs behind this queue; 42 packets in the queue of s1 explain it, other traffic fills it",
      },
    ],
    [
      6,
      "alarm, a switch takes longer",
      { ...slow("s1", 500), alarmRaised: true },
      { verdict: "violated", cause: "queueing", explained: false, element: "s1" },
    ],
    [
      6,
      "alarm, the VNF takes longer",
      { ...slow("firewall", 500), alarmRaised: true },
      { verdict: "violated", cause: "vnf", element: "firewall" },
    ],
    [
      6,
      "alarm, nobody stands out",
      { observation: { count: 9, dropped: 0, meanUs: 450, p99Us: 900 }, alarmRaised: true },
      { verdict: "violated", cause: "late", element: null },
    ],
    [
      7,
      "a drift was called",
      { ...slow("firewall", 32), drift: drifted },
      { verdict: "drifts", title: "model drifts", cause: "shift", sinceMs: 5000, element: "firewall" },
    ],
    [
      7,
      "an alarm outranks a drift",
      { ...slow("firewall", 500), alarmRaised: true, drift: drifted },
      { verdict: "violated" },
    ],
    [8, "off from the start", slow("s1", 60), { verdict: "drifts", cause: "offset", element: "s1" }],
    [
      8,
      "outside the interval but within 5 %",
      {
        observation: { count: 9, dropped: 0, meanUs: 419, p99Us: 500 },
        prediction: { ...predicted, highUs: 410 },
      },
      { verdict: "holds" },
    ],
    [
      9,
      "as predicted",
      {},
      {
        verdict: "holds",
        title: "model holds",
        explained: true,
        line: "model holds: observed 405 µs, predicted 400 µs at this load",
      },
    ],
    [
      9,
      "far off a prediction without an interval: nobody knows whether the model holds",
      { ...slow("s1", 95), prediction: { ...predicted, lowUs: null, highUs: null } },
      {
        ...{ verdict: "holds", explained: null },
        line: "unknown whether the model holds: off by +25 %, and the prediction has no interval; observed 500 µs, predicted 400 µs at this load",
      },
    ],
    [
      9,
      "near a prediction without an interval",
      { prediction: { ...predicted, lowUs: null, highUs: null } },
      { verdict: "holds", line: "model holds: observed 405 µs, predicted 400 µs at this load" },
    ],
    [
      9,
      "nothing is predicted",
      {
        prediction: {
          ...{ meanUs: null, lowUs: null, highUs: null, packet: null, errors: null },
          ...{ terms: [], notes: ["s1: no estimate"] },
        },
      },
      { verdict: "holds", explained: null, line: "no prediction: s1: no estimate" },
    ],
  ])("[T14] row %i: %s", (_row, _what, change, expected) => {
    expect(rule({ ...calm, ...change })).toMatchObject(expected);
  });

  it("[T14] the line names what stands out, with both numbers", () => {
    const { line } = rule({ ...calm, ...slow("firewall", 500), alarmRaised: true });
    expect(line).toBe(
      "network problem: latency above the alarm threshold at firewall; observed 905 µs, predicted 400 µs at this load; firewall takes 805 µs, predicted 300 µs",
    );
  });

  describe("[T14] a switch that a segment passes twice", () => {
    const twice = [
      element(0, "s1", "switch", 48, 49),
      element(1, "firewall", "vnf", 304, 300),
      element(2, "s1", "switch", 10_600, 10_590),
    ];
    const raised = { ...calm, elements: twice, alarmRaised: true };
    const event = { cause: "queueing", hop: "s1" } as const;

    it("is blamed at the pass whose queue explains the latency, not at its first", () => {
      const filled = [{ index: 2, label: "s1", depth: 63 }];
      expect(rule({ ...raised, event, filled })).toMatchObject({ element: "s1", elementIndex: 2 });
    });
    it("is blamed at the pass that takes longest where no queue and no excess decides", () => {
      expect(rule({ ...raised, event })).toMatchObject({ element: "s1", elementIndex: 2 });
    });
    it("is blamed at the pass whose queue is overloaded", () => {
      const overloaded = [{ index: 2, label: "s1" }];
      expect(rule({ ...raised, overloaded })).toMatchObject({ cause: "overload", elementIndex: 2 });
    });
  });

  it("[T14] loss names the element whose queue overflows, so that no page says that none stands out", () => {
    const ruling = rule({
      ...calm,
      ...slow("s1", 3520),
      observation: { count: 905, dropped: 95, meanUs: 3925, p99Us: 10_700 },
      alarmRaised: true,
      event: { cause: "queueing", hop: "s1" },
    });
    expect(ruling).toMatchObject({ cause: "loss", element: "s1", elementIndex: 0 });
    expect(ruling.headline).toBe("9.5 % of packets dropped at s1");
  });

  it("[T14] follows the open event in cause and culprit", () => {
    const event = { cause: "processing", hop: "s1" } as const;
    const ruling = rule({ ...calm, ...slow("firewall", 500), alarmRaised: true, event });
    expect(ruling).toMatchObject({ cause: "processing", element: "s1", elementIndex: 0 });
    const twice = [...calm.elements, element(2, "s1", "switch", 900, 100)];
    expect(rule({ ...calm, elements: twice, alarmRaised: true, event }).elementIndex).toBe(2);
  });

  it("[T14] a model that holds has no culprit, even when an element is a little slow", () => {
    expect(rule({ ...calm, ...slow("s1", 15) })).toMatchObject({
      verdict: "holds",
      element: null,
      elementIndex: null,
    });
  });
});
