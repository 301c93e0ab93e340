import { createHash } from "node:crypto";
import { DomainError } from "../errors.ts";
import { clientKey, createLimiter, type Limiter } from "../shared/limiter.ts";

/** Where a secret can be guessed. One-time links are no such place: their tokens are too long. */
const GUESSED = [
  "/sign-in/",
  "/two-factor/",
  "/reset-password",
  "/change-password",
  "/verify-password",
] as const;

const MINUTE_MS = 60_000;

/**
 * Failed attempts (our choice). People behind one proxy share an address, so an address alone may fail often;
 * an account of which somebody else guesses the password stays open to its owner at another address, until
 * very many have failed.
 */
export const signInLimits = {
  accountAtAddress: { uses: 5, windowMs: MINUTE_MS },
  account: { uses: 50, windowMs: 15 * MINUTE_MS },
  address: { uses: 100, windowMs: MINUTE_MS },
  /** any request to /api/auth */
  requests: { uses: 1_200, windowMs: MINUTE_MS },
};

type Attempt = { path: string; method: string; ip: string; body: Buffer | null; cookie: string | undefined };

/** The account that an attempt is made at: its address, or the half-opened session that a second factor completes. */
function accountOf({ body, cookie }: Attempt): string | null {
  try {
    const given: unknown = JSON.parse(body?.toString("utf8") ?? "null");
    if (typeof given === "object" && given !== null && "email" in given && typeof given.email === "string")
      return given.email.trim().toLowerCase().slice(0, 320);
  } catch {
    // better-auth says what is wrong with it
  }
  const half = /[\w.-]*\.two_factor=([^;]+)/.exec(cookie ?? "")?.[1];
  return half ? createHash("sha256").update(half).digest("base64url") : null;
}

/**
 * Bounds attempts to sign in. `attempt` throws `too_many`, or answers what is called when the attempt
 * succeeded: only failures count.
 */
export function createSignInLimits(limits: typeof signInLimits, nowMs: () => number) {
  const requests = createLimiter(limits.requests);
  const perAddress = createLimiter(limits.address);
  const perAccount = createLimiter(limits.account);
  const perBoth = createLimiter(limits.accountAtAddress);

  const refuse = (waitMs: number): never => {
    const s = Math.ceil(waitMs / 1_000);
    const when = s > 90 ? `${Math.ceil(s / 60)} minutes` : `${s} seconds`;
    throw new DomainError("too_many", `Too many attempts. Try again in ${when}.`, [], s);
  };

  return {
    attempt(attempt: Attempt): () => void {
      const address = clientKey(attempt.ip);
      const now = nowMs();
      const flood = requests.take(address, now);
      if (flood > 0) refuse(flood);
      if (attempt.method !== "POST" || !GUESSED.some((p) => attempt.path.startsWith(`/api/auth${p}`)))
        return () => {};
      const account = accountOf(attempt);
      const taken: [Limiter, string][] = [];
      const keys: [Limiter, string][] = [
        [perAddress, address],
        ...(account === null
          ? []
          : ([
              [perBoth, `${account} ${address}`],
              [perAccount, account],
            ] satisfies [Limiter, string][])),
      ];
      const giveBack = (): void => {
        for (const [limiter, key] of taken) limiter.giveBack(key);
      };
      for (const [limiter, key] of keys) {
        const waitMs = limiter.take(key, now);
        if (waitMs > 0) {
          // one that was not made is no failure
          giveBack();
          refuse(waitMs);
        }
        taken.push([limiter, key]);
      }
      return giveBack;
    },
  };
}
