import { expect, test } from "vitest";
import type { Actor, Person } from "../auth/actor.ts";
import type { DomainError } from "../errors.ts";
import { createLog } from "../observability/log.ts";
import { createActorWatch } from "./actorWatch.ts";

const person: Person = { id: "ada", name: "Ada", email: "ada@example.org", role: "operator" };
const actor: Actor = { ...person, via: "session", credentialId: "s1" };
const log = createLog("silent");

test("somebody demoted loses what needs the higher role, and keeps the rest", async () => {
  let role: Person["role"] = "operator";
  const { watch, recheck } = createActorWatch({
    holders: async () => new Map([["s1", { ...person, role }]]),
    log,
  });
  const ends: string[] = [];
  const stops = (["operator", "viewer"] as const).map((required) =>
    watch(actor, required, (reason: DomainError) =>
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
  const holders = async (ids: readonly string[]): Promise<Map<string, Person>> => {
    asked.push(ids);
    if (away) throw new Error("the database is away");
    return new Map();
  };
  const { watch, recheck } = createActorWatch({ holders, log });
  let ended = 0;
  for (const credentialId of ["s1", "s1", "s2"])
    watch({ ...actor, credentialId }, "viewer", () => {
      ended += 1;
    });
  await recheck();
  expect([asked, ended]).toEqual([[["s1", "s2"]], 0]);
  away = false;
  await recheck();
  expect(ended).toBe(3);
});
