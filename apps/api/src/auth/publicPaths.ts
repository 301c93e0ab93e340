/**
 * The endpoints of better-auth that browsers call; the rest is done by procedures, which check roles and are recorded.
 */
const PUBLIC_PATHS: ReadonlySet<string> = new Set([
  "POST /sign-in/email",
  "POST /sign-in/link",
  "POST /sign-in/social",
  "GET /callback/oidc",
  "POST /two-factor/verify-totp",
  "POST /two-factor/verify-backup-code",
  "POST /request-password-reset",
  "POST /reset-password",
  "POST /sign-out",
]);

/** True for what of `/api/auth` may be called from outside. */
export const isPublicPath = (method: string, url: string): boolean =>
  PUBLIC_PATHS.has(`${method} ${new URL(url, "http://p4twin").pathname.replace(/^\/api\/auth/, "")}`);
