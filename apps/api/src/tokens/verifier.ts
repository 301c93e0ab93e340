import { createHash } from "node:crypto";
import type { Holder, Person } from "../auth/actor.ts";
import { lowerRole } from "../auth/roles.ts";
import type { Clock } from "../shared/service.ts";
import { shareLooks } from "../shared/shareLooks.ts";
import type { StoredToken, TokenStore } from "./store.ts";

/** What every token begins with, so that scanners of leaked secrets find it. */
export const PREFIX = "p4t_";
/** Longer ones are nobody's: tokens of all versions have less than 100 characters. */
const MAX_CHARS = 200;

/** What is stored of a token: SHA-256 needs no salt, because a token is 256 random bits, not a word. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** All our choice. */
export const defaultVerifierConfig = {
  /** how long a process may not know that another one revoked a token, or changed its owner */
  rememberMs: 5_000,
  maxRemembered: 10_000,
  /** `lastUsedAt` is right to this */
  noteUseMs: 60_000,
};

type Deps = {
  store: Pick<TokenStore, "byHash" | "used">;
  /** the owner of a token; null when the account is gone */
  actorOf(userId: string): Promise<Holder | null>;
  clock: Clock;
  /** monotonic, ms */
  nowMs(): number;
};
type Known = { token: StoredToken; actor: Person; sinceMs: number };

/**
 * Who stands behind a token. A token is found by its hash: comparing hashes tells nothing about a token by
 * how long it takes. What was found is remembered for a few seconds; wrong tokens are not, so that many of
 * them displace nobody.
 */
export function createTokenVerifier(config: typeof defaultVerifierConfig, deps: Deps) {
  const { store, actorOf, clock, nowMs } = deps;
  const known = new Map<string, Known>();
  const share = shareLooks<Known | null>();
  /** when uses were noted last, by token: outlives what is remembered */
  const noted = new Map<string, number>();
  /** an answer that was under way when something was forgotten is not remembered */
  let generation = 0;

  const look = async (hash: string): Promise<Known | null> => {
    const before = generation;
    const token = await store.byHash(hash);
    const owner = token && (await actorOf(token.userId));
    if (!token || !owner) return null;
    const role = token.role ? lowerRole(token.role, owner.role) : owner.role;
    const grant = { id: token.id, nouns: token.nouns, role: token.role };
    const actor: Person = { ...owner, role, via: "token", credentialId: token.id, token: grant };
    const found = { token, actor, sinceMs: nowMs() };
    if (before !== generation) return found;
    if (known.size >= config.maxRemembered) for (const first of known.keys()) if (known.delete(first)) break;
    known.set(hash, found);
    return found;
  };

  const noteUse = (id: string): void => {
    const now = nowMs();
    const last = noted.get(id);
    if (last !== undefined && now - last < config.noteUseMs) return;
    noted.delete(id);
    if (noted.size >= config.maxRemembered) for (const first of noted.keys()) if (noted.delete(first)) break;
    noted.set(id, now);
    // nobody waits for it, and a use that is not noted is no reason to refuse the next
    store.used(id, clock()).catch(() => {});
  };

  const forget = (which: (token: StoredToken) => boolean): void => {
    generation++;
    for (const [hash, { token }] of known) if (which(token)) known.delete(hash);
  };

  return {
    /** Null for nobody: unknown, revoked, expired, or its owner is gone. */
    async identify(token: string): Promise<Person | null> {
      if (!token.startsWith(PREFIX) || token.length > MAX_CHARS) return null;
      const hash = hashOf(token);
      let found = known.get(hash) ?? null;
      if (found && nowMs() - found.sinceMs >= config.rememberMs) {
        known.delete(hash);
        found = null;
      }
      // many requests of one token at once look once
      found ??= await share(hash, async () => known.get(hash) ?? look(hash));
      if (!found) return null;
      const { expiresAt, id } = found.token;
      if (expiresAt && expiresAt.getTime() <= clock().getTime()) return null;
      noteUse(id);
      return found.actor;
    },
    forgetToken: (id: string): void => forget((token) => token.id === id),
    /** The person's role or account has changed. */
    forgetUser: (userId: string): void => forget((token) => token.userId === userId),
    /** Workspaces came or went: who may enter which has changed. */
    forgetAll: (): void => forget(() => true),
    get remembered(): number {
      return known.size;
    },
  };
}
