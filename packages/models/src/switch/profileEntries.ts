import type {
  Action,
  ActionProfileGroup,
  ActionProfileMember,
  ActionProfile as ProfileInfo,
  TableAction,
  Update,
} from "../p4runtime/index.ts";
import type { ActionProfile, Entry, TableState } from "../run/index.ts";
import { runOfAction } from "./actions.ts";
import { exhausted, exists, invalid, notFound, precondition } from "./errors.ts";
import type { Pipeline } from "./pipeline.ts";
import { idOf } from "./preambles.ts";

/** What an entry uses of a profile, from `bind` until `release`. */
export type Use = { bind(entry: Entry): void; release(): void };

type Member = { message: ActionProfileMember; handle: number; uses: number };
type Group = { message: ActionProfileGroup; handle: number; uses: number };

/** Members and groups of one action profile by the controller's own ids. */
export class ProfileEntries {
  private readonly pipeline: Pipeline;
  private readonly info: ProfileInfo;
  private readonly profile: ActionProfile;
  private readonly members = new Map<number, Member>();
  private readonly groups = new Map<number, Group>();
  private oneShotMembers = 0;

  constructor(pipeline: Pipeline, info: ProfileInfo, profile: ActionProfile) {
    this.pipeline = pipeline;
    this.info = info;
    this.profile = profile;
  }

  private get name(): string {
    return this.info.preamble?.name ?? "";
  }

  writeMember(type: Update["type"], message: ActionProfileMember): void {
    const { memberId, action } = message;
    if (memberId === 0) throw invalid("members count from 1");
    const known = this.members.get(memberId);
    if (type === "INSERT") {
      if (known) throw exists(`${this.name} has the member ${memberId} already`);
      this.room(1);
      const handle = this.profile.addMember(this.runOf(action));
      this.members.set(memberId, { message, handle, uses: 0 });
      return;
    }
    if (!known) throw notFound(`${this.name} has no member ${memberId}`);
    if (type === "MODIFY") {
      this.profile.members.set(known.handle, this.runOf(action));
      known.message = message;
      return;
    }
    const group = [...this.groups.values()].find(({ message: { members } }) =>
      members.some((each) => each.memberId === memberId),
    );
    if (known.uses > 0 || group)
      throw precondition(
        `member ${memberId} is used by ${group ? `group ${group.message.groupId}` : "an entry"}`,
      );
    this.profile.removeMember(known.handle);
    this.members.delete(memberId);
  }

  writeGroup(type: Update["type"], message: ActionProfileGroup): void {
    const { groupId } = message;
    if (!this.info.withSelector) throw invalid(`${this.name} has no selector and so no groups`);
    if (groupId === 0) throw invalid("groups count from 1");
    const known = this.groups.get(groupId);
    if (type === "INSERT") {
      if (known) throw exists(`${this.name} has the group ${groupId} already`);
      const handles = this.handlesOf(message, message.maxSize);
      const handle = this.profile.addGroup();
      this.profile.groups.set(handle, handles);
      this.groups.set(groupId, { message, handle, uses: 0 });
      return;
    }
    if (!known) throw notFound(`${this.name} has no group ${groupId}`);
    if (type === "MODIFY") {
      const { maxSize } = known.message;
      if (message.maxSize !== 0 && message.maxSize !== maxSize)
        throw invalid(`the size of group ${groupId} stays ${maxSize}`);
      this.profile.groups.set(known.handle, this.handlesOf(message, maxSize));
      known.message = { ...message, maxSize };
      return;
    }
    if (known.uses > 0) throw precondition(`group ${groupId} is used by an entry`);
    this.profile.removeGroup(known.handle);
    this.groups.delete(groupId);
  }

  *readMembers(memberId: number): Generator<ActionProfileMember> {
    for (const [id, { message }] of this.members) if (memberId === 0 || id === memberId) yield message;
  }

  *readGroups(groupId: number): Generator<ActionProfileGroup> {
    for (const [id, { message }] of this.groups) if (groupId === 0 || id === groupId) yield message;
  }

  /** What an entry of `table` asks for; a set of actions of its own (one-shot) becomes a group that goes with it. */
  useOf(table: TableState, type: NonNullable<TableAction["type"]>): Use {
    if (type.kind === "action")
      throw invalid(`entries of ${table.name} name a member or group of ${this.name}`);
    if (type.kind === "actionProfileMemberId") {
      const member = this.members.get(type.value);
      if (!member) throw notFound(`${this.name} has no member ${type.value}`);
      return this.counted(member, { member: member.handle });
    }
    if (!this.info.withSelector) throw invalid(`${this.name} has no selector and so no groups`);
    if (type.kind === "actionProfileGroupId") {
      const group = this.groups.get(type.value);
      if (!group) throw notFound(`${this.name} has no group ${type.value}`);
      return this.counted(group, { group: group.handle });
    }
    const actions = type.value.actionProfileActions;
    for (const { weight } of actions) if (weight <= 0) throw invalid("a weight must be above 0");
    this.room(actions.length);
    const runs = actions.map(({ action, weight }) => ({ run: this.runOf(action), weight }));
    const handles = runs.map(({ run, weight }) => ({ handle: this.profile.addMember(run), weight }));
    const group = this.profile.addGroup();
    this.profile.groups.set(
      group,
      handles.flatMap(({ handle, weight }) => Array<number>(weight).fill(handle)),
    );
    this.oneShotMembers += actions.length;
    return {
      bind: (entry) => this.profile.use(entry, { group }),
      release: () => {
        this.profile.removeGroup(group);
        for (const { handle } of handles) this.profile.removeMember(handle);
        this.oneShotMembers -= actions.length;
      },
    };
  }

  private counted(used: Member | Group, what: { member: number } | { group: number }): Use {
    return {
      bind: (entry) => {
        used.uses++;
        this.profile.use(entry, what);
      },
      release: () => {
        used.uses--;
      },
    };
  }

  /** The handle of each member as often as it weighs. Weights come to at most `MOST_WEIGHT`. */
  private handlesOf({ members }: ActionProfileGroup, maxSize: number): number[] {
    const total = members.reduce((sum, { weight }) => sum + weight, 0);
    if (members.some(({ weight }) => weight <= 0)) throw invalid("a weight must be above 0");
    const most = Math.min(maxSize || MOST_WEIGHT, this.info.maxGroupSize || MOST_WEIGHT);
    if (total > most) throw exhausted(`the weights of a group come to at most ${most}, not ${total}`);
    return members.flatMap(({ memberId, weight }) => {
      const member = this.members.get(memberId);
      if (!member) throw notFound(`${this.name} has no member ${memberId}`);
      return Array<number>(weight).fill(member.handle);
    });
  }

  private room(more: number): void {
    const most = Number(this.info.size) || Number.POSITIVE_INFINITY;
    if (this.members.size + this.oneShotMembers + more > most)
      throw exhausted(`${this.name} holds ${most} members`);
  }

  /** The action of a member: one of any table that the profile serves. */
  private runOf(action: Action | null) {
    if (!action) throw invalid("a member needs an action");
    const table = this.pipeline.table(this.info.tableIds[0] ?? 0);
    const run = runOfAction(this.pipeline, table.state, action);
    if (!run) throw invalid(`NoAction is not among the actions of ${table.state.name}`);
    return run;
  }

  get id(): number {
    return idOf(this.info.preamble);
  }
}

/** Our choice: weights of one group at most, as each is a place in a list. */
const MOST_WEIGHT = 65_536;
