import type { Random } from "../../core/index.ts";
import { type Recording, showEntry, type Target } from "../../run/index.ts";
import type { Fate, ReviewPacket } from "../comparePackets.ts";
import type { ParsedFields } from "../parsedFields.ts";
import { aimAt, type Key } from "./aim.ts";
import type { Held } from "./changedEntries.ts";
import type { ConstantOf } from "./changedState.ts";
import { type EntriesMet, type Goal, Goals, type Side, TRIES_ONCE_MET } from "./goals.ts";
import { type Arrival, type Heard, PacketReader } from "./heardPacket.ts";
import { probe, turned } from "./probe.ts";
import { Way } from "./ways.ts";

/** Our choices: packets for all entries, rounds over all, tries with one packet, ways to a table for an entry. */
const MOST_PACKETS = 12_000;
const ROUNDS = 8;
const TRIES_OF_A_PACKET = 3;
const MOST_WAYS = 12;
/** Packets after each round whose fields get other values, so that what dropped them may let them through. */
const MOST_PROBED = 16;
/** Packets for what is left at the end: for all, and for one. */
const INSISTING = 3_000;
const MOST_INSISTING = 400;

/**
 * Packets that hit the entries that differ between two switches. Of packets that came to a table it is seen which of
 * their bits turn which bits of its keys; these are turned until the table finds the entry. What a packet does not
 * decide of the keys, entries of tables before do: they are hit first. All is seen by running, nothing is assumed.
 */
export class EntryPackets {
  private readonly reader: PacketReader;
  private readonly random: Random;
  private readonly goals: Goals;
  private readonly ways: readonly [Map<string, Map<number, Way>>, Map<string, Map<number, Way>>] = [
    new Map(),
    new Map(),
  ];
  private readonly ranks = new Map<string, number>();
  /** by the way that they went, packets that met a change and of which it is not known what else they may do */
  private readonly unknown: readonly [Map<number, Heard>, Map<number, Heard>] = [new Map(), new Map()];
  private readonly probed = new Set<number>();
  private last: readonly [Heard, Heard] | null = null;
  private left = MOST_PACKETS;

  constructor(
    targets: readonly [Target, Target],
    parsed: ParsedFields,
    random: Random,
    constantOf: ConstantOf,
  ) {
    this.goals = new Goals(targets, constantOf);
    this.random = random;
    this.reader = new PacketReader(targets, parsed);
  }

  get hasChanges(): boolean {
    return this.goals.hasChanges;
  }

  /** What both sides did with a packet, and what became of it. */
  hear(packet: ReviewPacket, sides: readonly Recording["events"][], fate: Fate): void {
    const read = (side: Side): Heard => {
      let meets = false;
      const heard = this.reader.read(packet, side, sides[side]!, fate, (table, entry) => {
        meets = this.goals.hit(side, table, entry, packet, fate) || meets;
      });
      if (meets && !this.probed.has(heard.way)) this.unknown[side].set(heard.way, heard);
      return heard;
    };
    this.last = [read(0), read(1)];
    for (const side of [0, 1] as const)
      for (const arrival of this.last[side].arrivals.values()) this.keep(side, arrival);
  }

  private keep(side: Side, arrival: Arrival): void {
    const { name } = arrival.table;
    if (!this.ranks.has(name)) this.ranks.set(name, this.ranks.size);
    const ways = this.ways[side].get(name) ?? new Map<number, Way>();
    this.ways[side].set(name, ways);
    const known = ways.get(arrival.way);
    const way = known ?? new Way(arrival);
    if (!known) ways.set(arrival.way, way);
    const before = way.worth;
    way.add(arrival);
    if (way.worth > before) this.goals.news++;
  }

  /** Packets, each made of what was heard of those before it. */
  *packets(): Generator<ReviewPacket> {
    this.goals.seekEachAction();
    for (let round = 0; round < ROUNDS && this.left > 0; round++) {
      this.goals.news = 0;
      // tables in the order in which packets come to them
      const rank = ({ table }: Goal): number => this.ranks.get(table.name) ?? this.ranks.size;
      const goals = [...this.goals.all].sort((a, b) => rank(a) - rank(b));
      for (const goal of goals) if (!goal.isDone && this.left > 0) yield* this.pursue(goal);
      for (const side of [0, 1] as const)
        for (const heard of [...this.unknown[side].values()].slice(0, MOST_PROBED)) {
          this.unknown[side].delete(heard.way);
          if (!this.probed.has(heard.way) && this.left > 0) yield* this.probe(side, heard);
        }
      if (this.goals.news === 0) break;
    }
    yield* this.insist();
  }

  /** What is left at the end is tried with other values in the fields that its keys do not depend on. */
  private *insist(): Generator<ReviewPacket> {
    const goals = this.goals.all.filter(({ isOpen }) => isOpen);
    const each = Math.min(MOST_INSISTING, Math.floor(INSISTING / Math.max(1, goals.length)));
    for (let tried = 0; tried < each && this.left > 0; tried++)
      for (const goal of goals) {
        const side = goal.openSides[tried % Math.max(1, goal.openSides.length)];
        if (side !== undefined && goal.isOpen && this.left > 0) yield* this.insistOn(goal.sides[side]!, side);
      }
  }

  private *insistOn(held: Held, side: Side): Generator<ReviewPacket> {
    const { random } = this;
    const ways = [...(this.ways[side].get(held.table.name)?.values() ?? [])];
    const way = ways[random.integer(Math.max(1, ways.length))];
    if (way && !way.levers) yield* this.probe(side, way.first().heard);
    const fitting = way?.fitting(held) ?? [];
    if (!way?.levers || !Array.isArray(fitting) || fitting.length === 0) return;
    const arrival = fitting[random.integer(fitting.length)]!;
    const aim = aimAt(held, arrival.keys, way.levers, random, random.next() < 0.5);
    if (aim.kind !== "flips") return;
    const { packet } = arrival.heard;
    const fields = arrival.heard.fields();
    const levers = new Set(way.levers.map(({ bit }) => bit));
    const bits = [...aim.bits];
    for (let i = random.integer(3); i > 0 && fields.length > 0; i--) {
      const { from, width } = fields[random.integer(fields.length)]!;
      for (let bit = from; bit < from + width; bit++)
        if (!levers.has(bit) && random.next() < 0.5) bits.push(bit);
    }
    yield* this.send(turned(packet, bits));
  }

  result(): EntriesMet {
    return this.goals.result((table) =>
      this.left > 0
        ? `no packet came to table ${table}`
        : "not tried: the most packets of a review were sent before",
    );
  }

  private *pursue(goal: Goal): Generator<ReviewPacket> {
    for (const side of goal.openSides) {
      const held = goal.sides[side]!;
      const ways = [...(this.ways[side].get(held.table.name)?.values() ?? [])];
      // packets that leave show what an entry changes; among equals the newest went furthest
      ways.reverse().sort((a, b) => b.worth - a.worth);
      for (const way of ways.slice(0, MOST_WAYS)) {
        if (goal.isDone || this.left <= 0) return;
        yield* this.takeWay(goal, side, held, way);
      }
    }
  }

  private *takeWay(goal: Goal, side: Side, held: Held, way: Way): Generator<ReviewPacket> {
    if (!way.levers) yield* this.probe(side, way.first().heard);
    const fitting = way.fitting(held);
    if (!Array.isArray(fitting)) {
      const { name, width } = held.table.keys[fitting.key]!;
      goal.why ??= `no packet brings ${name}=${shownKey(fitting.wanted, width)} to table ${held.table.name}`;
      this.goals.seekBringing(side, fitting.wanted);
      return;
    }
    for (const arrival of fitting) {
      // one that is dropped whatever the entry shows no difference
      const { worth } = arrival.heard;
      if (goal.met && (worth === 0 || (worth === 1 && goal.tries >= TRIES_ONCE_MET))) continue;
      const key = `${side} ${way.number} ${arrival.heard.worth} ${way.fixedOf(arrival.keys)}`;
      if (goal.tried.has(key)) continue;
      goal.tried.add(key);
      yield* this.aim(goal, side, held, arrival, way);
      if (goal.isDone || this.left <= 0) return;
    }
  }

  private *probe(side: Side, heard: Heard): Generator<ReviewPacket> {
    this.probed.add(heard.way);
    const probing = probe(heard, this.random, () => this.last![side]);
    let next = probing.next();
    while (!next.done) {
      yield* this.send(next.value);
      next = probing.next();
    }
    for (const [table, levers] of next.value) {
      const number = heard.arrivals.get(table)!.way;
      for (const each of this.ways) {
        const known = each.get(table)?.get(number);
        if (known && !known.levers) known.knows(levers);
      }
    }
  }

  private *aim(goal: Goal, side: Side, held: Held, start: Arrival, from: Way): Generator<ReviewPacket> {
    const { table } = held;
    let [arrival, way] = [start, from];
    for (let tried = 0; way.levers && this.left > 0 && tried < TRIES_OF_A_PACKET; tried++) {
      if (start.heard.worth === 2) goal.goodTries++;
      else goal.tries++;
      const aim = aimAt(held, arrival.keys, way.levers, this.random, tried > 0);
      if (aim.kind === "shadowed") {
        goal.shadowed.add(side);
        if (goal.openSides.length === 0)
          goal.why = `an entry before it matches all that it matches: ${showEntry(table, aim.by)}`;
        return;
      }
      if (aim.kind === "fixed") {
        const { name, width } = table.keys[aim.key]!;
        goal.why ??=
          aim.wanted === null
            ? `no packet was found that hits no other entry of table ${table.name}`
            : `no packet brings ${name}=${shownKey(aim.wanted, width)} to table ${table.name}`;
        return;
      }
      yield* this.send(turned(arrival.heard.packet, aim.bits));
      if (goal.isDone) return;
      const now = this.last![side].arrivals.get(table.name);
      goal.why ??= `tables before change the keys that it needs in table ${table.name}`;
      if (!now) return;
      const other = this.ways[side].get(table.name)?.get(now.way);
      if (!other?.levers) return;
      arrival = now;
      way = other;
    }
  }

  private *send(packet: ReviewPacket): Generator<ReviewPacket> {
    this.left--;
    yield packet;
  }
}

const shownKey = (key: Key, width: number): string =>
  typeof key === "string" ? key : `0x${BigInt.asUintN(width, key).toString(16)}`;
