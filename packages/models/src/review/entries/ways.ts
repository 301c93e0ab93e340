import type { TableState } from "../../run/index.ts";
import { caredBits, type Key, type Lever, nearest } from "./aim.ts";
import type { Held } from "./changedEntries.ts";
import type { Arrival } from "./heardPacket.ts";

/** Our choices: packets that are kept of one way, and looked at for one entry. */
const MOST_KEPT = 2_000;
const MOST_LOOKED_AT = 300;

/**
 * Packets that came to a table the same way. Once it is known which bits of the keys a packet decides, those that
 * differ in the others are kept: what entries and the program put into the keys.
 */
export class Way {
  levers: readonly Lever[] | null = null;
  /** that of the best packet */
  worth = 0;
  private decided: readonly bigint[];
  private readonly arrivals = new Map<string, Arrival>();
  readonly table: TableState;
  readonly number: number;

  constructor({ table, way }: Arrival) {
    this.table = table;
    this.number = way;
    this.decided = table.keys.map(() => 0n);
  }

  add(arrival: Arrival): void {
    const key = this.fixedOf(arrival.keys);
    const known = this.arrivals.get(key);
    if (known ? known.heard.worth >= arrival.heard.worth : this.arrivals.size >= MOST_KEPT) return;
    this.arrivals.set(key, arrival);
    this.worth = Math.max(this.worth, arrival.heard.worth);
  }

  first(): Arrival {
    for (const arrival of this.arrivals.values()) return arrival;
    throw new Error("a way is made of a packet");
  }

  knows(levers: readonly Lever[]): void {
    this.levers = levers;
    this.decided = this.table.keys.map((_, i) => levers.reduce((mask, { turns }) => mask | turns[i]!, 0n));
    const known = [...this.arrivals.values()];
    this.arrivals.clear();
    for (const arrival of known) this.add(arrival);
  }

  /** What the packet does not decide of the keys, as one text. */
  fixedOf(keys: readonly Key[]): string {
    return keys.map((key, i) => (typeof key === "bigint" ? key & ~this.decided[i]! : key)).join("|");
  }

  /** Packets whose fixed keys an entry matches, or what it wants of the first key that none has. */
  fitting({ entry }: Held): Arrival[] | { key: number; wanted: Key } {
    if (!entry) return [...this.arrivals.values()].slice(0, MOST_LOOKED_AT);
    const found: Arrival[] = [];
    let lacking: { key: number; wanted: Key } | null = null;
    let looked = 0;
    // an entry that leaves nothing open of the fixed keys names the packet
    const only = this.arrivals.get(
      this.fixedOf(entry.matches.map((match, i) => nearest(match, 0n, this.table.keys[i]!.width))),
    );
    for (const arrival of only ? [only, ...this.arrivals.values()] : this.arrivals.values()) {
      if (++looked > MOST_LOOKED_AT) break;
      const key = entry.matches.findIndex((match, i) => {
        const { width } = this.table.keys[i]!;
        const [is, wanted] = [arrival.keys[i]!, nearest(match, arrival.keys[i]!, width)];
        if (typeof is !== "bigint" || typeof wanted !== "bigint") return is !== wanted;
        return ((is ^ wanted) & caredBits(match, width) & ~this.decided[i]!) !== 0n;
      });
      if (key < 0) found.push(arrival);
      else lacking ??= { key, wanted: nearest(entry.matches[key]!, 0n, this.table.keys[key]!.width) };
    }
    found.sort((a, b) => b.heard.worth - a.heard.worth);
    return found.length > 0 || !lacking ? found : lacking;
  }
}
