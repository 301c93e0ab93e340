import type { Draft, Table, TableEntry } from "../p4runtime/index.ts";
import type { Entry, Match, TableState } from "../run/index.ts";
import { invalid } from "./errors.ts";
import { matchesOf, matchText } from "./matches.ts";
import type { Use } from "./profileEntries.ts";

/** One entry: as it was written, and as the table has it. */
export type Held = {
  message: TableEntry;
  entry: Entry;
  use: Use | null;
  isConst: boolean;
  /** us of the switch's clock */
  lastHitUs: number;
  noticedUs: number;
};

export const keyOfEntry = (matches: readonly Match[], priority: number): string =>
  `${priority}:${matchText(matches)}`;

/** Entries of one table by their keys, and when each was hit last. */
export class HeldEntries {
  private readonly byKey = new Map<string, Held>();
  private readonly byEntry = new WeakMap<Entry, Held>();
  private readonly state: TableState;
  private readonly info: Table;
  private readonly nowUs: () => number;

  constructor(state: TableState, info: Table, nowUs: () => number) {
    this.state = state;
    this.info = info;
    this.nowUs = nowUs;
    if (info.idleTimeoutBehavior === "NOTIFY_CONTROL")
      state.direct.push({
        onHit: (entry) => {
          const held = this.byEntry.get(entry);
          if (held) held.lastHitUs = nowUs();
        },
      });
  }

  get size(): number {
    return this.byKey.size;
  }

  get(key: string): Held | undefined {
    return this.byKey.get(key);
  }

  values(): Iterable<Held> {
    return this.byKey.values();
  }

  hold(key: string, held: Omit<Held, "lastHitUs" | "noticedUs">): void {
    const now = this.nowUs();
    const all = { ...held, lastHitUs: now, noticedUs: now };
    this.byKey.set(key, all);
    this.byEntry.set(held.entry, all);
  }

  delete(key: string): void {
    this.byKey.delete(key);
  }

  /** Entries that a request asks for. Throws INVALID_ARGUMENT. */
  *chosen(wanted: TableEntry): Iterable<Held> {
    const action = wanted.action?.type;
    if (action && action.kind !== "action") throw invalid("entries are chosen by the id of an action only");
    for (const held of this.withMatch(wanted)) {
      const { message } = held;
      if (wanted.priority !== 0 && message.priority !== wanted.priority) continue;
      if (wanted.controllerMetadata !== 0n && message.controllerMetadata !== wanted.controllerMetadata)
        continue;
      if (wanted.metadata.length > 0 && !sameBytes(message.metadata, wanted.metadata)) continue;
      const own = message.action?.type;
      if (action && !(own?.kind === "action" && own.value.actionId === action.value.actionId)) continue;
      yield held;
    }
  }

  /** Entries that a request leaves when only its match counts; without a priority that is more than one. */
  private *withMatch({ match, priority }: TableEntry): Iterable<Held> {
    if (match.length === 0) {
      yield* this.byKey.values();
      return;
    }
    const text = matchText(matchesOf(this.info.matchFields, this.state.keys, match));
    if (priority === 0 && this.state.hasPriorities) {
      for (const [key, held] of this.byKey) if (key.slice(key.indexOf(":") + 1) === text) yield held;
      return;
    }
    const held = this.byKey.get(`${priority}:${text}`);
    if (held) yield held;
  }

  /** Entries that nothing hit for their idle timeout; each is told again after another one. */
  *idle(): Generator<Draft<TableEntry>> {
    const now = this.nowUs();
    for (const held of this.byKey.values()) {
      const timeoutUs = Number(held.message.idleTimeoutNs) / 1000;
      if (timeoutUs === 0 || now - Math.max(held.lastHitUs, held.noticedUs) < timeoutUs) continue;
      held.noticedUs = now;
      yield held.message;
    }
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
