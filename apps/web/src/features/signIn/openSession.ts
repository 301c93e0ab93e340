import { authCall } from "./authCall.ts";

/** `needsCode`: the account asks for the code of an app, and the session opens after it. */
export type OpenAnswer = { ok: true; needsCode: boolean } | { ok: false; message: string };

const WITH_PASSWORD: Readonly<Record<string, string>> = {
  400: "Enter a complete e-mail address and a password.",
  401: "E-mail or password are wrong. Correct them, or ask the owner for a new invitation.",
  404: "This server signs people in by link only. Use the link that npm start printed.",
};
const WITH_LINK: Readonly<Record<string, string>> = {
  INVALID_TOKEN:
    "This sign-in link was already used, has expired or was replaced. Use the newest one, or ask an owner for another.",
};
const WITH_CODE: Readonly<Record<string, string>> = {
  INVALID_TWO_FACTOR_COOKIE: "This took too long. Sign in again from the start.",
  CODE_USED: "This code has signed in already. Wait for the next one, at most 30 seconds.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Five wrong codes. Sign in again from the start.",
  ACCOUNT_TEMPORARILY_LOCKED: "Too many wrong codes. The account takes none for 15 minutes.",
  401: "The code is wrong. Type the one that the app shows now.",
  400: "The code is wrong. Type the one that the app shows now.",
};

type Request = typeof fetch;

async function open(
  path: string,
  body: object,
  options: { refusals: Readonly<Record<string, string>>; request?: Request },
): Promise<OpenAnswer> {
  const answer = await authCall(path, body, options);
  return answer.ok ? { ok: true, needsCode: answer.body.twoFactorRedirect === true } : answer;
}

/** Opens a session with e-mail and password. */
export const signInWithPassword = (email: string, password: string, request: Request = fetch) =>
  open("/sign-in/email", { email, password }, { refusals: WITH_PASSWORD, request });

/** Opens a session with the token of a one-time link, which this uses up. */
export const signInWithLink = (token: string, request: Request = fetch) =>
  open("/sign-in/link", { token }, { refusals: WITH_LINK, request });

/** The second step: six digits of the app, or one of the backup codes. */
export function signInWithCode(text: string, request: Request = fetch): Promise<OpenAnswer> {
  const code = text.trim();
  const digits = code.replaceAll(" ", "");
  const isFromApp = /^\d{6}$/.test(digits);
  return open(
    isFromApp ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code",
    { code: isFromApp ? digits : code },
    { refusals: WITH_CODE, request },
  );
}
