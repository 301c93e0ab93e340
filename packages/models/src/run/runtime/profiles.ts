import {
  byNameOrId,
  type Change,
  ControlError,
  EntryNames,
  idGiven,
  type OneShot,
  type ProfileUse,
  placedRun,
} from "../../program/index.ts";
import { ActionProfile } from "../tables/actionProfile.ts";
import type { ActionRun, TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";
import { actionRun, entryTableOf } from "./entryTable.ts";

/** BMv2's commands for members and groups of action profiles; false: another command. Throws `ControlError`. */
export function memberCommand(target: Target, verb: string, words: readonly string[]): boolean {
  if (!verb.startsWith("act_prof_")) return false;
  const profile = profileNamed(target, words[0] ?? "");
  const member = (index: number): number =>
    handle(words[index], profile.members, `action profile ${profile.name} has no member`);
  const group = (index: number): number =>
    handle(words[index], profile.groups, `action profile ${profile.name} has no group`);
  switch (verb) {
    case "act_prof_create_member":
      profile.addMember(memberRun(target, profile, words[1] ?? "", words.slice(2)));
      return true;
    case "act_prof_modify_member":
      profile.members.set(
        member(2),
        memberRun(target, profile, words[1] ?? "", withoutArrow(words.slice(3))),
      );
      return true;
    case "act_prof_delete_member":
      removeUnused(target, profile, { member: member(1) });
      return true;
    case "act_prof_create_group":
      profile.addGroup();
      return true;
    case "act_prof_delete_group":
      removeUnused(target, profile, { group: group(1) });
      return true;
    case "act_prof_add_member_to_group":
    case "act_prof_remove_member_from_group": {
      const [changing, of] = [member(1), group(2)];
      const members = profile.groups.get(of)!;
      const [isAdded, isThere] = [verb === "act_prof_add_member_to_group", members.includes(changing)];
      if (isAdded === isThere)
        throw new ControlError(
          `group ${of} of action profile ${profile.name} has ${isThere ? "member" : "no member"} ${changing}${isThere ? " already" : ""}`,
        );
      profile.groups.set(of, isAdded ? [...members, changing] : members.filter((each) => each !== changing));
      return true;
    }
    default:
      return false;
  }
}

/** A member or group as P4Runtime writes it: by an id of the controller's choice. Throws `ControlError`. */
export function changeProfile(target: Target, change: Extract<Change, { kind: "profile" }>): void {
  const { of, id, update } = change;
  const profile = profileNamed(target, change.profile);
  const isThere = of === "member" ? profile.members.has(id) : profile.groups.has(id);
  const place = `action profile ${profile.name} has`;
  if (update === "insert" && isThere)
    throw new ControlError(`${place} a ${of} ${id} already; change it by an update of type MODIFY`);
  if (update && update !== "insert" && !isThere)
    throw new ControlError(`${place} no ${of} ${id} to ${update}`);
  if (update === "delete") {
    removeUnused(target, profile, of === "member" ? { member: id } : { group: id });
  } else if (change.of === "member") {
    if (change.run) profile.members.set(id, actionRun(tableOf(target, profile), change.run));
  } else {
    for (const member of change.members) handle(member, profile.members, `${place} no member`);
    profile.groups.set(id, [...change.members]);
  }
}

/** As BMv2 and P4Runtime have it, what is in use stays. */
function removeUnused({ machine }: Target, profile: ActionProfile, what: ProfileUse): void {
  const tables = machine.tables.filter(({ implementation }) => implementation === profile);
  const [of, id] = "member" in what ? ["member", what.member] : ["group", what.group];
  if (profile.isUsed(what, tables))
    throw new ControlError(
      `${of} ${id} of action profile ${profile.name} is in use; first delete or change what uses it`,
    );
  if ("member" in what) profile.removeMember(what.member);
  else profile.removeGroup(what.group);
}

/** What an entry, or a miss, of `table` uses; members that it brings along become a group of its own. */
export function usedBy(table: TableState, use: ProfileUse | OneShot | null): ProfileUse | null {
  if (!use || !("members" in use)) return use;
  const profile = profileWith(table, null);
  const group = profile.addGroup();
  profile.groups.set(
    group,
    use.members.map((run) => profile.addMember(actionRun(table, run))),
  );
  return { group };
}

/** The action profile of a table, which has what `use` names. */
export function profileWith(table: TableState, use: ProfileUse | null): ActionProfile {
  const profile = table.implementation;
  if (!(profile instanceof ActionProfile))
    throw new ControlError(`table ${table.name} has no action profile`);
  const { name, groups, members } = profile;
  if (use && "group" in use) handle(use.group, groups, `action profile ${name} has no group`);
  if (use && "group" in use && use.isFilled && groups.get(use.group)?.length === 0)
    throw new ControlError(`group ${use.group} of action profile ${name} has no member yet`);
  if (use && "member" in use) handle(use.member, members, `action profile ${name} has no member`);
  return profile;
}

function profileNamed(target: Target, name: string): ActionProfile {
  const all = target.machine.externs.filter(({ object }) => object instanceof ActionProfile);
  const named = all.map(({ path, annotations, object }) => ({
    name: path,
    id: idGiven(annotations),
    object,
  }));
  return byNameOrId(named, name, "action profile").object as ActionProfile;
}

/** BMv2's command line takes an arrow before the values of a member that it changes. */
const withoutArrow = ([first, ...others]: readonly string[]): readonly string[] =>
  first === undefined || first === "=>" ? others : [first, ...others];

/** The action of a member: one of any table that the profile serves. */
function memberRun(
  target: Target,
  profile: ActionProfile,
  name: string,
  values: readonly string[],
): ActionRun {
  const table = tableOf(target, profile);
  const names = new EntryNames([entryTableOf(table)]);
  return actionRun(table, placedRun(names.action(names.table(table.name), name), values, false));
}

function tableOf(target: Target, profile: ActionProfile): TableState {
  const table = target.machine.tables.find(({ implementation }) => implementation === profile);
  if (!table) throw new ControlError(`no table uses action profile ${profile.name}`);
  return table;
}

function handle(text: string | number | undefined, among: ReadonlyMap<number, unknown>, why: string): number {
  const number = Number(text);
  if (!among.has(number)) throw new ControlError(`${why} ${text ?? ""}`.trim());
  return number;
}
