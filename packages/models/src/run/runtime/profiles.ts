import { ActionProfile, type ProfileUse } from "../tables/actionProfile.ts";
import type { ActionRun, TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";
import { entryOf, runOf } from "./installed.ts";
import { byName, ControlError } from "./names.ts";

/** BMv2's commands for members and groups of action profiles, and entries that name them; false: another command. */
export function profileCommand(target: Target, verb: string, words: readonly string[]): boolean {
  const isOfTable = verb.startsWith("table_indirect_");
  if (!isOfTable && !verb.startsWith("act_prof_")) return false;
  return isOfTable ? tableCommand(target, verb, words) : memberCommand(target, verb, words);
}

function memberCommand(target: Target, verb: string, words: readonly string[]): boolean {
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
      profile.members.set(member(2), memberRun(target, profile, words[1] ?? "", words.slice(3)));
      return true;
    case "act_prof_delete_member":
      profile.removeMember(member(1));
      return true;
    case "act_prof_create_group":
      profile.addGroup();
      return true;
    case "act_prof_delete_group":
      profile.removeGroup(group(1));
      return true;
    case "act_prof_add_member_to_group":
      profile.groups.get(group(2))!.push(member(1));
      return true;
    case "act_prof_remove_member_from_group": {
      const [leaving, from] = [member(1), group(2)];
      profile.groups.set(
        from,
        profile.groups.get(from)!.filter((each) => each !== leaving),
      );
      return true;
    }
    default:
      return false;
  }
}

function tableCommand(target: Target, verb: string, words: readonly string[]): boolean {
  const table = byName(target.machine.tables, ({ name }) => name, words[0] ?? "", "table");
  const profile = table.implementation;
  if (!(profile instanceof ActionProfile))
    throw new ControlError(`table ${table.name} has no action profile`);
  const used = (text: string | undefined): ProfileUse =>
    verb.endsWith("_with_group")
      ? { group: handle(text, profile.groups, `action profile ${profile.name} has no group`) }
      : { member: handle(text, profile.members, `action profile ${profile.name} has no member`) };
  switch (verb) {
    case "table_indirect_add":
    case "table_indirect_add_with_group": {
      const { matches, values, priority } = entryOf(table, words.slice(1));
      const use = used(values[0]);
      profile.use(table.add({ matches, priority, run: NOTHING, span: null }), use);
      return true;
    }
    case "table_indirect_set_default":
    case "table_indirect_set_default_with_group":
      profile.useOnMiss(table, used(words[1]));
      return true;
    case "table_indirect_reset_default":
      profile.useOnMiss(table, null);
      return true;
    case "table_indirect_delete":
      if (!table.remove(Number(words[1])))
        throw new ControlError(`table ${table.name} has no entry ${words[1]}`);
      return true;
    default:
      return false;
  }
}

/** An entry of a profile's member has no action of its own. */
const NOTHING: ActionRun = { action: 0, values: [] };

function profileNamed(target: Target, name: string): ActionProfile {
  const all = target.machine.externs.filter(({ object }) => object instanceof ActionProfile);
  return byName(all, ({ path }) => path, name, "action profile").object as ActionProfile;
}

/** The action of a member: one of any table that the profile serves. */
function memberRun(
  target: Target,
  profile: ActionProfile,
  name: string,
  values: readonly string[],
): ActionRun {
  const table: TableState | undefined = target.machine.tables.find(
    ({ implementation }) => implementation === profile,
  );
  if (!table) throw new ControlError(`no table uses action profile ${profile.name}`);
  return runOf(table, name, values);
}

function handle(text: string | undefined, among: ReadonlyMap<number, unknown>, why: string): number {
  const number = Number(text);
  if (!among.has(number)) throw new ControlError(`${why} ${text ?? ""}`.trim());
  return number;
}
