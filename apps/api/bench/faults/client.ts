/** Longer than the server waits for a database that hangs. */
const TIMEOUT_MS = 6_000;

/** The owner of the laboratory: signs in by the printed link, and speaks REST. */
export async function signIn(base: string, link: string) {
  // the page behind the link does this at a click
  const answer = await fetch(`${base}/api/auth/sign-in/link`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: base },
    body: JSON.stringify({ token: new URL(link).searchParams.get("token") }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((c) => c.split(";")[0])
    .join("; ");
  if (cookie === "") throw new Error(`the sign-in link gave no session: ${answer.status}`);

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { cookie, origin: base, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  return {
    cookie,
    get: <T>(path: string) => call<T>("GET", path),
    post: <T>(path: string, body: object) => call<T>("POST", path, body),
    put: <T>(path: string, body: object) => call<T>("PUT", path, body),
    patch: <T>(path: string, body: object) => call<T>("PATCH", path, body),
  };
}
export type Client = Awaited<ReturnType<typeof signIn>>;
