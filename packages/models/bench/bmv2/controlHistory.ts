import type { Random } from "../../src/core/index.ts";
import { ActionProfile } from "../../src/run/tables/actionProfile.ts";
import type { TableKey, TableState } from "../../src/run/tables/tableState.ts";
import type { Target } from "../../src/run/target.ts";
import { widthOf } from "../../src/run/values/shape.ts";

/** Draws commands for what a switch of ours holds: most fit, some name what is not there or is there already. */
export class ControlHistory {
  private readonly target: Target;
  private readonly random: Random;
  private readonly profiles: readonly ActionProfile[];

  constructor(target: Target, random: Random) {
    this.target = target;
    this.random = random;
    this.profiles = target.machine.externs.flatMap(({ object }) =>
      object instanceof ActionProfile ? [object] : [],
    );
  }

  next(): string {
    const { tables } = this.target.machine;
    const open = tables.filter((table) => !table.isConst || this.random.next() < 0.1);
    const kinds = [
      ...(open.length > 0 ? [() => this.tableCommand(this.oneOf(open))] : []),
      ...(this.profiles.length > 0 ? [() => this.profileCommand(this.oneOf(this.profiles))] : []),
      ...(tables.length === 0 || this.random.next() < 0.2
        ? [() => this.groupCommand(), () => this.sessionCommand()]
        : []),
    ];
    return this.oneOf(kinds)();
  }

  private tableCommand(table: TableState): string {
    if (table.implementation instanceof ActionProfile)
      return this.indirectCommand(table, table.implementation);
    const handle = this.held(table.entries.map((entry) => entry.handle));
    return this.oneOf([
      ...Array<() => string>(4).fill(() => this.add(table)),
      ...Array<() => string>(3).fill(
        () => `table_modify ${table.name} ${this.action(table, ` ${handle} =>`)}`,
      ),
      () => `table_delete ${table.name} ${handle}`,
      () => `table_delete ${table.name} ${handle}`,
      () => `table_set_default ${table.name} ${this.action(table, "")}`,
      () => `table_reset_default ${table.name}`,
      () => (this.random.next() < 0.2 ? `table_clear ${table.name}` : this.add(table)),
    ])();
  }

  private add(table: TableState): string {
    const priority = table.hasPriorities ? ` ${this.below(4)}` : "";
    return `table_add ${table.name} ${this.action(table, ` ${this.keys(table)} =>`)}${priority}`;
  }

  private indirectCommand(table: TableState, profile: ActionProfile): string {
    const isGroup = profile.algorithm !== null && this.random.next() < 0.5;
    const [use, with_] = isGroup
      ? [this.held([...profile.groups.keys()]), "_with_group"]
      : [this.held([...profile.members.keys()]), ""];
    const handle = this.held(table.entries.map((entry) => entry.handle));
    return this.oneOf([
      ...Array<string>(4).fill(
        `table_indirect_add${with_} ${table.name} ${this.keys(table)} => ${use}${table.hasPriorities ? ` ${this.below(4)}` : ""}`,
      ),
      `table_indirect_delete ${table.name} ${handle}`,
      `table_indirect_set_default${with_} ${table.name} ${use}`,
    ]);
  }

  private profileCommand(profile: ActionProfile): string {
    const { name, members, groups, algorithm } = profile;
    const table = this.target.machine.tables.find(({ implementation }) => implementation === profile)!;
    const member = this.held([...members.keys()]);
    const group = this.held([...groups.keys()]);
    // with an empty group BMv2 ends the control that applies the table
    const isLast = groups.get(group)?.length === 1;
    const ofGroups = [
      `act_prof_create_group ${name}`,
      `act_prof_delete_group ${name} ${group}`,
      ...Array<string>(4).fill(`act_prof_add_member_to_group ${name} ${member} ${group}`),
      ...(isLast ? [] : [`act_prof_remove_member_from_group ${name} ${member} ${group}`]),
    ];
    return this.oneOf([
      ...Array<string>(3).fill(`act_prof_create_member ${name} ${this.action(table, "")}`),
      // without the arrow the command line of BMv2 1.15.5 ends where the action has no parameters
      `act_prof_modify_member ${name} ${this.action(table, ` ${member} =>`)}`,
      `act_prof_delete_member ${name} ${member}`,
      ...(algorithm === null ? [] : ofGroups),
    ]);
  }

  private groupCommand(): string {
    const { random } = this;
    const [group, node] = [1 + this.below(3), this.below(5)];
    const ports = Array.from({ length: random.integer(4) }, () => 1 + this.below(6)).join(" ");
    return this.oneOf([
      `mc_mgrp_create ${group}`,
      `mc_node_create ${this.below(9)} ${ports}`,
      `mc_node_associate ${group} ${node}`,
      `mc_node_associate ${group} ${node}`,
      `mc_node_update ${node} ${ports}`,
      `mc_node_dissociate ${group} ${node}`,
      ...(random.next() < 0.3 ? [`mc_node_destroy ${node}`, `mc_mgrp_destroy ${group}`] : []),
    ]).trim();
  }

  private sessionCommand(): string {
    const session = 1 + this.below(3);
    return this.oneOf([
      `mirroring_add ${session} ${1 + this.below(6)}`,
      `mirroring_add_mc ${session} ${1 + this.below(3)}`,
      `mirroring_delete ${session}`,
    ]);
  }

  /** An action with values, and `between` the two. */
  private action(table: TableState, between: string): string {
    const { name, parameters } = this.oneOf(table.actions);
    const values = parameters.map(({ shape }) => this.number(Math.min(widthOf(shape), 3)));
    return [`${name}${between}`, ...values].join(" ");
  }

  private keys(table: TableState): string {
    return table.keys.flatMap((key) => (key.kind === "selector" ? [] : [this.key(key)])).join(" ");
  }

  /** Few values, so that entries and packets meet. */
  private key({ kind, width }: TableKey): string {
    const value = this.number(2);
    switch (kind) {
      case "lpm":
        return `${this.number(Math.min(width, 8))}/${this.oneOf([0, width - 2, width - 1, width])}`;
      case "ternary":
      case "optional":
        return `${value}&&&${this.oneOf([0, 1, 2, 3, 2 ** Math.min(width, 8) - 1])}`;
      case "range":
        return `${value}->${value + this.below(4)}`;
      default:
        return String(value);
    }
  }

  /** One of what is there, seldom another. */
  private held(handles: readonly number[]): number {
    return handles.length > 0 && this.random.next() < 0.9 ? this.oneOf(handles) : this.below(6);
  }

  private readonly number = (bits: number): number => this.random.integer(2 ** bits);
  private readonly below = (bound: number): number => this.random.integer(bound);
  private oneOf<T>(all: readonly T[]): T {
    return all[this.random.integer(all.length)]!;
  }
}
