import type { FastifyInstance } from "fastify";
import type { Auth } from "../auth/auth.ts";
import { isPublicPath } from "../auth/publicPaths.ts";
import { toHeaders } from "./headers.ts";

/** Hands `/api/auth/*` to better-auth. */
export async function authRoutes(app: FastifyInstance, { auth, baseUrl }: { auth: Auth; baseUrl: string }) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.route({
    method: ["GET", "POST"],
    url: "/api/auth/*",
    config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
    async handler(request, reply) {
      if (!isPublicPath(request.method, request.url))
        return reply
          .status(404)
          .send({ message: `There is no ${request.method} ${request.url.split("?")[0]}.` });
      const headers = toHeaders(request.headers);
      // better-auth counts attempts by this header; whatever the client claims is overwritten
      headers.set("x-p4twin-client", request.ip);
      const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
      const answer = await auth.handler(
        new Request(new URL(request.url, baseUrl), {
          method: request.method,
          headers,
          ...(request.method === "POST" && body ? { body } : {}),
        }),
      );
      reply.status(answer.status);
      for (const [name, value] of answer.headers) if (name !== "set-cookie") reply.header(name, value);
      const cookies = answer.headers.getSetCookie();
      if (cookies.length > 0) reply.header("set-cookie", cookies);
      return reply.send(await answer.text());
    },
  });
}
