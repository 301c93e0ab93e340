import type { FastifyInstance } from "fastify";
import type { Auth } from "../auth/auth.ts";
import { isPublicPath } from "../auth/publicPaths.ts";
import { toHeaders } from "../shared/headers.ts";
import { createSignInLimits, signInLimits } from "./signInLimits.ts";

/** Hands `/api/auth/*` to better-auth, within the limits of attempts. */
export async function authRoutes(app: FastifyInstance, { auth, baseUrl }: { auth: Auth; baseUrl: string }) {
  const limits = createSignInLimits(signInLimits, () => performance.now());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );

  app.route({
    method: ["GET", "POST"],
    url: "/api/auth/*",
    async handler(request, reply) {
      if (!isPublicPath(request.method, request.url))
        return reply
          .status(404)
          .send({ message: `There is no ${request.method} ${request.url.split("?")[0]}.` });
      const headers = toHeaders(request.headers);
      // better-auth notes it with the session; whatever the client claims is overwritten
      headers.set("x-p4twin-client", request.ip);
      const url = new URL(request.url, baseUrl);
      const body = Buffer.isBuffer(request.body) ? request.body : null;
      const { method, ip } = request;
      const succeeded = limits.attempt({
        path: url.pathname,
        method,
        ip,
        body,
        cookie: request.headers.cookie,
      });
      const answer = await auth.handler(
        new Request(url, {
          method,
          headers,
          ...(method === "POST" && body ? { body: new Uint8Array(body) } : {}),
        }),
      );
      if (answer.status < 400) succeeded();
      reply.status(answer.status);
      for (const [name, value] of answer.headers) if (name !== "set-cookie") reply.header(name, value);
      const cookies = answer.headers.getSetCookie();
      if (cookies.length > 0) reply.header("set-cookie", cookies);
      return reply.send(await answer.text());
    },
  });
}
