import { describe, expect, it } from "vitest";
import { entryShares } from "../entries/entryShares.ts";
import { analyseFixture, analyseLibrary, entriesText, fixtureNames } from "../fixtures/readFixture.ts";
import { type Probabilities, probabilitiesSchema } from "../probabilities.ts";
import { ArcShares, unknownPlaces } from "./arcShares.ts";
import type { PathCost } from "./costGraph.ts";
import { expectedCost } from "./expectedCost.ts";
import type { Vertex } from "./explore.ts";
import type { ProgramWalks } from "./programWalks.ts";

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

/** Share of each path in the order of all paths, by following every way on its own. */
function walkShares(walks: ProgramWalks): number[] {
  const found: number[] = [];
  const go = (vertex: Vertex, share: number): void => {
    const divided = new ArcShares(given({})).of(vertex);
    for (const arc of vertex.arcs) {
      if (arc.to && !arc.to.alive) continue;
      const mine = share * (divided.get(arc) ?? 0);
      if (arc.to) go(arc.to, mine);
      else found.push(mine);
    }
  };
  go(walks.exploration.start, 1);
  return found;
}

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

  it("[B5] equals the sum over all listed paths when every way is equally likely", () => {
    for (const name of fixtureNames("tutorial")) {
      const { report, walks } = analyseFixture(name);
      if (!walks || report.truncated) continue;
      const found = expectedCost(walks, tables, given({}));
      const shares = walkShares(walks);
      const mean = report.paths.reduce(
        (sum, path, index) => sum + path.features.table * (shares[index] ?? 0),
        0,
      );
      expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
      expect(found?.mean).toBeCloseTo(mean, 9);
    }
  });

  it("[B6] table contents say how often each action runs", () => {
    const entry = (table: string, action_name: string, default_action = false) => ({
      table,
      action_name,
      default_action,
    });
    const entries = entriesText(
      entry("IngressImpl.ipv4_lpm", "IngressImpl.ipv4_forward"),
      entry("ipv4_lpm", "ipv4_forward"),
      entry("IngressImpl.ipv4_lpm", "IngressImpl.drop"),
      entry("IngressImpl.ipv4_lpm", "IngressImpl.drop", true),
      entry("udp_firewall", "NoAction", true),
    );
    const { contents, report } = analyseLibrary("l3fwd_firewall", { entries });
    expect(report.diagnostics).toEqual([]);
    const shares = entryShares(contents!);
    expect(shares.tables).toEqual({
      ipv4_lpm: { ipv4_forward: 2 / 3, drop: 1 / 3 },
      udp_firewall: { NoAction: 1 },
    });
    const found = firewall({ ...shares, states: { start: { parse_ipv4: 1 }, parse_ipv4: { parse_udp: 1 } } });
    const drop = found?.outcomes.find((each) => each.outcome === "drop");
    expect(drop?.probability).toBeCloseTo(1 / 3, 12);
    expect(found?.assumed).toEqual([]);
  });

  it("[B5] shares of one place add up to 1 at most", () => {
    expect(probabilitiesSchema.safeParse({ tables: { t: { a: 0.6, b: 0.6 } } }).success).toBe(false);
    expect(probabilitiesSchema.safeParse({ tables: { t: { a: 0.6, b: 0.4 } } }).success).toBe(true);
    expect(probabilitiesSchema.safeParse({ table: {} }).success).toBe(false);
  });
});
