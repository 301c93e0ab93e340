import type { HashName } from "../externs/hashes.ts";
import { hashOf } from "../externs/hashes.ts";
import { BitWriter } from "../values/bits.ts";
import type { Value } from "../values/node.ts";
import { writeValue } from "../values/write.ts";
import type { ActionRun, Entry, TableState } from "./tableState.ts";

/**
 * Actions that entries share: an entry names a member or, with a selector, a group. Of a group the hash of the selector
 * keys chooses; members stand in the order of their handles (BMv2 `action_profile.cpp`). A group without members does
 * nothing.
 */
export class ActionProfile {
  readonly name: string;
  /** null: no selector */
  readonly algorithm: HashName | null;
  readonly members = new Map<number, ActionRun>();
  readonly groups = new Map<number, number[]>();
  private readonly uses = new WeakMap<Entry, { member: number } | { group: number }>();

  constructor(name: string, algorithm: HashName | null) {
    this.name = name;
    this.algorithm = algorithm;
  }

  use(entry: Entry, what: { member: number } | { group: number }): void {
    this.uses.set(entry, what);
  }

  /** The action that runs for a packet with these keys; entries that name no member carry their own. */
  choose(entry: Entry, table: TableState, keys: readonly Value[]): ActionRun | null {
    const used = this.uses.get(entry);
    if (!used) return entry.run;
    if ("member" in used) return this.members.get(used.member) ?? null;
    const members = [...(this.groups.get(used.group) ?? [])].sort((a, b) => a - b);
    if (members.length === 0) return null;
    const writer = new BitWriter();
    table.keys.forEach(({ kind, shape }, i) => {
      if (kind === "selector") writeValue(writer, keys[i]!, shape);
    });
    const hash = hashOf(this.algorithm ?? "crc16", writer.take());
    return this.members.get(members[Number(hash % BigInt(members.length))]!) ?? null;
  }
}
