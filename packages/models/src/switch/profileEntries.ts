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
import { canonicalAction } from "./canonical.ts";
import { exhausted, exists, invalid, notFound, precondition, unimplemented } from "./errors.ts";
import type { Pipeline } from "./pipeline.ts";
import { idOf } from "./preambles.ts";

/** What an entry uses of a profile, from `bind` until `release`. */
export type Use = { bind(entry: Entry): void; release(): void; readonly ownMembers: number };

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
      this.checkStyle("members");
      this.room(1);
      const handle = this.profile.addMember(this.runOf(action));
      this.members.set(memberId, { message: canonicalMember(message), handle, uses: 0 });
      return;
    }
    if (!known) throw notFound(`${this.name} has no member ${memberId}`);
    if (type === "MODIFY") {
      this.profile.members.set(known.handle, this.runOf(action));
      known.message = canonicalMember(message);
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
      this.checkStyle("members");
      this.checkMaxSize(message.maxSize);
      const handles = this.handlesOf(message, message.maxSize);
      const handle = this.profile.addGroup();
      this.profile.groups.set(handle, handles);
      this.groups.set(groupId, { message, handle, uses: 0 });
      return;
    }
    if (!known) throw notFound(`${this.name} has no group ${groupId}`);
    if (type === "MODIFY") {
      const { maxSize } = known.message;
      if (message.maxSize !== maxSize) throw invalid(`the size of group ${groupId} stays ${maxSize}`);
      this.profile.groups.set(known.handle, this.handlesOf(message, maxSize));
      known.message = message;
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

  /**
   * What an entry of `table` asks for; a set of actions of its own (one-shot) becomes a group that goes with it.
   * `freed` goes when this one is bound.
   */
  useOf(table: TableState, type: NonNullable<TableAction["type"]>, freed: Use | null): Use {
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
    const { actionProfileActions: actions, actionSelectionMode, sizeSemantics, groupAction } = type.value;
    if (
      actionSelectionMode !== "DEFAULT_MODE_DETERMINED_BY_ACTION_SELECTOR" ||
      sizeSemantics !== "DEFAULT_SIZE_DETERMINED_BY_ACTION_SELECTOR"
    )
      throw unimplemented("a group takes mode and size of its selector");
    if (groupAction) throw unimplemented("actions of a whole group");
    this.checkStyle("sets");
    if (this.sizeOf(actions) > this.most(this.info.maxGroupSize))
      throw invalid(`a group of ${this.name} has at most the size ${this.most(this.info.maxGroupSize)}`);
    this.room(actions.length - (freed?.ownMembers ?? 0));
    const runs = actions.map(({ action, weight }) => ({ run: this.runOf(action), times: timesOf(weight) }));
    const handles = runs.map(({ run, times }) => ({ handle: this.profile.addMember(run), times }));
    const group = this.profile.addGroup();
    this.profile.groups.set(
      group,
      handles.flatMap(({ handle, times }) => Array<number>(times).fill(handle)),
    );
    this.oneShotMembers += actions.length;
    return {
      ownMembers: actions.length,
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
      ownMembers: 0,
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
    if (new Set(members.map(({ memberId }) => memberId)).size < members.length)
      throw invalid("a group names a member twice; give it a weight");
    const size = this.sizeOf(members);
    const most = this.most(maxSize || this.info.maxGroupSize);
    if (size > most) throw exhausted(`this group has at most the size ${most}, not ${size}`);
    return members.flatMap(({ memberId, weight }) => {
      const member = this.members.get(memberId);
      if (!member) throw notFound(`${this.name} has no member ${memberId}`);
      return Array<number>(timesOf(weight)).fill(member.handle);
    });
  }

  private most = (size: number): number => size || MOST_WEIGHT;

  /** Size of a group as the selector counts it. Throws for weights that it does not take. */
  private sizeOf(members: readonly { weight: number }[]): number {
    const { weightsDisallowed, selectorSizeSemantics: counts } = this.info;
    for (const { weight } of members) {
      if (weightsDisallowed && weight !== 0) throw invalid(`${this.name} takes no weights`);
      if (!weightsDisallowed && weight <= 0) throw invalid("a weight must be above 0");
      if (counts?.kind === "sumOfMembers" && weight > this.most(counts.value.maxMemberWeight))
        throw invalid(`a member weighs at most ${this.most(counts.value.maxMemberWeight)}`);
    }
    const weight = members.reduce((sum, each) => sum + timesOf(each.weight), 0);
    if (weight > MOST_WEIGHT)
      throw exhausted(`the weights of a group come to at most ${MOST_WEIGHT}, not ${weight}`);
    return counts?.kind === "sumOfMembers" ? members.length : weight;
  }

  private checkMaxSize(maxSize: number): void {
    const { maxGroupSize } = this.info;
    if (maxSize < 0 || (maxGroupSize > 0 && maxSize > maxGroupSize))
      throw invalid(`a group of ${this.name} has at most the size ${this.most(maxGroupSize)}`);
  }

  /** The tables of a selector are programmed by sets of actions or by members and groups, not by both. */
  private checkStyle(style: "sets" | "members"): void {
    const isOther = style === "sets" ? this.members.size + this.groups.size > 0 : this.oneShotMembers > 0;
    if (isOther)
      throw invalid(
        style === "sets"
          ? `${this.name} has members and groups: name them, or take them away before entries bring their own actions`
          : `entries of ${this.name} bring their own actions: take these away before it gets members and groups`,
      );
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

/** Where weights are not allowed they are 0, and every member counts once. */
const timesOf = (weight: number): number => weight || 1;

const canonicalMember = (message: ActionProfileMember): ActionProfileMember => ({
  ...message,
  action: message.action && canonicalAction(message.action),
});
