/** What the sign-in endpoint answered. */
export type SignInAnswer = { ok: true } | { ok: false; message: string };

const REFUSALS: Readonly<Record<number, string>> = {
  400: "Enter a complete e-mail address and a password.",
  401: "E-mail or password are wrong. Correct them, or ask the owner for a new invitation.",
  403: "This account may not sign in. Ask the owner of the workspace.",
  404: "This server signs people in by link only. Use the link that npm start printed.",
  429: "Too many attempts. Wait a minute, then try again.",
};

/** Opens a session with e-mail and password; the session travels as a cookie of this origin. */
export async function signInWithPassword(
  email: string,
  password: string,
  request: typeof fetch = fetch,
): Promise<SignInAnswer> {
  try {
    const response = await request("/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    if (response.ok) return { ok: true };
    return {
      ok: false,
      message: REFUSALS[response.status] ?? `The server answered ${response.status}. Try again.`,
    };
  } catch {
    return { ok: false, message: "The server does not answer. Check that npm start is still running." };
  }
}
