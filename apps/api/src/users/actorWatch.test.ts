import { expect, test } from "vitest";
import type { Actor, Holder } from "../auth/actor.ts";
import type { DomainError } from "../errors.ts";
import { createLog } from "../observability/log.ts";
import { createActorWatch } from "./actorWatch.ts";

const ada = { id: "ada", name: "Ada", email: "ada@example.org" };
const holding = (role: "viewer" | "operator", workspaceId = "w1"): Holder => ({
  ...ada,
  role,
  memberships: [{ workspaceId, role }],
});
const actor: Actor = { ...holding("operator"), via: "session", credentialId: "s1", installationOwner: false };
const in1 = (required: "viewer" | "operator") => ({ required, workspaceId: "w1" });
const log = createLog("silent");

test("somebody demoted loses what needs the higher role, and keeps the rest", async () => {
  let role: "operator" | "viewer" = "operator";
  const { watch, recheck } = createActorWatch({
    holders: async () => new Map([["s1", holding(role)]]),
    log,
  });
  const ends: string[] = [];
  const stops = (["operator", "viewer"] as const).map((required) =>
    watch(actor, in1(required), (reason: DomainError) =>
      ends.push(`${required}: ${reason.code} ${reason.message}`),
    ),
  );
  await recheck();
  expect(ends).toEqual([]);
  role = "viewer";
  await recheck();
  await recheck();
  expect(ends).toEqual(["operator: forbidden This needs the role operator; yours is now viewer."]);
  for (const stop of stops) stop();
});

test("one query asks for all who watch; while the database does not answer, they go on", async () => {
  const asked: (readonly string[])[] = [];
  let away = true;
  const holders = async (ids: readonly string[]): Promise<Map<string, Holder>> => {
    asked.push(ids);
    if (away) throw new Error("the database is away");
    return new Map();
  };
  const { watch, recheck } = createActorWatch({ holders, log });
  let ended = 0;
  for (const credentialId of ["s1", "s1", "s2"])
    watch({ ...actor, credentialId }, in1("viewer"), () => {
      ended += 1;
    });
  await recheck();
  expect([asked, ended]).toEqual([[["s1", "s2"]], 0]);
  away = false;
  await recheck();
  expect(ended).toBe(3);
});

test("somebody who is no longer a member of the workspace loses its streams, not those of another one", async () => {
  const { watch, recheck } = createActorWatch({
    holders: async () => new Map([["s1", holding("operator", "w2")]]),
    log,
  });
  const ends: string[] = [];
  for (const workspaceId of ["w1", "w2"])
    watch(actor, { required: "viewer", workspaceId }, (reason) =>
      ends.push(`${workspaceId}: ${reason.message}`),
    );
  await recheck();
  expect(ends).toEqual(["w1: You are no longer a member of this workspace."]);
});
