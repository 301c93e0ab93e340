import type { Actor } from "../auth/actor.ts";
import type { Auth } from "../auth/auth.ts";
import type { SessionStore } from "../auth/sessionStore.ts";
import { DomainError, notFound } from "../errors.ts";
import type { User } from "../users/schema.ts";
import { deviceOf } from "./device.ts";
import type { Passwords } from "./password.ts";
import type { Account, Session, SignInWays } from "./schema.ts";
import type { Enrolment, TwoFactor } from "./twoFactor.ts";

type Deps = {
  users: { get(id: string): Promise<User>; dropLinks(userId: string): Promise<void> };
  sessions: SessionStore;
  passwords: Passwords;
  twoFactor: TwoFactor;
  auth: Auth;
  /** whether a mail server is set */
  mailReady(): Promise<boolean>;
  /** sessions ended: whoever streams over them is asked again */
  onChange(): void;
};

/**
 * What people do with their own account. All changes need a browser session: a token that leaked must not
 * take the account over.
 */
export function createAccountService(deps: Deps) {
  const { users, sessions, passwords, twoFactor, auth, mailReady, onChange } = deps;

  const needSession = ({ via }: Actor): void => {
    if (via !== "session")
      throw new DomainError(
        "forbidden",
        "An API token cannot change the account that it belongs to. Sign in with a browser.",
      );
  };

  const endOthers = async (actor: Actor): Promise<number> => {
    const ended = await sessions.endOthers(actor.id, actor.credentialId);
    onChange();
    return ended;
  };

  return {
    async ways(): Promise<SignInWays> {
      return { provider: auth.oidc?.name ?? null, resetByMail: await mailReady() };
    },

    async get(actor: Actor): Promise<Account> {
      const { roleFrom } = await users.get(actor.id);
      const [hasPassword, backupCodesLeft] = await Promise.all([
        passwords.isSet(actor.id),
        twoFactor.backupCodesLeft(actor.id),
      ]);
      const needsFreshLink = !hasPassword && !(await passwords.isFresh(actor));
      return { hasPassword, twoFactor: backupCodesLeft !== null, backupCodesLeft, roleFrom, needsFreshLink };
    },

    /** Sets the password, and ends every other session: whoever knew the old one is out. Returns how many ended. */
    async setPassword(actor: Actor, input: { currentPassword?: string | undefined; password: string }) {
      needSession(actor);
      const { roleFrom } = await users.get(actor.id);
      if (roleFrom !== null && auth.oidc)
        throw new DomainError(
          "conflict",
          `Your account signs in with ${auth.oidc.name}; it has no password here.`,
        );
      await passwords.prove(actor, input.currentPassword);
      await passwords.set(actor.id, input.password);
      await users.dropLinks(actor.id);
      return endOthers(actor);
    },

    async beginTwoFactor(actor: Actor, currentPassword: string | undefined): Promise<Enrolment> {
      needSession(actor);
      await passwords.prove(actor, currentPassword);
      if ((await twoFactor.backupCodesLeft(actor.id)) !== null)
        throw new DomainError(
          "conflict",
          "Two-factor sign-in is on already. Turn it off first to set up another app.",
        );
      return twoFactor.begin(actor);
    },

    /** Turns it on, and ends the other sessions, which were opened without a code. Returns how many ended. */
    async confirmTwoFactor(actor: Actor, code: string): Promise<number> {
      needSession(actor);
      if (!(await twoFactor.confirm(actor.id, code)))
        throw new DomainError(
          "bad_input",
          "The code is wrong. Type the one that the app shows now; if it is refused again, set the clock of the phone.",
        );
      return endOthers(actor);
    },

    async turnOffTwoFactor(actor: Actor, currentPassword: string | undefined): Promise<void> {
      needSession(actor);
      await passwords.prove(actor, currentPassword);
      await twoFactor.turnOff(actor.id);
    },

    async listSessions(actor: Actor): Promise<Session[]> {
      const rows = await sessions.list(actor.id, new Date());
      return rows.map((row) => ({
        id: row.id,
        current: row.id === actor.credentialId,
        device: deviceOf(row.userAgent),
        address: row.ipAddress || null,
        method: row.method,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: row.updatedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      }));
    },

    async endSession(actor: Actor, id: string): Promise<void> {
      needSession(actor);
      if (!(await sessions.end(actor.id, id))) throw notFound("session", id);
      onChange();
    },

    async endOtherSessions(actor: Actor): Promise<number> {
      needSession(actor);
      return endOthers(actor);
    },
  };
}
