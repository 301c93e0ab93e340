import type { Actor } from "../auth/actor.ts";
import type { Auth } from "../auth/auth.ts";
import type { SessionStore } from "../auth/sessionStore.ts";
import { DomainError } from "../errors.ts";
import { createLimiter } from "../shared/limiter.ts";

/** How long a sign-in by link proves who is there, for accounts without a password (our choice). */
const FRESH_MS = 15 * 60_000;
/** Wrong present passwords before one has to wait (our choice). */
const GUESSES = { uses: 5, windowMs: 15 * 60_000 };

/** Passwords of accounts, and the proof that it is their owner who changes something. */
export function createPasswords({ auth, sessions }: { auth: Auth; sessions: SessionStore }) {
  const guesses = createLimiter(GUESSES);

  const hashOf = async (userId: string): Promise<string | null> => {
    const { internalAdapter } = await auth.context();
    return (await internalAdapter.findCredentialAccount(userId))?.password ?? null;
  };

  /** Whether the actor's session was opened by a one-time link just now. */
  const isFresh = async ({ id, credentialId }: Actor): Promise<boolean> => {
    const nowMs = Date.now();
    const session = (await sessions.list(id, new Date(nowMs))).find((one) => one.id === credentialId);
    if (!session || nowMs - session.createdAt.getTime() > FRESH_MS) return false;
    // without a password a second factor can only have followed a link
    return session.method === "link" || session.method === "two-factor";
  };

  return {
    isSet: async (userId: string): Promise<boolean> => (await hashOf(userId)) !== null,
    isFresh,

    /** Throws unless the actor gave the present password, or came by a link just now and has none. */
    async prove(actor: Actor, currentPassword: string | undefined): Promise<void> {
      const hash = await hashOf(actor.id);
      if (hash === null) {
        if (await isFresh(actor)) return;
        throw new DomainError(
          "forbidden",
          "No password is set, and this session is not fresh. Sign in by a new one-time link, then try again within 15 minutes.",
        );
      }
      if (!currentPassword) throw new DomainError("bad_input", "Give your present password too.");
      if (guesses.take(actor.id, performance.now()) > 0)
        throw new DomainError("too_many", "Too many wrong passwords. Wait 15 minutes, then try again.");
      const { password } = await auth.context();
      if (!(await password.verify({ hash, password: currentPassword })))
        throw new DomainError("forbidden", "The present password is wrong.");
      guesses.giveBack(actor.id);
    },

    async set(userId: string, password: string): Promise<void> {
      const context = await auth.context();
      const hash = await context.password.hash(password);
      const { internalAdapter } = context;
      if (await internalAdapter.findCredentialAccount(userId))
        await internalAdapter.updatePassword(userId, hash);
      else
        await internalAdapter.linkAccount({
          userId,
          providerId: "credential",
          accountId: userId,
          password: hash,
        });
    },
  };
}
export type Passwords = ReturnType<typeof createPasswords>;
