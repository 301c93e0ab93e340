import { BASE_URL } from "./world.ts";

const attribute = (tag: string, name: string): string | null =>
  (new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? null)?.replaceAll("&amp;", "&") ?? null;

/**
 * Goes through the pages of an OpenID Connect provider as a person does: follows redirects, fills forms with
 * login and password. Resolves with the address at which the provider sends the browser back to P4Twin.
 */
export async function passProvider(
  start: string,
  person: { login: string; password: string },
): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 20; step++) {
    if (url.startsWith(BASE_URL)) return url;
    const answer: Response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(form && { method: "POST", body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    const page = await answer.text();
    const action = attribute(/<form[^>]*>/.exec(page)?.[0] ?? "", "action");
    if (location === null && !page.includes("<form")) throw new Error(`${url}: ${answer.status} ${page}`);
    form = location === null ? new URLSearchParams() : null;
    for (const input of (form && page.match(/<input[^>]*>/g)) ?? []) {
      const name = attribute(input, "name");
      const type = attribute(input, "type");
      if (!name) continue;
      form?.set(
        name,
        type === "hidden"
          ? (attribute(input, "value") ?? "")
          : type === "password"
            ? person.password
            : person.login,
      );
    }
    url = new URL(location ?? action ?? url, url).href;
  }
  throw new Error(`the provider does not let ${person.login} through; its last page is ${url}`);
}
