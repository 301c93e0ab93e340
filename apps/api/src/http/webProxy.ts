import type { FastifyInstance } from "fastify";

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3">
<title>P4Twin is starting</title>
<style>body{font:16px/1.5 system-ui;max-width:36rem;margin:20vh auto;padding:0 1rem;color:#1c2330;background:#fff}
@media(prefers-color-scheme:dark){body{color:#dde3ee;background:#10141b}}</style>
<h1>The pages are not there yet</h1>
<p>The server runs, but its web interface does not answer. It may still be starting: this page tries again every three seconds.</p>
<p>If it stays like this, start P4Twin with <code>npm start</code>, which builds and starts both, and read its last lines.
The API works meanwhile: <a href="/api/openapi.json">/api/openapi.json</a>.</p></html>`;

/** Everything that no other route takes goes to the Next server; without one, a page says so. */
export async function webProxy(app: FastifyInstance, { webPort }: { webPort: number | null }) {
  const unavailable = {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8", "retry-after": "3" },
  };

  if (webPort === null) {
    app.get("/*", (_request, reply) =>
      reply.status(unavailable.status).headers(unavailable.headers).send(PAGE),
    );
    return;
  }
  // with its HTTP client it is a sixth of what the pages' process loads
  const { default: httpProxy } = await import("@fastify/http-proxy");
  await app.register(httpProxy, {
    upstream: `http://127.0.0.1:${webPort}`,
    prefix: "/",
    // pages change nothing
    httpMethods: ["GET", "HEAD"],
    // pages that hang are started again within half a minute; they may be streamed for as long as they like
    undici: { headersTimeout: 30_000, bodyTimeout: 0 },
    replyOptions: {
      // Next closes a connection that was idle for seconds, at times just when it is used again
      retriesCount: 2,
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        host: request.host,
        "x-forwarded-host": request.host,
        "x-forwarded-proto": request.protocol,
        "x-forwarded-for": request.ip,
      }),
      // how long Next keeps its connection says nothing of ours
      rewriteHeaders: ({ connection: _, "keep-alive": __, ...headers }) => headers,
      onError: (reply) => {
        reply.status(unavailable.status).headers(unavailable.headers).send(PAGE);
      },
    },
  });
}
