import { describe, expect, it } from "vitest";
import { analyseFixture, analyseLibrary } from "../fixtures/readFixture.ts";
import { type Probabilities, probabilitiesSchema } from "../probabilities.ts";
import { countWays, sharesOfCounts } from "./countWays.ts";
import { expectedCost } from "./expectedCost.ts";
import { arcsShare, likelyPaths } from "./likelyPaths.ts";

const given = (probabilities: Partial<Probabilities>): Probabilities =>
  probabilitiesSchema.parse(probabilities);
const walksOf = (name: string) => {
  const { walks, report } = analyseLibrary(name);
  if (!walks) throw new Error(`${name} has too many paths`);
  return { walks, report };
};

describe("likely paths", () => {
  it.each(["l3fwd", "l3fwd_firewall", "vxlan_decap", "upf_dlf"])(
    "[B7] of %s are all of its paths with the shares that the expected cost has",
    (name) => {
      const { walks, report } = walksOf(name);
      const { paths, assumed } = likelyPaths(walks, given({}), 5_000);
      expect(new Set(paths.map(({ path }) => path.id))).toEqual(new Set(report.paths.map(({ id }) => id)));
      const expected = expectedCost(
        walks,
        { start: "", step: () => ({ state: "", cost: 0 }), end: () => 0 },
        given({}),
      );
      expect(assumed.toSorted()).toEqual(expected?.assumed.toSorted());
      for (const { outcome, probability } of expected?.outcomes ?? [])
        expect(
          paths.filter(({ path }) => path.outcome === outcome).reduce((sum, { share }) => sum + share, 0),
        ).toBeCloseTo(probability, 12);
      expect(paths.every(({ share }, i) => i === 0 || share <= paths[i - 1]!.share)).toBe(true);
      const shareOf = arcsShare(walks, given({}));
      for (const { arcs, share } of paths) expect(shareOf(arcs)).toBeCloseTo(share, 12);
    },
  );

  it("[B7] ways that no packet goes are left out; the likeliest come first, as many as asked", () => {
    const { walks } = walksOf("l3fwd_firewall");
    const ways = given({
      states: { start: { parse_ipv4: 1 }, parse_ipv4: { parse_udp: 0.25, accept: 0.75 } },
      tables: { ipv4_lpm: { ipv4_forward: 1 }, udp_firewall: { drop: 0.4, NoAction: 0.6 } },
    });
    const { paths } = likelyPaths(walks, ways, 10);
    expect(paths.map(({ share }) => share)).toEqual([0.75, 0.15, 0.1].map((p) => expect.closeTo(p, 12)));
    expect(paths.at(-1)?.path.outcome).toBe("drop");
    expect(likelyPaths(walks, ways, 1).paths.map(({ path }) => path.id)).toEqual([paths[0]?.path.id]);
  });

  it("[B7] what is counted of paths gives these paths their shares again", () => {
    const { walks, report } = walksOf("l3fwd_firewall");
    const counts = new Map(report.paths.map(({ id }, i) => [id, 10 + i] as const));
    const total = [...counts.values()].reduce((a, b) => a + b, 0);
    const places = countWays(walks, counts);
    const outcomeShare = (outcome: string): number =>
      report.paths
        .filter((path) => path.outcome === outcome)
        .reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0) / total;
    const found = likelyPaths(walks, sharesOfCounts(places), 100).paths;
    expect(found.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    const first = found.filter(({ path }) => path.states.join() === report.paths[0]?.states.join());
    const same = report.paths.filter(({ states }) => states.join() === report.paths[0]?.states.join());
    // the parser is the first place of all: its shares come back whatever the tables say
    expect(first.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(
      same.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0) / total,
      12,
    );
    expect(outcomeShare("forward") + outcomeShare("drop")).toBeCloseTo(1, 12);
  });

  it("[B7] finds paths beyond those that are listed", () => {
    const { report, walks } = analyseFixture("rules/many_tables.p4", { maxPaths: 10 });
    const found = walks && likelyPaths(walks, given({}), 50).paths;
    expect(found).toHaveLength(50);
    const listed = new Set(report.paths.map(({ id }) => id));
    expect(found?.some(({ path }) => !listed.has(path.id))).toBe(true);
  });
});
