import type { Random } from "../core/index.ts";
import {
  decidingEntry,
  drawPackets,
  hexOf,
  type PacketValues,
  type Recording,
  readPacket,
  type Target,
} from "../run/index.ts";
import type { EntriesMet } from "./entries/goals.ts";

/** A frame that goes into both switches. `text`: as headers by name, null for a recorded one. */
export type ReviewPacket = { port: number; bytes: Uint8Array; text: string | null };

/** What decided on one side: a table and the entry, or the default action, that answered. */
type Decision = { table: string; entry: string | null; action: string } | null;

/** Packets that both sides treat otherwise, in the same way; the first of them as the witness. */
export type PacketDifference = {
  packets: number;
  /** `stf`: a test that one side passes and the other fails, where the packet needs entries of its own */
  witness: { port: number; hex: string; text: string | null; stf: string | null };
  before: { sent: readonly SentFrame[]; decided: Decision };
  after: { sent: readonly SentFrame[]; decided: Decision };
};
/** Whether both sides treat a packet otherwise, and whether it leaves each at all. */
export type Fate = { differs: boolean; leaves: readonly [boolean, boolean] };
export type SentFrame = { port: number; hex: string };

export type PacketComparison = {
  packets: number;
  /** of them, those that were recorded and not drawn */
  recorded: number;
  /** of them, those for the listed paths of either side */
  ofPaths: number;
  differing: number;
  /** null: no entry and no default action differs between the sides */
  entries: EntriesMet | null;
  /** the most frequent first; `MOST_SHOWN` at most */
  differences: PacketDifference[];
};

/** Kinds of differences that are shown, and ports that packets come in on (our choice). */
const MOST_SHOWN = 20;
const PORTS = 4;

/** Packets drawn for both switches: with the headers, and the `values` of the entries and constants, of either. */
export function packetsFor(
  targets: readonly Target[],
  values: PacketValues,
  count: number,
  random: Random,
): ReviewPacket[] {
  const shapes = targets.flatMap((target) => target.headerShapes());
  return drawPackets(shapes, values, count, random).flatMap((text) => {
    const read = readPacket(text, shapes);
    return read.ok ? [{ port: random.integer(PORTS), bytes: read.value, text }] : [];
  });
}

/**
 * Sends the same packets, in the same order, through two switches that record what happens. Frames that leave are
 * compared as a set: port and bytes. `heard` gets what happened to each, and how many were sent.
 */
export function comparePackets(
  before: Target,
  after: Target,
  packets: Iterable<ReviewPacket>,
  heard: (
    packet: ReviewPacket,
    sides: readonly [Recording["events"], Recording["events"]],
    fate: Fate,
    sent: number,
  ) => void,
): Omit<PacketComparison, "recorded" | "ofPaths" | "entries"> {
  let count = 0;
  const differences = collectDifferences();
  for (const packet of packets) {
    const { port, bytes, text } = packet;
    count++;
    const [a, b] = [sendThrough(before, port, bytes), sendThrough(after, port, bytes)];
    const leaves = [a.sent.length > 0, b.sent.length > 0] as const;
    heard(packet, [a.events, b.events], { differs: a.key !== b.key, leaves }, count);
    if (a.key === b.key) continue;
    const [old, now] = decisionsOf([before, after], [a.events, b.events]);
    differences.add({
      packets: 1,
      witness: { port, hex: hexOf(bytes), text, stf: null },
      before: { sent: a.sent, decided: old },
      after: { sent: b.sent, decided: now },
    });
  }
  return { packets: count, ...differences.all() };
}

/** Differences by kind: what decided, and the ports that the frames leave by. */
export function collectDifferences() {
  const kinds = new Map<string, PacketDifference>();
  let differing = 0;
  return {
    add(difference: PacketDifference): void {
      differing++;
      const ports = [difference.before, difference.after].map(({ sent }) => sent.map(({ port }) => port));
      const kind = JSON.stringify([difference.before.decided, difference.after.decided, ...ports]);
      const known = kinds.get(kind);
      if (known) known.packets++;
      else kinds.set(kind, difference);
    },
    all: () => ({ differing, differences: mostFrequent([...kinds.values()]) }),
  };
}

export const mostFrequent = (differences: PacketDifference[]): PacketDifference[] =>
  differences.sort((a, b) => b.packets - a.packets).slice(0, MOST_SHOWN);

function sendThrough(
  target: Target,
  port: number,
  bytes: Uint8Array,
): { sent: SentFrame[]; key: string; events: Recording["events"] } {
  const sent = target.receive(port, bytes).map((each) => ({ port: each.port, hex: hexOf(each.bytes) }));
  const { events } = target.takeTrace();
  const key = sent.map((each) => `${each.port} ${each.hex}`).sort();
  return { sent, key: key.join("\n"), events };
}

/** The first table that answered both sides otherwise; where none did, the last of each. */
function decisionsOf(
  targets: readonly [Target, Target],
  sides: readonly [Recording["events"], Recording["events"]],
): [Decision, Decision] {
  const [old, now] = [tablesOf(sides[0]), tablesOf(sides[1])];
  let at = 0;
  while (old[at] && old[at]?.name === now[at]?.name && answerOf(old[at]!) === answerOf(now[at]!)) at++;
  const isSame = old[at] !== undefined && old[at]?.name === now[at]?.name;
  const decided = (target: Target, tables: TableEvent[]): Decision =>
    shownDecision(target, isSame ? tables[at] : tables.at(-1));
  return [decided(targets[0], old), decided(targets[1], now)];
}

/** What the last table answered. */
export const decisionOf = (target: Target, { events }: Pick<Recording, "events">): Decision =>
  shownDecision(target, tablesOf(events).at(-1));

type TableEvent = Extract<Recording["events"][number], { kind: "table" }>;

const tablesOf = (events: Recording["events"]): TableEvent[] =>
  events.filter((event) => event.kind === "table");

const answerOf = ({ action, parameters }: TableEvent): string => JSON.stringify([action, parameters]);

const shownDecision = (target: Target, event: TableEvent | undefined): Decision =>
  event ? { table: event.name, entry: decidingEntry(target, event), action: event.action } : null;
