const FAILURES: Readonly<Record<string, string>> = {
  INVALID_TOKEN: "This sign-in link was already used or replaced. Use the newest one, or ask for another.",
  EXPIRED_TOKEN:
    "This sign-in link has expired. Ask for another, or start P4Twin with npm start -- --sign-in.",
};

/** Why a one-time link did not open a session, from the code in the address; null when there is none. */
export const linkFailure = (code: string | null): string | null =>
  code === null ? null : (FAILURES[code] ?? `The sign-in link was refused (${code}). Ask for another one.`);
