import { matchesOf, runOf, type WrittenKey } from "./entryValues.ts";
import {
  bytesOf,
  decimal,
  fieldOf,
  holders,
  messagesOf,
  namesOf,
  numberOf,
  textOf,
  updatesOf,
} from "./messageFields.ts";
import { ControlError, type EntryNames } from "./names.ts";
import { type GroupEntry, groupEntries, weightOf } from "./p4RuntimeGroups.ts";
import {
  type Change,
  type EntryAction,
  type EntryRun,
  type EntryTable,
  hasPriorities,
  type OneShot,
  type ProfileUse,
  type Update,
  type Written,
} from "./tableEntry.ts";
import { parseTextProto, type TextField, type TextMessage } from "./textProto.ts";

/**
 * What P4Runtime messages in protobuf's text format do to tables, action profiles, multicast groups and clone sessions:
 * their entries anywhere (in a WriteRequest, entities, or alone). Ids get names from a P4Info in the same text, from
 * what p4runtime-shell writes behind them, from `@id`, or because p4c makes them of names. Throws `TextProtoError` for
 * what is no such text.
 */
export function readP4Runtime(
  text: string,
  spanAt: (offset: number) => Written["at"],
  names: EntryNames,
  mayLeaveOut: boolean,
): Written[] {
  const message = parseTextProto(text);
  const given = namesOf(message);
  const nameOf = ({ alias, value }: TextField): string => {
    const digits = typeof value === "string" ? decimal(value) : "";
    return alias ?? given.get(digits) ?? digits;
  };
  const reader = new EntryReader(message, nameOf, names, mayLeaveOut);
  const ofTables = updatesOf(message, "table_id").map(({ message: entry, type }): GroupEntry => {
    const id = fieldOf(entry, "table_id")!;
    return { offset: id.offset, rank: 2, read: () => reader.changeOf(entry, nameOf(id), updateOf(type)) };
  });
  const memberRun = (action: TextMessage): EntryRun => reader.memberRun(action);
  return [...groupEntries(message, { nameOf, memberRun, updateOf }), ...ofTables]
    .sort((a, b) => a.rank - b.rank || a.offset - b.offset)
    .map(({ offset, read }) => ({ at: spanAt(offset), read }));
}

/** Types of updates, by name and number; null: outside of one. Throws `ControlError`. */
function updateOf(type: string | null): Update | null {
  if (type === null) return null;
  const [, known] = UPDATES.find(([name], index) => type === name || type === String(index + 1)) ?? [];
  if (known) return known;
  throw new ControlError(`an update is of type INSERT, MODIFY or DELETE, not ${type}`, "entries-syntax");
}

const UPDATES: readonly (readonly [string, Update])[] = [
  ["INSERT", "insert"],
  ["MODIFY", "modify"],
  ["DELETE", "delete"],
];

class EntryReader {
  private readonly message: TextMessage;
  private readonly nameOf: (field: TextField) => string;
  private readonly names: EntryNames;
  private readonly mayLeaveOut: boolean;

  constructor(
    message: TextMessage,
    nameOf: (field: TextField) => string,
    names: EntryNames,
    mayLeaveOut: boolean,
  ) {
    this.message = message;
    this.nameOf = nameOf;
    this.names = names;
    this.mayLeaveOut = mayLeaveOut;
  }

  changeOf(entry: TextMessage, name: string, update: Update | null): Change {
    const table = this.names.table(name);
    const isDefault = textOf(entry, "is_default_action") === "true";
    if (isDefault && update !== null && update !== "modify")
      throw new ControlError(
        `the default action of table ${table.name} is always there; set it by an update of type MODIFY, which resets it without an action`,
      );
    if (update === "delete") return { kind: "withdraw", table: table.name, ...this.demandOf(entry, table) };
    const [of] = messagesOf(entry, "action");
    const [direct] = of ? [of, ...messagesOf(of, "action")].filter((each) => fieldOf(each, "action_id")) : [];
    const demand = { table: table.name, ...(isDefault ? EVERY : this.demandOf(entry, table)) };
    if (direct) {
      const run = this.runOf(direct, table, isDefault);
      return isDefault
        ? { kind: "default", table: table.name, run }
        : { kind: "entry", ...demand, run, ...(update && { update }) };
    }
    if (!of && isDefault) return { kind: "default", table: table.name, run: null };
    if (!of && update === "modify") return { kind: "keep", ...demand };
    const use = of && this.useOf(of, table);
    // members that are not in the text may run anything
    const runs = of && this.profileRuns(of, table);
    if (!use)
      throw new ControlError(
        `the entry of table ${table.name} has no action; give it action { action { action_id: … } }`,
        "entries-syntax",
      );
    return {
      kind: "member",
      isDefault,
      ...demand,
      use,
      runs: runs?.length ? runs : null,
      ...(update && { update }),
    };
  }

  /** The member or group that an entry names, or the members that it has itself; null: neither. */
  private useOf(of: TextMessage, table: EntryTable): ProfileUse | OneShot | null {
    if (fieldOf(of, "action_profile_member_id")) return { member: numberOf(of, "action_profile_member_id") };
    if (fieldOf(of, "action_profile_group_id")) return { group: numberOf(of, "action_profile_group_id") };
    const own = messagesOf(of, "action_profile_action_set").flatMap((set) =>
      messagesOf(set, "action_profile_actions"),
    );
    const members = own.flatMap((each) =>
      holders(each, "action_id").flatMap((action) =>
        Array<EntryRun>(weightOf(each)).fill(this.runOf(action, table)),
      ),
    );
    return members.length > 0 ? { members } : null;
  }

  /** The action of a member, which serves every table of its profile. */
  memberRun(message: TextMessage): EntryRun {
    return this.valuesOf(message, this.names.memberAction(this.nameOf(fieldOf(message, "action_id")!)));
  }

  /** Actions of a profile: those that the entry has itself, and, where it names a member or group, all members'. */
  private profileRuns(of: TextMessage, table: EntryTable): EntryRun[] {
    const usesMembers = ["action_profile_member_id", "action_profile_group_id"].some((id) => fieldOf(of, id));
    const members = usesMembers ? holders(this.message, "member_id") : [];
    const found = [of, ...members].flatMap((each) => holders(each, "action_id"));
    return [...new Set(found)].map((each) => this.runOf(each, table));
  }

  private runOf(message: TextMessage, table: EntryTable, isDefault = false): EntryRun {
    return this.valuesOf(
      message,
      this.names.action(table, this.nameOf(fieldOf(message, "action_id")!), isDefault),
    );
  }

  private valuesOf(message: TextMessage, action: EntryAction): EntryRun {
    const given = new Map(
      messagesOf(message, "params").map((each) => [parameterOf(action, each), bytesOf(each, "value")]),
    );
    return runOf(action, (parameter) => given.get(parameter), this.mayLeaveOut);
  }

  private demandOf(entry: TextMessage, table: EntryTable): typeof EVERY {
    const keys: (WrittenKey | null)[] = table.keys.map(() => null);
    for (const each of messagesOf(entry, "match")) {
      const id = numberOf(each, "field_id");
      const index = table.keys.findIndex((key) => key.id === id);
      const key = table.keys[index];
      if (!key) throw new ControlError(`table ${table.name} has no key with the id ${id}`, "entries-unknown");
      keys[index] = writtenKey(each, key.name);
    }
    // the largest priority wins
    const priority = hasPriorities(table.keys) ? -numberOf(entry, "priority") : 0;
    return { matches: matchesOf(table, keys, this.mayLeaveOut), priority };
  }
}

const EVERY: Pick<Extract<Change, { kind: "entry" }>, "matches" | "priority"> = {
  matches: null,
  priority: 0,
};

function parameterOf(
  { name, parameters }: EntryAction,
  message: TextMessage,
): EntryAction["parameters"][number] {
  const id = numberOf(message, "param_id");
  const found = parameters.find((each) => each.id === id);
  if (!found) throw new ControlError(`action ${name} has no parameter with the id ${id}`, "entries-unknown");
  return found;
}

function writtenKey(message: TextMessage, name: string): WrittenKey {
  const part = (kind: string): TextMessage | undefined => messagesOf(message, kind)[0];
  const single = part("exact") ?? part("optional");
  if (single) return { kind: "value", value: bytesOf(single, "value") };
  const lpm = part("lpm");
  if (lpm) return { kind: "pair", first: bytesOf(lpm, "value"), second: numberOf(lpm, "prefix_len") };
  const ternary = part("ternary");
  if (ternary) return { kind: "pair", first: bytesOf(ternary, "value"), second: bytesOf(ternary, "mask") };
  const range = part("range");
  if (range) return { kind: "pair", first: bytesOf(range, "low"), second: bytesOf(range, "high") };
  throw new ControlError(`the match of key ${name} says nothing`, "entries-syntax");
}
