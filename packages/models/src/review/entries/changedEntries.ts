import {
  ActionProfile,
  type ActionRun,
  type Entry,
  type Match,
  showEntry,
  showValue,
  type TableKey,
  type TableState,
  type Target,
} from "../../run/index.ts";
import { type EntityMatch, keyOf } from "../../snapshot/index.ts";
import { type ConstantOf, changedState } from "./changedState.ts";

/** An entry of a side, or its default action: what packets run that hit none. */
export type Held = { table: TableState; entry: Entry | null };

/**
 * An entry that comes, goes or changes, also because what it copies to or reads does; null: that side does not have it.
 * `state`: keys of groups, sessions and registers that change.
 */
export type ChangedEntry = {
  key: string;
  text: string;
  sides: readonly [Held | null, Held | null];
  state: readonly string[];
};

/** Entries and default actions of two switches that differ, resolved to the actions that they run. */
export function changedEntries(
  before: Target,
  after: Target,
  constantOf: ConstantOf = () => undefined,
): ChangedEntry[] {
  const [old, now] = [heldBy(before), heldBy(after)];
  const tables = [old, now].map((side) => new Set([...side.values()].map(({ table }) => table.name)));
  const stateOf = changedState(before, after, constantOf);
  const found: ChangedEntry[] = [];
  for (const key of new Set([...now.keys(), ...old.keys()])) {
    const sides = [old.get(key) ?? null, now.get(key) ?? null] as const;
    const [one, other] = sides;
    const state = sides.flatMap((side) =>
      side ? runsOf(side).flatMap((run) => stateOf(side.table, run)) : [],
    );
    if (one && other && state.length === 0 && runText(one) === runText(other)) continue;
    const held = (other ?? one)!;
    // a default action comes and goes with its table
    if (!held.entry && tables.some((side) => !side.has(held.table.name))) continue;
    const own = held.entry ? showEntry(held.table, held.entry) : "default action";
    const texts = [...new Set(state.map(({ text }) => text))];
    found.push({
      ...{ key, sides, state: [...new Set(state.map((each) => each.key))] },
      text: texts.length === 0 ? own : `${own} (${texts.join(", ")} changes)`,
    });
  }
  return found;
}

function heldBy({ machine }: Target): Map<string, Held> {
  const found = new Map<string, Held>();
  for (const table of machine.tables) {
    if (table.keys.length > 0)
      for (const entry of table.entries) found.set(keyOfHeld(table, entry), { table, entry });
    found.set(keyOfHeld(table, null), { table, entry: null });
  }
  return found;
}

/** As `keyOf` has it of what a controller wrote; entries that the program fixes have no priority of their own. */
const keyOfHeld = (table: TableState, entry: Entry | null): string =>
  keyOf({
    kind: "entry",
    table: table.name,
    match: Object.fromEntries(
      (entry?.matches ?? []).flatMap((match, i) => {
        const written = writtenMatch(match, table.keys[i]!);
        return written ? [[table.keys[i]!.name, written]] : [];
      }),
    ),
    priority: entry && !table.isConst ? Math.abs(entry.priority) : 0,
    ...{ isDefault: entry === null, action: null, metadata: "" },
  });

const hex = (value: bigint | string): string =>
  typeof value === "string" ? value : `0x${value.toString(16)}`;

/** Null: it matches anything. */
function writtenMatch(match: Match, { kind, width }: TableKey): EntityMatch | null {
  switch (match.kind) {
    case "any":
      return null;
    case "exact":
      return { kind: kind === "optional" ? "optional" : "exact", value: hex(match.value) };
    case "lpm": {
      const open = BigInt(width - match.prefix);
      const value = hex((match.value >> open) << open);
      return match.prefix === 0 ? null : { kind: "lpm", value, prefixBits: match.prefix };
    }
    case "ternary":
      return match.mask === 0n
        ? null
        : { kind: "ternary", value: hex(match.value & match.mask), mask: hex(match.mask) };
    case "range":
      return match.low === 0n && match.high === (1n << BigInt(width)) - 1n
        ? null
        : { kind: "range", low: hex(match.low), high: hex(match.high) };
  }
}

/** What runs, of a group all that its hash chooses from. */
function runsOf({ table, entry }: Held): ActionRun[] {
  const profile = table.implementation instanceof ActionProfile ? table.implementation : null;
  const choices = profile?.choices(entry, table) ?? [];
  // of a group the hash needs keys, of all else nothing does
  const only = (): ActionRun | null => profile?.choose(entry, table, []) ?? entry?.run ?? table.defaultRun;
  return choices.length > 0 ? [...choices] : [only()].filter((run) => run !== null);
}

const runText = (held: Held): string =>
  runsOf(held)
    .map(({ action, values }) => {
      const { name, parameters } = held.table.actions[action]!;
      return `${name}(${parameters.map(({ shape }, i) => showValue(values[i]!, shape)).join()})`;
    })
    .join();
