import { randomBytes } from "node:crypto";
import type { Actor, Holder } from "../auth/actor.ts";
import { allows } from "../auth/roles.ts";
import { DomainError, notFound } from "../errors.ts";
import { type Clock, found } from "../shared/service.ts";
import type { NewToken, Token } from "./schema.ts";
import type { TokenStore } from "./store.ts";
import { createTokenVerifier, defaultVerifierConfig, hashOf, PREFIX } from "./verifier.ts";

const MS_PER_DAY = 86_400_000;
const SHOWN_CHARS = 10;
/** Tokens of one person (our choice). */
const MAX_TOKENS = 100;

type Deps = { store: TokenStore; actorOf(userId: string): Promise<Holder | null>; clock: Clock };

/** API tokens: bounded by a role, by nouns and in time. */
export function createTokenService({ store, actorOf, clock }: Deps) {
  const verifier = createTokenVerifier(defaultVerifierConfig, {
    store,
    actorOf,
    clock,
    nowMs: () => performance.now(),
  });

  return {
    identify: verifier.identify,
    forgetUser: verifier.forgetUser,
    forgetAll: verifier.forgetAll,
    list: (userId: string): Promise<Token[]> => store.list(userId),

    /** The token itself is in this answer and nowhere else. */
    async create(actor: Actor, { name, role = actor.role, nouns, expiresInDays }: NewToken) {
      if (!allows(actor.role, role))
        throw new DomainError("forbidden", `A token cannot have the role ${role}; yours is ${actor.role}.`);
      if ((await store.count(actor.id)) >= MAX_TOKENS)
        throw new DomainError("conflict", `You have ${MAX_TOKENS} tokens. Revoke those that are not used.`);
      const token = PREFIX + randomBytes(32).toString("base64url");
      const createdAt = clock();
      const id = await store.add({
        userId: actor.id,
        hash: hashOf(token),
        start: token.slice(0, SHOWN_CHARS),
        prefix: PREFIX,
        name,
        role,
        nouns,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + expiresInDays * MS_PER_DAY),
      });
      const tokens = await store.list(actor.id);
      return { token, entry: found(tokens.find((t) => t.id === id) ?? null, "token", id) };
    },

    async revoke(userId: string, id: string): Promise<void> {
      if (!(await store.revoke(userId, id))) throw notFound("token", id);
      verifier.forgetToken(id);
    },
  };
}
export type TokenService = ReturnType<typeof createTokenService>;
