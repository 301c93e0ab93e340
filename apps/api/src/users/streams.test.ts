import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createBrowser, tokenFor } from "../../testing/personBrowser.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let address: string;
let deploymentId: string;
beforeAll(async () => {
  world = await createWorld({ live: true, demo: false });
  await world.startTelemetry();
  address = await (await world.http()).listen({ host: "127.0.0.1", port: 0 });
  const operator = await world.as("operator");
  deploymentId = (await operator.deployments.create({ name: "watched" })).id;
});
afterAll(() => world.dispose());

/** Opens the live stream with a cookie or token; `rest` resolves with what came until the server ended it. */
async function watch(headers: Record<string, string>): Promise<{ status: number; rest: Promise<string> }> {
  const aborted = new AbortController();
  onTestFinished(() => aborted.abort());
  const input = encodeURIComponent(JSON.stringify({ deploymentId }));
  const answer = await fetch(`${address}/trpc/twin.live?input=${input}`, { headers, signal: aborted.signal });
  return { status: answer.status, rest: answer.text() };
}

let people = 0;
async function viewer() {
  people += 1;
  const email = `watcher${people}@example.org`;
  const { user, link } = await world.services.users.invite({ email, name: "Watcher", role: "viewer" });
  const browser = createBrowser(world.http);
  await browser.signInByLink(link.url);
  return { id: user.id, cookie: browser.cookie() };
}

const ended = /event: serialized-error[\s\S]*UNAUTHORIZED[\s\S]*/;

test.each<[string, (id: string, owner: Awaited<ReturnType<World["as"]>>) => Promise<unknown>]>([
  ["removed", (id, owner) => owner.users.remove({ id })],
  ["disabled", (id, owner) => owner.users.disable({ id })],
  ["signed out", (id, owner) => owner.users.signOut({ id })],
])("the stream of somebody who is %s ends, with the reason", async (_what, end) => {
  const { id, cookie } = await viewer();
  const stream = await watch({ cookie });
  expect(stream.status).toBe(200);
  await end(id, await world.as("owner"));
  const text = await stream.rest;
  expect(text).toMatch(ended);
  expect(text).toContain("Your session has ended. Sign in again.");
});

test.each([
  ["removed", { removedAt: new Date() }],
  ["disabled", { disabledAt: new Date() }],
])("a stream ends also when another process %s the account", async (_what, data) => {
  const { id, cookie } = await viewer();
  const stream = await watch({ cookie });
  // as another process does it: this one hears nothing
  await world.database.db.user.update({ where: { id }, data });
  expect(await stream.rest).toMatch(ended);
});

test("the stream of a revoked token ends; others go on", async () => {
  const { id, cookie } = await viewer();
  const { token, entry } = await tokenFor(world, id);
  const byToken = await watch({ authorization: `Bearer ${token}` });
  const byCookie = await watch({ cookie });
  let cookieEnded = false;
  void byCookie.rest.then(
    () => {
      cookieEnded = true;
    },
    () => {},
  );
  await world.database.db.apikey.delete({ where: { id: entry.id } });
  expect(await byToken.rest).toMatch(ended);
  expect(cookieEnded).toBe(false);
});
