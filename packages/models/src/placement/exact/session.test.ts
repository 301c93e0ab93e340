import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Embedding } from "../embedding.ts";
import { catalogue, instanceOf, problemOf, thesisChains } from "../fixtures/clouds.ts";
import { randomCloud } from "../fixtures/randomCloud.ts";
import { exactEngine } from "./exactEngine.ts";
import { createExactSession } from "./session.ts";

/** Set P4TWIN_PROPERTY_RUNS for a long run; the counts below are then multiplied by it. */
const factor = Number(process.env.P4TWIN_PROPERTY_RUNS ?? 1);
const limits = { maxLabels: 300_000, stop: () => false };

describe("session of exact", () => {
  it("[PA18] what earlier searches proved changes no answer: a session that knows only what is booked finds the same", () => {
    fc.assert(
      fc.property(randomCloud, (value) => {
        // few kinds, many chains: so that a proof is asked for again
        const kinds = value.chains.slice(0, 3);
        const chains = Array.from({ length: 14 }, (_, i) => ({ ...kinds[i % kinds.length], id: `c${i}` }));
        const instance = instanceOf({ ...value, chains });
        const session = createExactSession(instance);
        const booked: Embedding[] = [];
        for (const index of chains.keys()) {
          const fresh = createExactSession(instance);
          for (const embedding of booked) fresh.book(embedding);
          const found = session.embed(index, limits);
          const expected = fresh.embed(index, limits);
          expect([found.proven, found.embedding === null]).toEqual([true, expected.embedding === null]);
          if (found.embedding === null) continue;
          expect(found.objective).toBeCloseTo(expected.objective, 6);
          session.book(found.embedding);
          booked.push(found.embedding);
        }
      }),
      { numRuns: 40 * factor },
    );
  });

  it("[PA17] an abort ends the search at its next pause, with its reason", async () => {
    const cpus = Array.from({ length: 400 }, (_, i) => ({ id: `cpu${i}`, profile: "cpu" }));
    const chains = Array.from({ length: 400 }, (_, i) => ({ id: `c${i}`, ...thesisChains.C }));
    const controller = new AbortController();
    let told = 0;
    let clock = 0;
    const pending = exactEngine.place(problemOf({ devices: cpus, chains }), {
      catalogue,
      // each question to the clock is a long time
      nowMs: () => clock++ * 1000,
      online: true,
      signal: controller.signal,
      onProgress: () => {
        if (++told === 100) setTimeout(() => controller.abort(new Error("changed my mind")));
      },
    });
    await expect(pending).rejects.toThrow("changed my mind");
    expect(told).toBeLessThan(400);
  });
});
