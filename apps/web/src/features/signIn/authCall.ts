/** What an endpoint of the sign-in answered: its JSON, or why not, in words. */
export type AuthAnswer =
  | { ok: true; body: Readonly<Record<string, unknown>> }
  | { ok: false; message: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const EVERYWHERE: Readonly<Record<string, string>> = {
  429: "Too many attempts. Wait a minute, then try again.",
  // refusals of accounts: who is disabled or removed, who signs in elsewhere
  ACCOUNT_DISABLED: "This account is disabled. Ask an owner to enable it.",
  ACCOUNT_REMOVED: "This account was removed. Ask an owner to invite you again.",
};

/**
 * Calls `/api/auth…`; the session travels as a cookie of this origin. `refusals`: words by code of the server
 * or by status.
 */
export async function authCall(
  path: string,
  body: object,
  { refusals, request = fetch }: { refusals: Readonly<Record<string, string>>; request?: typeof fetch },
): Promise<AuthAnswer> {
  try {
    const response = await request(`/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const json: unknown = await response.json().catch(() => null);
    const answer = isRecord(json) ? json : {};
    if (response.ok) return { ok: true, body: answer };
    const words = { ...EVERYWHERE, ...refusals };
    const code = typeof answer.code === "string" ? answer.code : "";
    const said = typeof answer.message === "string" && answer.message !== "" ? answer.message : null;
    const message =
      words[code] ?? words[response.status] ?? said ?? `The server answered ${response.status}. Try again.`;
    return { ok: false, message };
  } catch {
    return { ok: false, message: "The server does not answer. Check that npm start is still running." };
  }
}
