import type { Construct } from "../../core/index.ts";
import type { WalkEvent } from "./events.ts";
import type { Arc, Vertex } from "./explore.ts";
import type { Guide } from "./guide.ts";
import { applyMark, headerBits, sizeOfSet } from "./marks.ts";

/** What is asked for: the greatest count (1) or the least (-1). */
export type Side = 1 | -1;

/** What a path has counted, and which headers it has written. */
export type Counted = { count: number; marks: bigint };

/** What a way to an end adds to a count: `sure`, and one for each header of `kept` that was written before. */
type Future = { sure: number; kept: bigint };

/** Our choice: ways that are told apart at a vertex; two of more are joined to one that is at least as good. */
const MOST = 64;

/** How good the walks through a guide can be that count `construct` most or least. */
export class Futures {
  private readonly futures = new Map<Vertex, readonly Future[]>();
  private readonly pasts = new Map<Vertex, readonly Counted[]>();
  private readonly guide: Guide;
  private readonly construct: Construct;
  private readonly side: Side;
  private readonly bitOf = headerBits();

  constructor(guide: Guide, construct: Construct, side: Side) {
    this.guide = guide;
    this.construct = construct;
    this.side = side;
    this.lookBack();
    this.lookAhead();
  }

  isBetter(one: number, other: number | null): boolean {
    return other === null || this.side * one > this.side * other;
  }

  /** By how much one is better than the other. */
  difference(one: number, other: number): number {
    return this.side * (one - other);
  }

  /** Whether a path that continues from one is at least as good as if it continued from the other. */
  isAsGood(one: Counted, other: Counted): boolean {
    const missing = this.side === 1 ? other.marks & ~one.marks : one.marks & ~other.marks;
    return this.side * one.count >= this.side * other.count && missing === 0n;
  }

  after({ count, marks }: Counted, events: readonly WalkEvent[]): Counted {
    if (events.length === 0) return { count, marks };
    if (this.construct === "modify")
      return { count, marks: events.reduce((set, event) => applyMark(set, event, this.bitOf), marks) };
    return { count: count + events.filter((event) => this.counts(event)).length, marks };
  }

  /** The best that a path comes to that has counted so much at `vertex` (null: at an end); null: it reaches no end. */
  total(vertex: Vertex | null, { count, marks }: Counted): number | null {
    if (!vertex) return count + sizeOfSet(marks);
    let best: number | null = null;
    for (const { sure, kept } of this.futures.get(vertex) ?? []) {
      const total = count + sure + sizeOfSet(marks & kept);
      if (this.isBetter(total, best)) best = total;
    }
    return best;
  }

  /** The arcs of walks that may be better than `known`. */
  arcsAbove(known: number | null): Set<Arc> {
    const arcs = new Set<Arc>();
    for (const [vertex, pasts] of this.pasts) {
      for (const arc of vertex.arcs) {
        const isOpen = pasts.some((past) => {
          const total = this.total(arc.to, this.after(past, arc.events));
          return total !== null && this.isBetter(total, known);
        });
        if (isOpen) arcs.add(arc);
      }
    }
    return arcs;
  }

  private counts(event: WalkEvent): boolean {
    return event.kind === "count" && event.construct === this.construct;
  }

  private lookBack(): void {
    const reached = new Map<Vertex, Counted[]>([[this.guide.start, [{ count: 0, marks: 0n }]]]);
    for (const vertex of this.guide.order.toReversed()) {
      const isAsGood = (a: Counted, b: Counted): boolean => this.isAsGood(a, b);
      const here = bestOf(reached.get(vertex) ?? [], isAsGood, (a, b) =>
        this.side === 1
          ? { count: Math.max(a.count, b.count), marks: a.marks | b.marks }
          : { count: Math.min(a.count, b.count), marks: a.marks & b.marks },
      );
      reached.delete(vertex);
      this.pasts.set(vertex, here);
      for (const { to, events } of vertex.arcs) {
        if (!to) continue;
        const known = reached.get(to) ?? [];
        reached.set(to, known);
        for (const past of here) known.push(this.after(past, events));
      }
    }
  }

  private lookAhead(): void {
    const isAsGood = (a: Future, b: Future): boolean =>
      this.side === 1
        ? a.sure >= b.sure + sizeOfSet(b.kept & ~a.kept)
        : a.sure + sizeOfSet(a.kept & ~b.kept) <= b.sure;
    for (const vertex of this.guide.order) {
      const written = (this.pasts.get(vertex) ?? []).reduce((set, { marks }) => set | marks, 0n);
      const ways = vertex.arcs.flatMap((arc) => this.through(arc));
      const here = ways.map(({ sure, kept }) => ({ sure, kept: kept & written }));
      const best = bestOf(here, isAsGood, (a, b) =>
        this.side === 1
          ? { sure: Math.max(a.sure, b.sure), kept: a.kept | b.kept }
          : { sure: Math.min(a.sure, b.sure), kept: a.kept & b.kept },
      );
      if (best.length > 0) this.futures.set(vertex, best);
    }
  }

  private through({ to, events }: Arc): readonly Future[] {
    const behind = to ? (this.futures.get(to) ?? []) : [{ sure: 0, kept: EVERY }];
    if (events.length === 0) return behind;
    return behind.map((future) => events.reduceRight((each, event) => this.before(each, event), future));
  }

  private before(future: Future, event: WalkEvent): Future {
    const { sure, kept } = future;
    if (this.construct !== "modify") return this.counts(event) ? { sure: sure + 1, kept } : future;
    switch (event.kind) {
      case "write": {
        const bit = this.bitOf(event.cell);
        return (kept & bit) === 0n ? future : { sure: sure + 1, kept: kept & ~bit };
      }
      case "clear":
        return { sure, kept: kept & ~this.bitOf(event.cell) };
      case "move": {
        const [from, to] = [this.bitOf(event.from), this.bitOf(event.to)];
        const without = kept & ~from & ~to;
        return { sure, kept: (kept & to) === 0n ? without : without | from };
      }
      default:
        return future;
    }
  }
}

/** The set of all headers. */
const EVERY = -1n;

/** Those that no other one is as good as; two of too many are joined. */
function bestOf<T>(all: readonly T[], isAsGood: (one: T, other: T) => boolean, join: (a: T, b: T) => T): T[] {
  let best: T[] = [];
  for (const each of all) {
    if (best.some((other) => isAsGood(other, each))) continue;
    best = best.filter((other) => !isAsGood(each, other));
    const last = best.length === MOST ? best.pop() : undefined;
    best.push(last === undefined ? each : join(last, each));
  }
  return best;
}
