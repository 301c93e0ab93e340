import { request } from "node:http";
import type { UserRole } from "../src/auth/roles.ts";
import { cookieOf } from "./cookieOf.ts";
import type { World } from "./world.ts";

/** The Cookie header of a person of this role who has just signed in. */
export async function sessionCookie({ services, auth }: World, role: UserRole): Promise<string> {
  const { user } = await services.users.invite({ email: `${role}@example.org`, name: role, role });
  return cookieOf(auth, user.id);
}

export type Sent = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
export type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: string };

/** Sends what a page or a program could send, with any headers, over a connection of its own. */
export function send(base: string, { method = "GET", path, headers = {}, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, base), { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
