import type { Random } from "../core/index.ts";
import { type PacketValues, plain, type Recording } from "../run/index.ts";
import type { ReviewPacket } from "./comparePackets.ts";
import { type Field, type ParsedFields, writeField } from "./parsedFields.ts";

type Events = Recording["events"];
/** A packet that went a way of its own, with the fields that the parser took from it. */
type Kept = { packet: ReviewPacket; fields: readonly Field[] };

/** What packets met on one side, by kind of event. */
type Passed = Record<"table" | "condition" | "state" | "fate", Set<string | number>>;

/** Our choice: fields of a packet that are changed at once. */
const MOST_CHANGED = 3;

/**
 * Packets made from those that went new ways (another entry, action, condition or parser state), with values of
 * entries and constants in fields of the headers that were parsed: so they go deeper, field by field.
 */
export class GuidedPackets {
  private readonly parsed: ParsedFields;
  private readonly values: PacketValues;
  private readonly random: Random;
  private readonly passed: readonly [Passed, Passed] = [nothingPassed(), nothingPassed()];
  private readonly kept: Kept[] = [];
  private seeds: ReadonlySet<ReviewPacket> = new Set();
  private readonly fitting = new Map<string, { own: readonly bigint[]; anywhere: readonly bigint[] }>();

  constructor(parsed: ParsedFields, values: PacketValues, random: Random) {
    this.parsed = parsed;
    this.values = values;
    this.random = random;
  }

  /** Packets that others are made of wherever they go. */
  *seeded(seeds: readonly ReviewPacket[]): Generator<ReviewPacket> {
    this.seeds = new Set(seeds);
    yield* seeds;
  }

  /** Packets that are made of what was heard of those before. */
  *made(count: number): Generator<ReviewPacket> {
    for (let i = 0; i < count && this.kept.length > 0; i++) {
      // the newest went furthest
      const newest = Math.max(0, this.kept.length - 10);
      const at =
        this.random.next() < 0.5
          ? newest + this.random.integer(this.kept.length - newest)
          : this.random.integer(this.kept.length);
      yield this.changed(this.kept[at]!);
    }
  }

  /** What both sides did with a packet. */
  hear(packet: ReviewPacket, sides: readonly [Events, Events]): void {
    const [before, after] = this.passed;
    // both sides, whatever the first says
    const isNew = [isNewIn(before, sides[0]), isNewIn(after, sides[1])].includes(true);
    if (!isNew && !this.seeds.has(packet)) return;
    const [events] = sides;
    this.kept.push({ packet, fields: this.parsed.of(events, 8 * packet.bytes.length) });
  }

  private changed({ packet, fields }: Kept): ReviewPacket {
    if (fields.length === 0) return packet;
    const bytes = Uint8Array.from(packet.bytes);
    for (let i = 0; i <= this.random.integer(MOST_CHANGED); i++) {
      const field = fields[this.random.integer(fields.length)]!;
      writeField(bytes, field, this.valueOf(field));
    }
    return { port: packet.port, bytes, text: null };
  }

  private valueOf({ name, width }: Field): bigint {
    const { own, anywhere } = this.valuesFor(name, width);
    if (own.length > 0 && this.random.next() < 0.6) return own[this.random.integer(own.length)]!;
    if (anywhere.length > 0 && this.random.next() < 0.6)
      return anywhere[this.random.integer(anywhere.length)]!;
    return BigInt(Math.floor(this.random.next() * 2 ** Math.min(width, 48)));
  }

  /** Values of entries and constants that a field has room for. */
  private valuesFor(name: string, width: number) {
    const key = `${width} ${name}`;
    const known = this.fitting.get(key);
    if (known) return known;
    const fits = (value: bigint): boolean => value >= 0n && value < 1n << BigInt(width);
    const own = (this.values.byField.get(plain(name)) ?? []).filter(fits);
    const found = { own, anywhere: this.values.anywhere.filter(fits) };
    this.fitting.set(key, found);
    return found;
  }
}

const nothingPassed = (): Passed => ({
  table: new Set(),
  condition: new Set(),
  state: new Set(),
  fate: new Set(),
});

/** Whether a packet met something that none before it met; it is remembered. */
function isNewIn(passed: Passed, events: Events): boolean {
  let isNew = false;
  for (const event of events) {
    const mark = markOf(event);
    if (mark === null) continue;
    const known = passed[event.kind as keyof Passed];
    if (known.has(mark)) continue;
    known.add(mark);
    isNew = true;
  }
  return isNew;
}

/** What tells an event from others of its kind; numbers where there are some, as they are made for every packet. */
function markOf(event: Events[number]): string | number | null {
  switch (event.kind) {
    case "table":
      return `${event.name} ${event.entry} ${event.action}`;
    case "condition":
      return event.at ? 2 * event.at.start + Number(event.holds) : `${event.text} ${event.holds}`;
    case "state":
      return event.name;
    case "fate":
      return event.fate;
    default:
      return null;
  }
}
