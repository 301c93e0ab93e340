import type { ProfileUse } from "../../program/index.ts";
import { Handles } from "../../program/index.ts";
import { type Hash, type HashName, hashFunction } from "../externs/hashes.ts";
import { BitWriter } from "../values/bits.ts";
import type { Value } from "../values/node.ts";
import { writeValue } from "../values/write.ts";
import type { ActionRun, Entry, TableState } from "./tableState.ts";

/**
 * Actions that entries share. Of a group the hash of the selector keys chooses; members stand in the order of their
 * handles (BMv2 `action_profile.cpp`). A group without members does nothing.
 */
export class ActionProfile {
  readonly name: string;
  /** null: no selector */
  readonly algorithm: HashName | Hash | null;
  readonly members = new Map<number, ActionRun>();
  readonly groups = new Map<number, number[]>();
  private readonly memberHandles = new Handles();
  private readonly groupHandles = new Handles();
  private readonly uses = new WeakMap<Entry, ProfileUse>();
  private readonly fallbacks = new WeakMap<TableState, ProfileUse>();

  constructor(name: string, algorithm: HashName | Hash | null) {
    this.name = name;
    this.algorithm = algorithm;
  }

  use(entry: Entry, what: ProfileUse): void {
    this.uses.set(entry, what);
  }

  /** What runs when a packet misses; null: nothing. */
  useOnMiss(table: TableState, what: ProfileUse | null): void {
    if (what) this.fallbacks.set(table, what);
    else this.fallbacks.delete(table);
  }

  /** The handle of the new member; of a group, with `addGroup`. */
  addMember(run: ActionRun): number {
    const handle = this.memberHandles.take();
    this.members.set(handle, run);
    return handle;
  }

  addGroup(): number {
    const handle = this.groupHandles.take();
    this.groups.set(handle, []);
    return handle;
  }

  removeMember(handle: number): void {
    if (this.members.delete(handle)) this.memberHandles.giveBack(handle);
  }

  removeGroup(handle: number): void {
    if (this.groups.delete(handle)) this.groupHandles.giveBack(handle);
  }

  /** Whether an entry of `tables`, or what misses there, uses it, or a group has the member. */
  isUsed(what: ProfileUse, tables: readonly TableState[]): boolean {
    const isIt = (use: ProfileUse | undefined): boolean =>
      use !== undefined &&
      ("member" in what
        ? "member" in use && use.member === what.member
        : "group" in use && use.group === what.group);
    return (
      ("member" in what && [...this.groups.values()].some((members) => members.includes(what.member))) ||
      tables.some(
        (table) =>
          isIt(this.fallbacks.get(table)) || table.entries.some((entry) => isIt(this.uses.get(entry))),
      )
    );
  }

  /** The action that runs for a packet with these keys; entries that name no member carry their own. */
  choose(entry: Entry | null, table: TableState, keys: readonly Value[]): ActionRun | null {
    const used = this.useOf(entry, table);
    if (!used) return entry ? entry.run : table.defaultRun;
    if ("member" in used) return this.members.get(used.member) ?? null;
    const members = this.inGroup(used.group);
    if (members.length === 0) return null;
    const writer = new BitWriter();
    table.keys.forEach(({ kind, shape }, i) => {
      if (kind === "selector") writeValue(writer, keys[i]!, shape);
    });
    const { algorithm } = this;
    const hash = typeof algorithm === "function" ? algorithm : hashFunction(algorithm ?? "crc16");
    return members[Number(BigInt(hash(writer.take())) % BigInt(members.length))]!;
  }

  /** What the hash chooses from for an entry, or on a miss; empty: nothing is left to it. */
  choices(entry: Entry | null, table: TableState): ActionRun[] {
    const used = this.useOf(entry, table);
    return used && "group" in used ? this.inGroup(used.group) : [];
  }

  private useOf(entry: Entry | null, table: TableState): ProfileUse | undefined {
    return entry ? this.uses.get(entry) : this.fallbacks.get(table);
  }

  private inGroup(group: number): ActionRun[] {
    const handles = [...(this.groups.get(group) ?? [])].sort((a, b) => a - b);
    return handles.flatMap((handle) => this.members.get(handle) ?? []);
  }
}
