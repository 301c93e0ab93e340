import { z } from "zod";

/** How a session was opened. `two-factor`: by password or link, and then by a code. */
export const signInMethodSchema = z.enum(["password", "link", "provider", "two-factor"]);
export type SignInMethod = z.infer<typeof signInMethodSchema>;

/** The method behind an endpoint of better-auth; null for one that opens no session of its own. */
export function methodOf(path: string | undefined): SignInMethod | null {
  if (path === "/sign-in/email") return "password";
  if (path === "/sign-in/link") return "link";
  if (path?.startsWith("/callback/")) return "provider";
  if (path?.startsWith("/two-factor/")) return "two-factor";
  return null;
}
