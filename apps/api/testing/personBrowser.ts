import type { FastifyInstance } from "fastify";
import { BASE_URL, type World } from "./world.ts";

type Answer = { status: number; location: string | null; body: unknown };

let browsers = 0;

/** A browser without pages at an address of its own: keeps cookies and names the origin that its pages have. */
export function createBrowser(http: () => Promise<FastifyInstance>, userAgent = "Firefox/140.0") {
  const cookies = new Map<string, string>();
  browsers += 1;
  const remoteAddress = `10.1.${browsers >> 8}.${browsers & 255}`;

  const send = async (
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    payload?: object,
  ): Promise<Answer> => {
    const { pathname, search } = new URL(url, BASE_URL);
    const answer = await (await http()).inject({
      method,
      remoteAddress,
      url: pathname + search,
      headers: {
        "user-agent": userAgent,
        origin: BASE_URL,
        "sec-fetch-site": "same-origin",
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
      },
      ...(payload && { payload }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (value === "" || maxAge === 0) cookies.delete(name);
      else cookies.set(name, encodeURIComponent(value));
    }
    const isJson = String(answer.headers["content-type"]).includes("json") && answer.body !== "";
    return {
      status: answer.statusCode,
      location: answer.headers.location === undefined ? null : String(answer.headers.location),
      body: isJson ? answer.json() : answer.body,
    };
  };

  return {
    send,
    cookie: (): string => [...cookies].map((pair) => pair.join("=")).join("; "),

    /** What the button of the page behind a one-time link does. */
    signInByLink: (link: string): Promise<Answer> =>
      send("POST", "/api/auth/sign-in/link", { token: new URL(link).searchParams.get("token") ?? "" }),

    signIn: (email: string, password: string): Promise<Answer> =>
      send("POST", "/api/auth/sign-in/email", { email, password }),

    /** Who the server takes this browser for; null: nobody. */
    me: async (): Promise<unknown> => (await send("GET", "/api/v1/me")).body,
  };
}
export type Browser = ReturnType<typeof createBrowser>;

/** An API token of this person, for everything that the person may do. */
export async function tokenFor({ services }: World, userId: string) {
  const holder = await services.users.holder(userId);
  if (!holder) throw new Error(`no account ${userId}`);
  const actor = { ...holder, via: "session", credentialId: "none", installationOwner: false } as const;
  return services.tokens.create(actor, { name: "ci", nouns: null, expiresInDays: 1 });
}
