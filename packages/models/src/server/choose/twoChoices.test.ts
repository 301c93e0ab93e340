import { describe, expect, it } from "vitest";
import { placementQuality } from "../../../testing/server/choose/placementQuality.ts";
import { createRandom, type Random } from "../../core/index.ts";
import { type ServerCandidate, selectServer } from "./twoChoices.ts";

const server = (id: string, load: number, freeCores = 4): ServerCandidate => ({
  id,
  load,
  freeCores,
  nics: 1,
});
/** A source that always draws the first. */
const first: Random = { ...createRandom(1), integer: () => 0 };
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

describe("power of two choices", () => {
  it("[S16] takes the less loaded of two, draws two others when neither has room, none when all are full", () => {
    const need = { cores: 2, nics: 1 };
    expect(selectServer([server("a", 0.9), server("b", 0.2)], need, first)).toMatchObject({
      server: { id: "b" },
      queries: 2,
    });
    expect(selectServer([server("a", 0.1, 1), server("b", 0.9)], need, first).server?.id).toBe("b");
    const full = [server("a", 0, 1), server("b", 0, 0)];
    expect(selectServer([...full, server("c", 0.9), server("d", 0.5)], need, first)).toMatchObject({
      server: { id: "d" },
      queries: 4,
    });
    expect(selectServer([...full, server("c", 0, 0)], need, first)).toEqual({ server: null, queries: 3 });
    expect(selectServer([], need, first)).toEqual({ server: null, queries: 0 });
  });

  it("[R28] about 40 % of servers as in a uniform placement, about 90 % at most one chain off, by 2 queries a chain", () => {
    const cases = [16, 128, 1024].flatMap((servers) =>
      [200, 1000, 10_000].map((chains) => placementQuality(servers, chains, createRandom(servers + chains))),
    );
    expect(median(cases.map((c) => c.uniform))).toBeGreaterThan(0.35);
    expect(median(cases.map((c) => c.uniform))).toBeLessThan(0.55);
    expect(median(cases.map((c) => c.nearlyUniform))).toBeGreaterThan(0.85);
    expect(median(cases.map((c) => c.nearlyUniform))).toBeLessThan(0.97);
    expect([...new Set(cases.map((c) => 1 / c.queryShare))]).toEqual([8, 64, 512]);
  });
});
