import type { Auth } from "../auth/auth.ts";
import type { Mailer } from "../notifications/mailer.ts";
import type { Log } from "../observability/log.ts";
import { createLimiter } from "../shared/limiter.ts";
import type { User } from "../users/schema.ts";

/** Mails to one account: more of them help nobody who reads the first (our choice). */
const MAILS = { uses: 3, windowMs: 3_600_000 };

type Deps = { users: { get(id: string): Promise<User> }; mailer: Mailer; auth: Auth; log: Log };

const textOf = (url: string): string =>
  `Somebody asked for a new password for this address on P4Twin. To set one, open

  ${url}

The link works once, for one hour. If it was not you, do nothing: your password stays as it is.
`;

/**
 * Mails the link to the page where a new password is set. Returns at once and tells nothing of the outcome,
 * so that the answer for a known address is that for an unknown one; what fails is in the log.
 */
export function createPasswordReset({ users, mailer, auth, log }: Deps) {
  const mails = createLimiter(MAILS);

  const send = async (userId: string, token: string): Promise<void> => {
    const user = await users.get(userId);
    // the provider knows this person's password, we do not
    if (user.disabledAt !== null || (user.roleFrom !== null && auth.oidc)) return;
    if (mails.take(userId, performance.now()) > 0) return;
    const text = textOf(`${auth.baseUrl}/sign-in/reset?token=${token}`);
    const outcome = await mailer.send({ to: [user.email], subject: "P4Twin: set a new password", text });
    if (!outcome.ok) log.error({ answer: outcome.answer }, "a password reset could not be mailed");
  };

  return {
    send(userId: string, token: string): void {
      send(userId, token).catch((error: unknown) => log.warn({ error }, "a password reset was not mailed"));
    },
  };
}
