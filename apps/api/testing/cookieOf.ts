import { serializeSignedCookie } from "better-call";
import type { Auth } from "../src/auth/auth.ts";

/** The Cookie header of somebody who has just signed in. */
export async function cookieOf(auth: Pick<Auth, "context">, userId: string): Promise<string> {
  const context = await auth.context();
  const session = await context.internalAdapter.createSession(userId);
  const { name } = context.authCookies.sessionToken;
  const cookie = await serializeSignedCookie(name, session.token, context.secret);
  return cookie.split(";")[0] ?? "";
}
