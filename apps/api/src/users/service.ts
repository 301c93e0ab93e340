import { randomUUID } from "node:crypto";
import type { Actor } from "../auth/actor.ts";
import { type Auth, LINK_VALID_S } from "../auth/auth.ts";
import type { UserRole } from "../auth/roles.ts";
import { DomainError, notFound } from "../errors.ts";
import { type Clock, found } from "../shared/service.ts";
import type { Token, User } from "./schema.ts";
import type { UserStore } from "./store.ts";

const OWNER = { name: "Owner", email: "owner@p4twin.local", role: "owner" } as const;
const S_PER_DAY = 24 * 3600;

type Deps = { store: UserStore; auth: Auth; clock: Clock };
export type SignInLink = { url: string; expiresAt: string };

/** Accounts, invitations and API tokens. */
export function createUserService({ store, auth, clock }: Deps) {
  const get = async (id: string): Promise<User> => found(await store.get(id), "user", id);

  /** A fresh one-time link; earlier ones of the same person stop working. */
  const linkFor = async (email: string): Promise<SignInLink> => {
    await store.dropLinks(email);
    const url = await auth.issueLink(email, randomUUID());
    return { url, expiresAt: new Date(clock().getTime() + LINK_VALID_S * 1_000).toISOString() };
  };

  const keepAnOwner = async (user: User): Promise<void> => {
    if (user.role === "owner" && (await store.countOwners()) <= 1) {
      throw new DomainError("conflict", "This is the last owner. Make somebody else an owner first.");
    }
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
    async identify(headers: Headers): Promise<Actor | null> {
      const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
      if (bearer) {
        const { valid, key } = await auth.api.verifyApiKey({ body: { key: bearer } });
        const person = valid && key ? await store.actor(key.referenceId) : null;
        return person && key && { ...person, via: "token", credentialId: key.id };
      }
      if (!headers.has("cookie")) return null;
      const known = await auth.api.getSession({ headers });
      const person = known && (await store.actor(known.user.id));
      return person && { ...person, via: "session", credentialId: known.session.id };
    },

    /** Makes the account and the link that lets the person in. For a known address: a new link. */
    async invite(input: {
      email: string;
      name: string;
      role: UserRole;
    }): Promise<{ user: User; link: SignInLink }> {
      const email = input.email.toLowerCase();
      const known = await store.byEmail(email);
      const user = known ?? (await get(await store.create({ ...input, email })));
      return { user, link: await linkFor(email) };
    },

    async setRole(id: string, role: UserRole): Promise<User> {
      const user = await get(id);
      if (role !== "owner") await keepAnOwner(user);
      await store.setRole(id, role);
      return get(id);
    },

    async remove(id: string): Promise<void> {
      await keepAnOwner(await get(id));
      await store.remove(id, clock());
    },

    /** Sets the password with which the person can sign in from now on, beside one-time links. */
    async setPassword(userId: string, password: string): Promise<void> {
      const context = await auth.context();
      const hash = await context.password.hash(password);
      const accounts = await context.internalAdapter.findAccounts(userId);
      if (accounts.some((account) => account.providerId === "credential")) {
        await context.internalAdapter.updatePassword(userId, hash);
      } else {
        await context.internalAdapter.linkAccount({
          userId,
          providerId: "credential",
          accountId: userId,
          password: hash,
        });
      }
    },

    tokens: (userId: string): Promise<Token[]> => store.tokens(userId),

    /** The token itself is in this answer and nowhere else. */
    async createToken(input: { userId: string; name: string; expiresInDays: number | null }) {
      const { userId, name, expiresInDays } = input;
      const expiresIn = expiresInDays === null ? null : expiresInDays * S_PER_DAY;
      const made = await auth.api.createApiKey({ body: { userId, name, expiresIn } });
      const tokens = await store.tokens(userId);
      return {
        token: made.key,
        entry: found(tokens.find((t) => t.id === made.id) ?? null, "token", made.id),
      };
    },

    async revokeToken(userId: string, id: string): Promise<void> {
      if (!(await store.revokeToken(userId, id))) throw notFound("token", id);
    },
  };
}

export type UserService = ReturnType<typeof createUserService>;
