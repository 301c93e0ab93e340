import { createHash } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, formCsrfMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";
import { z } from "zod";
import type { Auth } from "./auth.ts";

export const LINK_VALID_S = 24 * 3600;

/** What stands behind a link: whose it is, and whether it was printed on the server's own terminal. */
const linkSchema = z.object({ signInLink: z.string(), terminal: z.boolean() });

const identifierOf = (token: string): string =>
  `sign-in-link:${createHash("sha256").update(token).digest("base64url")}`;

/**
 * `POST /sign-in/link` opens a session with the token of a one-time link. The plugin of better-auth takes it
 * by GET, which mail previews and link scanners send too: they would use the link up before its owner does.
 */
export const signInLink = () =>
  ({
    id: "sign-in-link",
    endpoints: {
      signInByLink: createAuthEndpoint(
        "/sign-in/link",
        {
          method: "POST",
          requireHeaders: true,
          use: [formCsrfMiddleware],
          body: z.object({ token: z.string() }),
        },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const stored = await internalAdapter.consumeVerificationValue(identifierOf(ctx.body.token));
          const link = stored && linkSchema.parse(JSON.parse(stored.value));
          const user = link && (await internalAdapter.findUserById(link.signInLink));
          if (!user)
            throw new APIError("UNAUTHORIZED", { code: "INVALID_TOKEN", message: "The link is used up." });
          const session = await internalAdapter.createSession(user.id);
          // whoever has the terminal has the data: a lost phone must not lock the owner out of the own server
          const asked = link.terminal ? { ...user, twoFactorEnabled: false } : user;
          await setSessionCookie(ctx, { session, user: asked });
          return ctx.json({ signedIn: true });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

/** Makes the token of a one-time link and keeps its hash. */
export async function issueToken(auth: Auth, userId: string, terminal: boolean): Promise<string> {
  const { internalAdapter } = await auth.context();
  const token = generateRandomString(32, "a-z", "A-Z");
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(token),
    value: JSON.stringify({ signInLink: userId, terminal } satisfies z.infer<typeof linkSchema>),
    expiresAt: new Date(Date.now() + LINK_VALID_S * 1_000),
  });
  return token;
}
