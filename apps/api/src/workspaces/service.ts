import type { Membership } from "../auth/actor.ts";
import type { GivenRole } from "../auth/groupRole.ts";
import type { UserRole } from "../auth/roles.ts";
import { DomainError, notFound } from "../errors.ts";
import { type Clock, found } from "../shared/service.ts";
import type { Member, OwnWorkspace, Workspace } from "./schema.ts";
import type { WorkspaceStore } from "./store.ts";

/** Each has its services in every process that serves pages (our choice: some 100 kB each). */
const MAX_WORKSPACES = 200;

type Deps = {
  store: WorkspaceStore;
  clock: Clock;
  /** what a person may do has changed: what is remembered of their tokens is old */
  onMember(userId: string): void;
  /** a workspace came or went: collectors follow the deployments of those that are there */
  onChange(): void;
};

/** Workspaces: what stands in one is seen in no other. Members have a role in each. */
export function createWorkspaceService({ store, clock, onMember, onChange }: Deps) {
  const get = async (id: string): Promise<Workspace> => found(await store.get(id), "workspace", id);

  /** Runs a change of a member's role; the last owner stays. */
  const keepingAnOwner = (
    workspaceId: string,
    userId: string,
    change: (tx: Parameters<WorkspaceStore["setRole"]>[0]) => Promise<boolean>,
  ): Promise<void> =>
    store
      .transaction(async (tx) => {
        const owners = await store.lockOwners(tx, workspaceId);
        if (owners.length === 1 && owners[0] === userId)
          throw new DomainError(
            "conflict",
            "This is the last owner of the workspace. Make somebody else an owner first.",
          );
        if (!(await change(tx))) throw notFound("member", userId);
      })
      .then(() => onMember(userId));
  const member = async (workspaceId: string, userId: string): Promise<Member> => {
    const all = await store.members(workspaceId);
    return found(all.find((m) => m.userId === userId) ?? null, "member", userId);
  };

  return {
    list: (): Promise<Workspace[]> => store.list(),

    /** Those that a person may enter, in their order. */
    async mine(memberships: readonly Membership[], currentId: string): Promise<OwnWorkspace[]> {
      const names = await store.names(memberships.map((m) => m.workspaceId));
      return memberships.map(({ workspaceId: id, role }) => ({
        id,
        name: names.get(id) ?? id,
        role,
        current: id === currentId,
      }));
    },

    async create(name: string, by: string): Promise<Workspace> {
      if ((await store.count()) >= MAX_WORKSPACES)
        throw new DomainError(
          "conflict",
          `There are ${MAX_WORKSPACES} workspaces already, which is the most.`,
        );
      const id = await store.create(name, by);
      onChange();
      return get(id);
    },

    async rename(id: string, name: string): Promise<Workspace> {
      if (!(await store.rename(id, name))) throw notFound("workspace", id);
      return get(id);
    },

    /** Nobody enters it any more and its deployments take no telemetry; everything stays for when it is restored. */
    async archive(id: string): Promise<Workspace> {
      if ((await get(id)).isFirst)
        throw new DomainError("conflict", "The first workspace cannot be archived: new accounts join it.");
      await store.setArchived(id, clock());
      onChange();
      return get(id);
    },

    async restore(id: string): Promise<Workspace> {
      await get(id);
      await store.setArchived(id, null);
      onChange();
      return get(id);
    },

    members: (workspaceId: string): Promise<Member[]> => store.members(workspaceId),

    /** Adds somebody who has an account. */
    async addMember(workspaceId: string, email: string, role: UserRole): Promise<Member> {
      const userId = await store.userByEmail(email);
      if (!userId)
        throw new DomainError(
          "not_found",
          `There is no account with the address ${email}. An owner of the installation invites people.`,
        );
      if (!(await store.addMember(workspaceId, userId, role)))
        throw new DomainError("conflict", `${email} is a member already; change the role in the list.`);
      onMember(userId);
      return member(workspaceId, userId);
    },

    async setRole(workspaceId: string, userId: string, role: UserRole): Promise<Member> {
      const change = (tx: Parameters<WorkspaceStore["setRole"]>[0]) =>
        store.setRole(tx, workspaceId, userId, role);
      if (role === "owner") await store.transaction(change).then(() => onMember(userId));
      else await keepingAnOwner(workspaceId, userId, change);
      return member(workspaceId, userId);
    },

    removeMember: (workspaceId: string, userId: string): Promise<void> =>
      keepingAnOwner(workspaceId, userId, (tx) => store.removeMember(tx, workspaceId, userId)),

    /**
     * The roles that the groups of a provider give at a sign-in, where its rules name workspaces: in those, and in the
     * first one. The last owner of a workspace stays one; a name that no workspace has gives nothing.
     */
    async takeRoles(
      userId: string,
      { workspaces, first }: Pick<GivenRole, "workspaces" | "first">,
    ): Promise<void> {
      if (workspaces.size === 0) return;
      for (const { id, name } of await store.named([...workspaces.keys()])) {
        const role = workspaces.has(name) ? workspaces.get(name) : first;
        await store.transaction(async (tx) => {
          const owners = await store.lockOwners(tx, id);
          if (role !== "owner" && owners.length === 1 && owners[0] === userId) return;
          if (role) await store.putMember(tx, id, userId, role);
          else await store.removeMember(tx, id, userId);
        });
      }
      onMember(userId);
    },
  };
}

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;
