import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constructs, type Features, noFeatures } from "../../core/index.ts";
import { arbitraryFlow as flow, hasOpenIndex, stack, storage } from "../fixtures/arbitraryFlow.ts";
import { originCell } from "../flow/cells.ts";
import type { Flow } from "../flow/flow.ts";
import { assume } from "../state/assume.ts";
import { canonicalState } from "../state/canonical.ts";
import { initialState, type State } from "../state/state.ts";
import { boundWalks } from "./bounds.ts";
import type { WalkEvent } from "./events.ts";
import { execute } from "./execute.ts";
import { explore } from "./explore.ts";
import { listPaths } from "./listPaths.ts";
import { sliceFor } from "./slice.ts";
import { structuralBounds } from "./structuralBounds.ts";

const everyCell = new Set([
  "m",
  "n",
  `${stack}.$next`,
  ...[...storage.headers.keys()].flatMap((cell) => [cell, originCell(cell), `${cell}.x`]),
]);

type Naive = { edges: string; features: Features };

/** Follows every path on its own with everything it has ever learned: slow, simple, and without any merging. */
function naivePaths(each: Flow): Naive[] {
  const found = new Map<string, Naive>();
  const go = (id: string, reached: State[], events: WalkEvent[], edges: string[]): void => {
    const node = each.nodes.get(id);
    const states = reached.flatMap((state) => canonicalState(state, everyCell)?.state ?? []);
    if (!node || states.length === 0) return;
    if (node.kind === "end") {
      const features = countNaively(events);
      found.set(`${edges.join(" ")} ${JSON.stringify(features)}`, { edges: edges.join(" "), features });
      return;
    }
    for (const before of states) {
      for (const { state, events: mine } of execute(before, node.operations, storage)) {
        let remaining = [state];
        for (const edge of node.edges) {
          const { guard: condition } = edge;
          const taken = condition ? remaining.flatMap((s) => assume(s, condition, true, storage)) : remaining;
          for (const one of taken) go(edge.to, [one], [...events, ...mine], [...edges, edge.id]);
          if (node.branching === "ordered") {
            remaining = condition ? remaining.flatMap((s) => assume(s, condition, false, storage)) : [];
          }
        }
      }
    }
  };
  go(each.start, [initialState(storage)], [], []);
  return [...found.values()];
}

function countNaively(events: readonly WalkEvent[]): Features {
  const features = noFeatures();
  let written = new Set<string>();
  for (const event of events) {
    if (event.kind === "count") features[event.construct]++;
    if (event.kind === "write") written.add(event.cell);
    if (event.kind === "clear") written.delete(event.cell);
    if (event.kind === "move") {
      const moved = written.has(event.from);
      written = new Set([...written].filter((cell) => cell !== event.from && cell !== event.to));
      if (moved) written.add(event.to);
    }
  }
  return { ...features, modify: written.size };
}

const sorted = (paths: readonly { edges: string; features: Features }[]): string[] =>
  paths.map((path) => `${path.edges} ${JSON.stringify(path.features)}`).sort();

describe("walking a flow", () => {
  it("[F9] merging states neither loses nor invents a path", () => {
    fc.assert(
      fc.property(flow, (each) => {
        const exploration = explore(each, { vertexLimit: 1e6, keeps: "everything" });
        expect(exploration).not.toBeNull();
        if (!exploration) return;
        const walks = listPaths(exploration, storage, 1e6);
        const listed = sorted(walks.map(({ edges, features }) => ({ edges: edges.join(" "), features })));
        const different = [...new Set(listed)];
        expect(different).toEqual(sorted(naivePaths(each)));
        // by an open index paths may differ in which element they write and in nothing else
        if (!hasOpenIndex(each)) expect(listed).toEqual(different);
      }),
      { numRuns: 300 },
    );
  });

  it("[B1] bounds without listing equal the extremes and the number of the listed paths", () => {
    fc.assert(
      fc.property(flow, (each) => {
        const exploration = explore(each, { vertexLimit: 1e6, keeps: "everything" });
        if (!exploration) return;
        const walks = listPaths(exploration, storage, 1e6);
        const bounds = boundWalks(exploration);
        if (walks.length === 0) {
          expect(bounds).toBeNull();
          return;
        }
        expect(bounds?.pathCount).toBe(BigInt(walks.length));
        for (const construct of constructs) {
          const counts = walks.map((walk) => walk.features[construct]);
          expect(bounds?.min[construct]).toBe(Math.min(...counts));
          expect(bounds?.max[construct]).toBe(Math.max(...counts));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("[B3] an exploration that stops early lists feasible paths only", () => {
    fc.assert(
      fc.property(flow, fc.integer({ min: 1, max: 12 }), (each, vertexLimit) => {
        const cut = explore(each, { vertexLimit, keeps: "everything" });
        const whole = explore(each, { vertexLimit: 1e6, keeps: "everything" });
        if (!cut || !whole) return;
        const keys = (exploration: typeof whole): string[] =>
          listPaths(exploration, storage, 1e6).map(
            (walk) => `${walk.edges.join(" ")} ${JSON.stringify(walk.features)}`,
          );
        const feasible = new Set(keys(whole));
        expect(keys(cut).every((key) => feasible.has(key))).toBe(true);
        if (cut.complete) expect(keys(cut)).toEqual(keys(whole));
      }),
      { numRuns: 200 },
    );
  });

  it("[B3] the slice for a construct has its least and greatest count", () => {
    fc.assert(
      fc.property(flow, (each) => {
        const whole = explore(each, { vertexLimit: 1e6, keeps: "everything" });
        const bounds = whole && boundWalks(whole);
        if (!bounds) return;
        for (const construct of constructs) {
          const slice = explore(sliceFor(each, construct), { vertexLimit: 1e6, keeps: "everything" });
          const own = slice && boundWalks(slice);
          expect(own?.min[construct]).toBe(bounds.min[construct]);
          expect(own?.max[construct]).toBe(bounds.max[construct]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("[B3] forgetting values only widens the bounds", () => {
    fc.assert(
      fc.property(flow, (each) => {
        const exact = explore(each, { vertexLimit: 1e6, keeps: "everything" });
        const coarse = explore(each, { vertexLimit: 1e6, keeps: "validity" });
        const inner = exact && boundWalks(exact);
        const outer = coarse && boundWalks(coarse);
        const outermost = structuralBounds(each, 1);
        if (!inner) return;
        for (const construct of constructs) {
          expect(outer?.min[construct]).toBeLessThanOrEqual(inner.min[construct]);
          expect(outer?.max[construct]).toBeGreaterThanOrEqual(inner.max[construct]);
          expect(outermost.min[construct]).toBeLessThanOrEqual(inner.min[construct]);
          expect(outermost.max[construct]).toBeGreaterThanOrEqual(inner.max[construct]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
