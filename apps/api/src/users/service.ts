import type { Holder, Person } from "../auth/actor.ts";
import type { Auth } from "../auth/auth.ts";
import type { GivenRole } from "../auth/groupRole.ts";
import { allows, type UserRole } from "../auth/roles.ts";
import type { SessionStore } from "../auth/sessionStore.ts";
import { issueToken, LINK_VALID_S } from "../auth/signInLink.ts";
import { DomainError } from "../errors.ts";
import { bearerOf } from "../shared/headers.ts";
import { type Clock, found } from "../shared/service.ts";
import { shareLooks } from "../shared/shareLooks.ts";
import type { TokenService } from "../tokens/service.ts";
import type { User } from "./schema.ts";
import type { UserStore } from "./store.ts";

const OWNER = { name: "Owner", email: "owner@p4twin.local", role: "owner" } as const;

type Deps = {
  store: UserStore;
  sessions: SessionStore;
  auth: Auth;
  tokens: Pick<TokenService, "identify" | "forgetUser">;
  clock: Clock;
  /** the least role whose accounts need a second factor; null: none does */
  twoFactorFrom(): Promise<UserRole | null>;
  /** accounts or sessions changed: whoever streams is asked again whether they may */
  onChange(): void;
};
export type SignInLink = { url: string; expiresAt: string };

/** Accounts and invitations. */
export function createUserService(deps: Deps) {
  const { store, sessions, auth, tokens, clock, onChange } = deps;
  const get = async (id: string): Promise<User> => found(await store.get(id), "user", id);

  // a page asks for many things at once: whose session it is takes several queries, which are made once for all of them
  const shareSession = shareLooks<Person | null>();
  const needsTwoFactor = async ({ role, memberships }: Holder): Promise<boolean> => {
    const from = await deps.twoFactorFrom();
    return from !== null && [role, ...memberships.map((m) => m.role)].some((one) => allows(one, from));
  };
  const ofSession = async (headers: Headers): Promise<Person | null> => {
    const known = await auth.api.getSession({ headers });
    const holder = known && (await store.actor(known.user.id));
    if (!holder) return null;
    await sessions.noteUse(known.session, new Date());
    // a provider decides itself what it asks for
    const hasFactors = known.user.twoFactorEnabled || known.session.method === "provider";
    const mustSetUpTwoFactor = !hasFactors && (await needsTwoFactor(holder));
    return { ...holder, via: "session", credentialId: known.session.id, mustSetUpTwoFactor };
  };

  /** A fresh one-time link; earlier ones of the same person stop working. `terminal`: printed where the server runs. */
  const linkFor = async ({ id }: { id: string }, { terminal = false } = {}): Promise<SignInLink> => {
    await store.dropLinks(id);
    const token = await issueToken(auth, id, terminal);
    return {
      url: `${auth.baseUrl}/sign-in/link?token=${token}`,
      expiresAt: new Date(clock().getTime() + LINK_VALID_S * 1_000).toISOString(),
    };
  };

  /** Tokens are remembered for seconds, streams last: both are asked again. */
  const changed = (id: string): void => {
    tokens.forgetUser(id);
    onChange();
  };

  const isLastOwner = async ({ role, disabledAt }: User): Promise<boolean> =>
    role === "owner" && disabledAt === null && (await store.countOwners()) <= 1;
  const keepAnOwner = async (user: User): Promise<void> => {
    if (await isLastOwner(user))
      throw new DomainError("conflict", "This is the last owner. Make somebody else an owner first.");
  };

  return {
    list: () => store.list(),
    get,
    linkFor,

    /** The owner, made on the first start. */
    async ensureOwner(): Promise<User> {
      return (await store.owner()) ?? get(await store.create(OWNER));
    },

    /** Who stands behind a session cookie or an `Authorization: Bearer` token; null for nobody. */
    async identify(headers: Headers): Promise<Person | null> {
      const bearer = bearerOf({ authorization: headers.get("authorization") });
      if (bearer) return tokens.identify(bearer);
      const cookie = headers.get("cookie");
      return cookie === null ? null : shareSession(cookie, () => ofSession(headers));
    },

    /** An account that can be used; null when it was removed or is disabled. */
    holder: (id: string): Promise<Holder | null> => store.actor(id),

    /** Makes the account and the link that lets the person in. For a known address: a new link. */
    async invite(input: {
      email: string;
      name: string;
      role: UserRole;
    }): Promise<{ user: User; link: SignInLink }> {
      const email = input.email.toLowerCase();
      const known = await store.byEmail(email);
      if (known?.disabledAt)
        throw new DomainError("conflict", `The account of ${email} is disabled. Enable it first.`);
      const user = known ?? (await get(await store.create({ ...input, email })));
      return { user, link: await linkFor(user) };
    },

    async setRole(id: string, role: UserRole): Promise<User> {
      const user = await get(id);
      if (role !== "owner") await keepAnOwner(user);
      await store.setRole(id, role, null);
      changed(id);
      return get(id);
    },

    /**
     * The role that the groups of a provider give at a sign-in. The last owner stays one, whatever the provider says.
     */
    async takeRole(id: string, { role, from }: Pick<GivenRole, "role" | "from">): Promise<void> {
      const user = await get(id);
      if (role !== "owner" && (await isLastOwner(user))) return;
      await store.setRole(id, role, from);
      changed(id);
    },

    async remove(id: string): Promise<void> {
      await keepAnOwner(await get(id));
      await store.remove(id, clock());
      changed(id);
    },

    /** Keeps somebody out, with their sessions and tokens, until `enable`; what is theirs stays. */
    async disable(id: string, by: string): Promise<User> {
      if (id === by) throw new DomainError("conflict", "You cannot disable your own account.");
      await keepAnOwner(await get(id));
      await store.setDisabled(id, clock());
      await sessions.endOthers(id, null);
      await store.dropLinks(id);
      changed(id);
      return get(id);
    },

    async enable(id: string): Promise<User> {
      await get(id);
      await store.setDisabled(id, null);
      return get(id);
    },

    /** Ends all sessions of somebody; returns how many. Tokens stay. */
    async signOut(id: string): Promise<number> {
      await get(id);
      const ended = await sessions.endOthers(id, null);
      onChange();
      return ended;
    },
  };
}

export type UserService = ReturnType<typeof createUserService>;
