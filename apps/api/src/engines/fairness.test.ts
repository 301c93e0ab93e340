import { request } from "node:http";
import { libraryFiles } from "@p4twin/models/library";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { Actor } from "../auth/actor.ts";
import { createCaller } from "../router.ts";
import { createLimiter } from "../shared/limiter.ts";
import { pythonShares } from "./pluginHosts.ts";

// every run loads an interpreter of its own
const timeout = 300_000;
const endless = "def estimate(program, device, options):\n    while True:\n        pass\n";

let world: World;
let endlessId = "";
let quickId = "";
let versionId = "";
beforeAll(async () => {
  world = await createWorld();
  const operator = await world.as("operator");
  const source = libraryFiles["programs/l3fwd.p4"] ?? "";
  versionId = (await operator.programs.create({ name: "l3fwd", source })).id;
  const stored = async (name: string, python: string): Promise<string> => {
    const written = await operator.engines.create({ name, content: { kind: "python", source: python } });
    if (!written.ok) throw new Error(written.failure.message);
    return `own:${written.version.id}`;
  };
  endlessId = await stored("Endless", endless);
  quickId = await stored("Quick", libraryFiles["engines/expensive_tables.py"] ?? "");
}, timeout);
afterAll(async () => {
  world.services.stop();
  await world.dispose();
});

const idle = (): Promise<void> =>
  eventually(() => expect(world.services.engines.pythonRuns()).toEqual({ running: 0, waiting: 0 }));

/** A user of this name, whose calls end when `left` aborts. */
function user(id: string, left: AbortController) {
  const person = { id, name: id, email: `${id}@example.org`, role: "viewer" as const, memberships: [] };
  const actor: Actor = { ...person, via: "session", credentialId: id, installationOwner: false };
  const { workspaceId } = world.services;
  const limiter = createLimiter({ uses: 1_000, windowMs: 60_000 });
  const caller = createCaller(
    { services: world.services, actor, ip: "127.0.0.1", userAgent: null, workspaceId, limiter },
    { signal: left.signal },
  );
  return (engine: string) => caller.programs.estimate({ versionId, device: "agilio-cx", engine });
}

describe("Python engines among users", () => {
  test("36 endless estimates of one viewer do not keep another viewer waiting", { timeout }, async () => {
    const [left, stays] = [new AbortController(), new AbortController()];
    const [ann, bob] = [user("ann", left), user("bob", stays)];
    const ended: string[] = [];
    const calls = Array.from({ length: 36 }, () =>
      ann(endlessId).catch((error: Error) => ended.push(error.message)),
    );
    const held = pythonShares.perUser + pythonShares.waitingPerUser;
    await eventually(() => expect(ended).toHaveLength(36 - held));
    expect(new Set(ended)).toEqual(
      new Set([
        `You have ${held} runs of Python engines under way already. Wait until one has ended, then try again.`,
      ]),
    );
    expect(await bob(quickId)).toMatchObject({ engine: quickId });
    // what she had asked before him is still there, but for the one or two that reached their limit meanwhile
    expect(world.services.engines.pythonRuns()).toMatchObject({ running: 1 });
    expect(world.services.engines.pythonRuns().waiting).toBeGreaterThan(0);
    left.abort();
    await Promise.all(calls);
    await idle();
  });

  test("an estimate ends when its caller leaves, by tRPC and by REST", { timeout }, async () => {
    const owner = await world.as("owner");
    const { token } = await owner.users.tokens.create({ name: "leaves" });
    const app = await world.http();
    await app.listen({ host: "127.0.0.1", port: 0 });
    const address = app.server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const query = new URLSearchParams({ device: "agilio-cx", engine: endlessId });
    const input = encodeURIComponent(JSON.stringify({ versionId, device: "agilio-cx", engine: endlessId }));
    const paths = [
      `/api/v1/program-versions/${versionId}/estimate?${query}`,
      `/trpc/programs.estimate?input=${input}`,
    ];
    for (const path of paths) {
      const stays = new AbortController();
      const waits = user("bob", stays);
      let hasEnded = false;
      const other = waits(endlessId)
        .catch(() => {})
        .then(() => {
          hasEnded = true;
        });
      const sent = request({ host: "127.0.0.1", port, path, headers: { authorization: `Bearer ${token}` } });
      sent.on("error", () => {});
      sent.end();
      await eventually(() => expect(world.services.engines.pythonRuns().running).toBe(2));
      sent.destroy();
      await eventually(() => expect(world.services.engines.pythonRuns().running).toBe(1));
      // it began before the one that ended: nothing but the leaving has ended that
      expect(hasEnded).toBe(false);
      stays.abort();
      await other;
      await idle();
    }
  });

  test("a tool of an assistant ends at its limit, with what it began", { timeout }, async () => {
    const owner = await world.as("owner");
    const { token } = await owner.users.tokens.create({ name: "assistant" });
    const app = await world.http({ bounds: { toolMs: 3_000 } });
    const began = Date.now();
    const { body } = await app.inject({
      method: "POST",
      url: "/api/mcp",
      headers: { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" },
      payload: {
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: {
          name: "programs_estimate",
          arguments: { versionId, device: "agilio-cx", engine: endlessId },
        },
      },
    });
    expect(body).toContain("It took more than 3 s and was ended");
    expect(Date.now() - began).toBeGreaterThanOrEqual(3_000);
    await idle();
  });
});
