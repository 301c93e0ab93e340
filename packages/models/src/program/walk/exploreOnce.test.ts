import { describe, expect, test } from "vitest";
import { analyseText } from "../analyseText.ts";
import { explore } from "./explore.ts";
import { exploreOnce } from "./exploreOnce.ts";

const SOURCE = `
#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; bit<8> b; }
struct headers { h_t h; }
struct metadata { }
parser P(packet_in p, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  state start { p.extract(hdr.h); transition accept; }
}
control C(inout headers hdr, inout metadata m) { apply { } }
control I(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  action one(bit<8> v) { hdr.h.b = v; }
  action two() { hdr.h.setInvalid(); }
  table t { key = { hdr.h.a : exact; } actions = { one; two; NoAction; } default_action = NoAction(); }
  apply { t.apply(); if (hdr.h.isValid()) { clone(CloneType.I2E, 5); } }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) { apply { hdr.h.a = 2; } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr); } }
V1Switch(P(), C(), I(), E(), C(), D()) main;
`;

const given = (entries: string) => ({
  fileName: "p.p4",
  source: SOURCE,
  includes: {},
  entries: { name: "entries.txt", text: entries },
});

/** Flows that were really explored of these, one after the other. */
function exploredOf(texts: readonly string[]) {
  const flows = new Set<unknown>();
  const remembering = exploreOnce();
  const reports = texts.map(
    (text) =>
      analyseText(given(text), {
        explore: (flow, options) => {
          const found = remembering(flow, options);
          flows.add(found);
          return found;
        },
      }).report,
  );
  return { count: flows.size, reports };
}

describe("exploring the two sides of a change", () => {
  const many = (count: number): string =>
    Array.from({ length: count }, (_, i) => `table_add t one ${i} => 1`).join("\n");

  test.each([
    ["for the same keys", "table_add t one 1 => 4", "table_add t one 1 => 9"],
    ["by so many entries that keys decide nothing", many(70), many(80)],
  ])(
    "entries that install the same actions %s are explored once, and answer as they do alone",
    (_, old, now) => {
      const alone = [old, now].map((text) => analyseText(given(text), { explore }).report);
      const both = exploredOf([old, now]);
      expect(both.reports).toEqual(alone);
      expect(both.reports[1]?.paths.length).toBeGreaterThan(1);
      expect(both.count).toBe(exploredOf([old]).count);
    },
  );

  test("entries that install other actions are explored for themselves", () => {
    const [old, now] = ["table_add t one 1 => 1", "table_add t two 1 =>"] as const;
    const both = exploredOf([old, now]);
    expect(both.reports).toEqual([old, now].map((text) => analyseText(given(text)).report));
    expect(both.count).toBe(2 * exploredOf([old]).count);
  });

  test("of many the ones asked for last are kept", () => {
    const flows: Parameters<typeof explore>[0][] = [];
    analyseText(given(""), {
      explore: (flow, options) => {
        flows.push(flow);
        return explore(flow, options);
      },
    });
    const remembering = exploreOnce();
    const ask = (vertexLimit: number) => remembering(flows[0]!, { vertexLimit, keeps: "everything" });
    const [one, two] = [ask(1001), ask(1002)];
    for (let limit = 1003; limit <= 1008; limit++) ask(limit);
    expect(ask(1001)).toBe(one);
    ask(1009);
    expect(ask(1001)).toBe(one);
    expect(ask(1002)).not.toBe(two);
  });

  test("large ones are kept as long as all that are have so many vertices together", () => {
    const flows: Parameters<typeof explore>[0][] = [];
    analyseText(given(""), {
      explore: (flow, options) => {
        flows.push(flow);
        return explore(flow, options);
      },
    });
    const size = explore(flows[0]!, { vertexLimit: 1000, keeps: "everything" })!.order.length;
    const remembering = exploreOnce(2 * size);
    const ask = (vertexLimit: number) => remembering(flows[0]!, { vertexLimit, keeps: "everything" });
    const [one, two, three] = [ask(1001), ask(1002), ask(1003)];
    expect(ask(1002)).toBe(two);
    expect(ask(1003)).toBe(three);
    expect(ask(1001)).not.toBe(one);
    const alone = exploreOnce(1);
    expect(alone(flows[0]!, { vertexLimit: 9, keeps: "everything" })).toBe(
      alone(flows[0]!, { vertexLimit: 9, keeps: "everything" }),
    );
  });
});
