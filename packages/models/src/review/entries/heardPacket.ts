import type { Recording, TableState, Target } from "../../run/index.ts";
import type { Fate, ReviewPacket } from "../comparePackets.ts";
import type { Field, ParsedFields } from "../parsedFields.ts";
import type { Key } from "./aim.ts";

type Events = Recording["events"];

/** A packet that came to a table: the way up to it as a number, its keys there, and the entry that it hit. */
export type Arrival = {
  table: TableState;
  way: number;
  keys: readonly Key[];
  entry: number | null;
  heard: Heard;
};

/** What one side did with a packet: the tables in the order in which they were first applied. */
export type Heard = {
  packet: ReviewPacket;
  fields: () => readonly Field[];
  arrivals: Map<string, Arrival>;
  /** all of its way as a number */
  way: number;
  /** 2: it leaves otherwise than on the other side; 1: it leaves one of them; 0: it is dropped */
  worth: 0 | 1 | 2;
};

/** Reads what was recorded of packets: ways that are the same have the same number, on either side. */
export class PacketReader {
  private readonly ways = new Map<number, Map<unknown, number>>();
  private count = 0;
  private readonly tables: readonly ReadonlyMap<string, TableState>[];
  private readonly parsed: ParsedFields;

  constructor(targets: readonly Target[], parsed: ParsedFields) {
    this.tables = targets.map(({ machine }) => new Map(machine.tables.map((table) => [table.name, table])));
    this.parsed = parsed;
  }

  /** `hit` gets each table that was applied, and the entry's handle there. */
  read(
    packet: ReviewPacket,
    side: 0 | 1,
    events: Events,
    { differs, leaves }: Fate,
    hit: (table: string, entry: number | null) => void,
  ): Heard {
    // few packets are asked for their fields
    const extractions = events.filter(({ kind }) => kind === "extract");
    const heard: Heard = {
      packet,
      fields: () => this.parsed.of(extractions, 8 * packet.bytes.length),
      ...{ arrivals: new Map(), way: 0 },
      worth: differs ? 2 : leaves[0] || leaves[1] ? 1 : 0,
    };
    let way = 0;
    for (const event of events) {
      if (event.kind === "table") {
        hit(event.name, event.entry);
        const table = this.tables[side]!.get(event.name);
        if (table && !heard.arrivals.has(event.name)) {
          const keys = table.keys.map(({ name, width }) => keyOfText(event.keys[name] ?? "", width));
          heard.arrivals.set(event.name, { table, way, keys, entry: event.entry, heard });
        }
        way = this.next(this.next(way, event.name), event.action);
      } else if (event.kind === "state") way = this.next(way, event.name);
      else if (event.kind === "condition") way = this.next(this.next(way, event.at?.start), event.holds);
    }
    heard.way = way;
    return heard;
  }

  private next(way: number, mark: unknown): number {
    const marks = this.ways.get(way) ?? new Map<unknown, number>();
    this.ways.set(way, marks);
    const known = marks.get(mark);
    if (known !== undefined) return known;
    marks.set(mark, ++this.count);
    return this.count;
  }
}

function keyOfText(text: string, width: number): Key {
  if (text === "true" || text === "false") return text === "true" ? 1n : 0n;
  if (!/^(0x[\da-f]+|-?\d+)$/i.test(text)) return text;
  const value = text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text);
  return BigInt.asUintN(width, value);
}
