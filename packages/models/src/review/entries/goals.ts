import { hexOf, type Target } from "../../run/index.ts";
import type { Fate, ReviewPacket } from "../comparePackets.ts";
import type { Key } from "./aim.ts";
import { type ChangedEntry, changedEntries, type Held } from "./changedEntries.ts";
import type { ConstantOf } from "./changedState.ts";

export type Side = 0 | 1;

/** What became of the changed entries: those that packets met, and why the others were not. */
export type EntriesMet = {
  changed: number;
  /** a packet hit it, on a side that has it */
  met: number;
  /** such a packet leaves differently than before */
  differing: number;
  /** the first of those that no packet met */
  notMet: { table: string; entry: string; why: string }[];
  /** how many for each reason */
  reasons: { why: string; entries: number }[];
  /** PORT:HEX of a packet that hits it and leaves differently, by the `keyOf` of what changes */
  witnesses: Record<string, string>;
};

/** Our choices: tries for an entry, before and after a packet met it; entries that are listed. */
const TRIES = 12;
export const TRIES_ONCE_MET = 2;
const MOST_LISTED = 20;
/** Entries that are sought to bring one value, and of one action. */
const MOST_BRINGING = 8;
const OF_AN_ACTION = 2;

/** An entry that packets are to hit: one that changes, or one that opens the way to others. */
export class Goal {
  readonly sides: readonly [Held | null, Held | null];
  readonly change: ChangedEntry | null;
  tries = 0;
  /** of packets like one that leaves differently than before */
  goodTries = 0;
  readonly tried = new Set<string>();
  /** sides on which an entry before it matches all that it matches */
  readonly shadowed = new Set<Side>();
  met: ReviewPacket | null = null;
  differing: ReviewPacket | null = null;
  why: string | null = null;

  constructor(sides: Goal["sides"], change: ChangedEntry | null) {
    this.sides = sides;
    this.change = change;
  }

  get table() {
    return (this.sides[1] ?? this.sides[0])!.table;
  }

  /** Sides that have it, and where a packet may hit it. */
  get openSides(): Side[] {
    return ([1, 0] as const).filter((side) => this.sides[side] && !this.shadowed.has(side));
  }

  /** One that changes is done when a packet leaves differently, or enough were tried. */
  get isDone(): boolean {
    if (this.openSides.length === 0) return true;
    const { met, differing, tries, goodTries } = this;
    if (!this.change) return met !== null || tries >= TRIES;
    if (differing) return true;
    return met ? tries >= TRIES_ONCE_MET && goodTries >= TRIES_ONCE_MET : tries >= TRIES;
  }

  /** Whether something is left to find, however often it was tried. */
  get isOpen(): boolean {
    return this.openSides.length > 0 && (this.change ? !this.differing : !this.met);
  }
}

/** The entries that differ between two switches, and others that packets must hit to come to them. */
export class Goals {
  readonly all: Goal[] = [];
  private readonly targets: readonly [Target, Target];
  private readonly byHit = new Map<string, Goal[]>();
  private readonly wished = new Set<string>();
  /** how often something new was sought, met or seen to differ */
  news = 0;

  constructor(targets: readonly [Target, Target], constantOf: ConstantOf) {
    this.targets = targets;
    for (const change of changedEntries(...targets, constantOf)) this.seek(change.sides, change);
  }

  get hasChanges(): boolean {
    return this.all.some(({ change }) => change !== null);
  }

  /** A packet hit an entry (null: none) of a table; true when that is one that changes. */
  hit(side: Side, table: string, entry: number | null, packet: ReviewPacket, { differs }: Fate): boolean {
    const goals = this.byHit.get(hitKey(side, table, entry)) ?? [];
    for (const goal of goals) {
      if (!goal.met || (differs && !goal.differing)) this.news++;
      // what it took to meet it says nothing about what it takes to see a difference
      if (!goal.met) goal.tries = 0;
      goal.met ??= packet;
      if (differs) goal.differing ??= packet;
    }
    return goals.some(({ change }) => change !== null);
  }

  /** An entry of each action of each table: packets that hit it may come to tables that none came to. */
  seekEachAction(): void {
    for (const side of [0, 1] as const)
      for (const table of this.targets[side].machine.tables) {
        const counts = new Map<number, number>();
        for (const entry of table.entries) {
          const count = (counts.get(entry.run.action) ?? 0) + 1;
          counts.set(entry.run.action, count);
          if (count <= OF_AN_ACTION) this.seekHeld(side, { table, entry });
        }
        if (table.keys.length > 0) this.seekHeld(side, { table, entry: null });
      }
  }

  /** Entries that bring a value into the keys of tables behind them. */
  seekBringing(side: Side, value: Key): void {
    const wish = `${side} ${value}`;
    if (this.wished.has(wish)) return;
    this.wished.add(wish);
    let found = 0;
    for (const table of this.targets[side].machine.tables)
      for (const entry of table.entries) {
        if (found >= MOST_BRINGING) return;
        if (!entry.run.values.some((each) => isSame(each, value))) continue;
        found++;
        this.seekHeld(side, { table, entry });
      }
  }

  /** `nothing`: why an entry was not met where that is not known of it. */
  result(nothing: (table: string) => string): EntriesMet {
    const changes = this.all.filter(({ change }) => change !== null);
    const notMet = changes.filter(({ met }) => !met);
    const reasons = new Map<string, number>();
    const listed = notMet.map(({ change, table, why }) => {
      const because = why ?? nothing(table.name);
      reasons.set(because, (reasons.get(because) ?? 0) + 1);
      return { table: table.name, entry: change!.text, why: because };
    });
    return {
      changed: changes.length,
      met: changes.length - notMet.length,
      differing: changes.filter(({ differing }) => differing).length,
      notMet: listed.slice(0, MOST_LISTED),
      reasons: [...reasons].map(([why, entries]) => ({ why, entries })).sort((a, b) => b.entries - a.entries),
      witnesses: Object.fromEntries(
        changes.flatMap(({ change, differing }) =>
          change && differing
            ? [change.key, ...change.state].map((key) => [key, `${differing.port}:${hexOf(differing.bytes)}`])
            : [],
        ),
      ),
    };
  }

  private seekHeld(side: Side, held: Held): void {
    this.seek(side === 0 ? [held, null] : [null, held], null);
  }

  private seek(sides: Goal["sides"], change: ChangedEntry | null): void {
    const keys = ([0, 1] as const).flatMap((side) => {
      const held = sides[side];
      return held ? [hitKey(side, held.table.name, held.entry?.handle ?? null)] : [];
    });
    const isSought = (key: string): boolean =>
      (this.byHit.get(key) ?? []).some((goal) => goal.sides.filter(Boolean).length === keys.length);
    if (keys.some(isSought)) return;
    const goal = new Goal(sides, change);
    this.all.push(goal);
    this.news++;
    for (const key of keys) this.byHit.set(key, [...(this.byHit.get(key) ?? []), goal]);
  }
}

const hitKey = (side: Side, table: string, entry: number | null): string => `${side} ${entry} ${table}`;

const isSame = (value: unknown, key: Key): boolean =>
  typeof value === "number" || typeof value === "bigint"
    ? typeof key === "bigint" && BigInt(value) === key
    : value === key;
