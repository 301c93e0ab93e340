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

/** A frame that goes into both switches. `text`: as headers by name, null for a recorded one. */
export type ReviewPacket = { port: number; bytes: Uint8Array; text: string | null };

/** What decided on one side: the last table that an entry or a default action answered. */
type Decision = { table: string; entry: string | null; action: string } | null;

/** Packets that both sides treat otherwise, in the same way; the first of them as the witness. */
export type PacketDifference = {
  packets: number;
  /** `stf`: a test that one side passes and the other fails, where the packet needs entries of its own */
  witness: { port: number; hex: string; text: string | null; stf: string | null };
  before: { sent: readonly SentFrame[]; decided: Decision };
  after: { sent: readonly SentFrame[]; decided: Decision };
};
export type SentFrame = { port: number; hex: string };

export type PacketComparison = {
  packets: number;
  /** of them, those that were recorded and not drawn */
  recorded: number;
  /** of them, those for the listed paths of either side */
  ofPaths: number;
  differing: number;
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
 * compared as a set: port and bytes. `heard` gets what happened to each.
 */
export function comparePackets(
  before: Target,
  after: Target,
  packets: Iterable<ReviewPacket>,
  heard: (packet: ReviewPacket, sides: readonly Recording["events"][]) => void = () => undefined,
): Omit<PacketComparison, "recorded" | "ofPaths"> {
  let count = 0;
  const differences = collectDifferences();
  for (const packet of packets) {
    const { port, bytes, text } = packet;
    count++;
    const [a, b] = [sendThrough(before, port, bytes), sendThrough(after, port, bytes)];
    heard(packet, [a.events, b.events]);
    if (a.key === b.key) continue;
    differences.add({
      packets: 1,
      witness: { port, hex: hexOf(bytes), text, stf: null },
      before: { sent: a.sent, decided: a.decided },
      after: { sent: b.sent, decided: b.decided },
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
): { sent: SentFrame[]; key: string; decided: Decision; events: Recording["events"] } {
  const sent = target.receive(port, bytes).map((each) => ({ port: each.port, hex: hexOf(each.bytes) }));
  const { events } = target.takeTrace();
  const decided = decisionOf(target, { events });
  const key = sent.map((each) => `${each.port} ${each.hex}`).sort();
  return { sent, key: key.join("\n"), decided, events };
}

export function decisionOf(target: Target, { events }: Pick<Recording, "events">): Decision {
  const event = events.findLast((each) => each.kind === "table");
  if (event?.kind !== "table") return null;
  return { table: event.name, entry: decidingEntry(target, event), action: event.action };
}
