import { describe, expect, it } from "vitest";
import { analyseFixture, analyseLibrary } from "../fixtures/readFixture.ts";
import { type Probabilities, probabilitiesSchema } from "../probabilities.ts";
import { unknownPlaces } from "./arcShares.ts";
import type { PathCost } from "./costGraph.ts";
import { expectedCost } from "./expectedCost.ts";

/** Number of applied tables. */
const tables: PathCost = {
  start: "",
  step: (state, event) => ({ state, cost: event.kind === "count" && event.construct === "table" ? 1 : 0 }),
  end: () => 0,
};
const given = (probabilities: Partial<Probabilities>): Probabilities =>
  probabilitiesSchema.parse(probabilities);

const firewall = (probabilities: Partial<Probabilities>) => {
  const { walks } = analyseLibrary("l3fwd_firewall");
  return walks && expectedCost(walks, tables, given(probabilities));
};

describe("expected cost", () => {
  it("[B5] parser states divide packets, and tests that a path has decided are not asked again", () => {
    const states = { start: { parse_ipv4: 0.8 }, parse_ipv4: { parse_udp: 0.5 } };
    // isValid follows from the parser, whatever is said about it
    const found = firewall({ states, conditions: { "hdr.ipv4.isValid()": 0 } });
    expect(found?.mean).toBeCloseTo(0.4 * 2 + 0.4 * 1, 12);
    expect(found?.assumed).toEqual(["table ipv4_lpm", "table udp_firewall"]);
    expect(found?.deviation).toBeCloseTo(Math.sqrt(0.4 * 4 + 0.4 - 1.2 ** 2), 9);
  });

  it("[B5] outcomes have their own shares and means", () => {
    const found = firewall({
      states: { start: { parse_ipv4: 1 }, parse_ipv4: { parse_udp: 0.25 } },
      tables: { ipv4_lpm: { ipv4_forward: 1 }, udp_firewall: { drop: 0.4, NoAction: 0.6 } },
    });
    const byName = new Map(found?.outcomes.map((each) => [each.outcome, each]));
    expect(byName.get("drop")?.probability).toBeCloseTo(0.1, 12);
    expect(byName.get("drop")?.mean).toBe(2);
    expect(byName.get("forward")?.mean).toBeCloseTo((0.75 * 1 + 0.15 * 2) / 0.9, 12);
    expect(found?.assumed).toEqual([]);
  });

  it("[B5] a condition goes by its text or its line, hit and miss by their names", () => {
    const { walks, report } = analyseFixture("tutorial/firewall.p4");
    expect(report.diagnostics).toEqual([]);
    if (!walks) throw new Error("no walks");
    const condition = walks.exploration.order.find((each) => each.node.kind === "condition")?.node;
    const lines = { [condition?.label ?? ""]: 0.5, [`line ${condition?.span?.line}`]: 0.5 };
    expect(unknownPlaces(walks, given({ conditions: lines }))).toEqual([]);
    const always = expectedCost(walks, tables, given({ conditions: { [condition?.label ?? ""]: 1 } }));
    expect(always?.mean).not.toBeNull();
    expect(unknownPlaces(walks, given({ tables: { nowhere: {} }, states: { lost: {} } }))).toEqual([
      expect.stringMatching(/^no table nowhere; there are /),
      expect.stringMatching(/^no parser state lost; there are start, /),
    ]);
  });

  it("[B5] shares of one place add up to 1 at most", () => {
    expect(probabilitiesSchema.safeParse({ tables: { t: { a: 0.6, b: 0.6 } } }).success).toBe(false);
    expect(probabilitiesSchema.safeParse({ tables: { t: { a: 0.6, b: 0.4 } } }).success).toBe(true);
    expect(probabilitiesSchema.safeParse({ table: {} }).success).toBe(false);
  });
});
