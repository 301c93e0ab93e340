import type { Span } from "../core/index.ts";
import type { Path } from "../program/index.ts";
import type { Pass } from "./pass.ts";
import { keyOfPass, keyOfPath, shownTables } from "./pathKey.ts";
import type { Recording, TraceBranch, TraceEvent } from "./trace.ts";

/** A listed path with its `if` statements in order, as far as the analysis asks them whole. */
export type KnownPath = { path: Path; decisions: readonly { at: Span; holds: boolean }[] };

/** Tells which of the listed paths a packet took. */
export class PathsTaken<T extends KnownPath> {
  private readonly shown: (table: string) => string;
  private readonly byKey = new Map<string, T[]>();
  private readonly asked: ReadonlySet<string>;

  constructor(paths: readonly T[]) {
    this.shown = shownTables([...new Set(paths.flatMap(({ path }) => path.tables.map(({ name }) => name)))]);
    for (const each of paths) {
      const key = keyOfPath(each.path);
      const alike = this.byKey.get(key) ?? [];
      alike.push(each);
      this.byKey.set(key, alike);
    }
    this.asked = new Set(paths.flatMap(({ decisions }) => decisions.map(({ at }) => placeKey(at))));
  }

  /** Those that a pass took with its events: several when nothing tells them apart, none when it is not listed. */
  of(pass: Pass, events: readonly TraceEvent[]): T[] {
    const alike = this.byKey.get(keyOfPass(pass, this.shown)) ?? [];
    if (alike.length === 0) return [];
    const decided = this.decisionsOf(events);
    const seen = new Set(decided.map(([place]) => place));
    return alike.filter(({ decisions }) => {
      const own = decisions.map(({ at, holds }) => [placeKey(at), holds] as const);
      const compared = own.filter(([place]) => seen.has(place));
      return JSON.stringify(compared) === JSON.stringify(decided);
    });
  }

  /** What the analysis and reports call a table, by its full name. */
  shownTable(full: string): string {
    return this.shown(full);
  }

  private decisionsOf(events: readonly TraceEvent[]): [string, boolean][] {
    return events.flatMap((event): [string, boolean][] => {
      if (event.kind !== "condition" || !event.at) return [];
      const place = placeKey(event.at);
      return this.asked.has(place) ? [[place, event.holds]] : [];
    });
  }
}

const placeKey = ({ file, start, end }: Span): string => `${file}:${start}:${end}`;

/** The events that a pass went through: those of its copy of the packet, and before it those of what it came from. */
export function eventsOf(
  pass: Pass,
  { events, branches }: Pick<Recording, "events" | "branches">,
): TraceEvent[] {
  const found: TraceEvent[] = [];
  let end = events.length;
  for (let at: number | null = pass.branch; at !== null; ) {
    const branch: TraceBranch = branches[at]!;
    const own = at;
    found.unshift(...events.slice(0, end).filter((event) => (event.branch ?? 0) === own));
    end = branch.from;
    at = branch.isNewPass ? null : branch.parent;
  }
  return found;
}
