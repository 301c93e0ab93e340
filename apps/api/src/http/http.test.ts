import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

test("health, readiness and metrics need no account", async () => {
  const app = await world.http();
  expect((await app.inject("/healthz")).json()).toEqual({ status: "alive" });
  expect(await app.inject("/readyz").then((a) => [a.statusCode, a.json()])).toEqual([
    200,
    { status: "ready", checks: { database: true } },
  ]);
  const metrics = await app.inject("/metrics");
  expect(metrics.body).toContain("p4twin_database_up 1");
  expect(metrics.body).toContain(
    'p4twin_http_request_seconds_count{method="GET",route="/healthz",status="200"} 1',
  );
});

test("without pages a 503 says what to do, and the API works all the same", async () => {
  const app = await world.http();
  const page = await app.inject("/programs");
  expect(page.statusCode).toBe(503);
  expect(page.headers["content-type"]).toContain("text/html");
  expect(page.body).toContain("npm start");
  expect((await app.inject("/api/v1/me")).statusCode).toBe(200);
});

test("a tRPC batch is answered, and a refusal carries its reason", async () => {
  const app = await world.http();
  const answer = await app.inject("/trpc/users.me,programs.list?batch=1&input=%7B%7D");
  expect(answer.statusCode).toBe(207);
  expect(answer.json()).toMatchObject([
    { result: { data: null } },
    {
      error: { data: { code: "UNAUTHORIZED", httpStatus: 401, reason: "unauthenticated", diagnostics: [] } },
    },
  ]);
  expect(answer.body).not.toContain("stack");
});

test("answers carry the headers that keep other pages out", async () => {
  const app = await world.http();
  const { headers } = await app.inject("/healthz");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

/** Pages that answer with what they were asked, in two pieces; the first requests find their connection closed. */
async function pagesServer(hangUps = 0): Promise<number> {
  let left = hangUps;
  const server = createServer(async (request, response) => {
    if (left-- > 0) {
      request.socket.destroy();
      return;
    }
    response.setHeader("content-type", "application/json");
    response.write(`{"url":${JSON.stringify(request.url)},`);
    await sleep(5);
    response.end(
      `"host":${JSON.stringify(request.headers.host)},"method":${JSON.stringify(request.method)}}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test("every other path goes to the pages, streamed, with the host that the browser named", async () => {
  const withPages = await createWorld({ webPort: await pagesServer() });
  onTestFinished(withPages.dispose);
  const app = await withPages.http();
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const page = await fetch(`${address}/twin/42?range=15m`);
  expect(await page.json()).toEqual({
    url: "/twin/42?range=15m",
    host: new URL(address).host,
    method: "GET",
  });
  const root = await fetch(address);
  expect(await root.json()).toMatchObject({ url: "/" });
  const health = await fetch(`${address}/healthz`);
  expect(await health.json()).toEqual({ status: "alive" });
  // how long the connection stays is said of ours, not of that to the pages (RFC 9110, 7.6.1)
  expect(health.headers.get("keep-alive")).toMatch(/^timeout=\d+$/);
  expect(page.headers.get("keep-alive")).toBe(health.headers.get("keep-alive"));
});

test("a connection that the pages close under a request is no missing page: it is asked again", async () => {
  const withPages = await createWorld({ webPort: await pagesServer(2) });
  onTestFinished(withPages.dispose);
  const page = await (await withPages.http()).inject("/twin/42");
  expect([page.statusCode, page.json()]).toMatchObject([200, { url: "/twin/42" }]);
});

test("pages that went away give the same 503", async () => {
  const gone = await createWorld({ webPort: 9 });
  onTestFinished(gone.dispose);
  const app = await gone.http();
  const page = await app.inject("/");
  expect(page.statusCode).toBe(503);
  expect(page.body).toContain("The pages are not there yet");
});
