import type { Db } from "../database/client.ts";
import type { SignInMethod } from "./signInMethod.ts";

/** Why somebody may not sign in: a code for programs, words for people. */
export type Refusal = { code: string; message: string };

/**
 * Whether this account may open a session in this way; null: it may. `provider`: its name, null when none is set up.
 */
export async function refusalOf(
  db: Db,
  { userId, method, provider }: { userId: string; method: SignInMethod | null; provider: string | null },
): Promise<Refusal | null> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { removedAt: true, disabledAt: true, roleFrom: true },
  });
  if (!user || user.removedAt)
    return {
      code: "ACCOUNT_REMOVED",
      message: "This account was removed. Ask an owner to invite you again.",
    };
  if (user.disabledAt)
    return { code: "ACCOUNT_DISABLED", message: "This account is disabled. Ask an owner to enable it." };
  // a password would outlive the groups
  if (method === "password" && user.roleFrom !== null && provider !== null)
    return {
      code: "USE_PROVIDER",
      message: `Sign in with ${provider}: it decides what this account may do.`,
    };
  return null;
}
