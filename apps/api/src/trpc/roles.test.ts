import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { allows, type RequiredRole, type UserRole, userRoleSchema } from "../auth/roles.ts";
import { operations, procedures } from "../rest/operations.ts";
import type { ProcedureMeta } from "./trpc.ts";

const required = procedures().map(([path, { _def }]) => {
  const meta: ProcedureMeta = _def.meta ?? {};
  return { path, role: meta.role, summary: meta.summary };
});

test.each(required)("$path says which role it needs and what it does", ({ role, summary }) => {
  expect(["public", ...userRoleSchema.options]).toContain(role);
  expect(summary).toBeTruthy();
});

test("what changes something needs more than a viewer, apart from one's own account", () => {
  const open = operations().filter(({ type, role }) => type === "mutation" && allows("viewer", role));
  expect(open.map(({ procedure }) => procedure).sort()).toEqual([
    "account.sessions.end",
    "account.sessions.endOthers",
    "account.setPassword",
    "account.twoFactor.begin",
    "account.twoFactor.confirm",
    "account.twoFactor.turnOff",
    "users.tokens.create",
    "users.tokens.revoke",
  ]);
});

describe("a caller below the role is refused before anything else happens", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.dispose());

  const callers: [UserRole | null, RequiredRole][] = [
    [null, "viewer"],
    ["viewer", "operator"],
    ["operator", "owner"],
  ];
  test.each(callers)("%s may not call what needs %s", async (role, below) => {
    const caller = role ? await world.as(role) : world.anonymous();
    for (const { path } of required.filter((procedure) => procedure.role === below)) {
      const call = path.split(".").reduce<unknown>((at, key) => Reflect.get(Object(at), key), caller);
      if (typeof call !== "function") throw new Error(`${path} cannot be called`);
      const error = await Promise.resolve(call({})).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error, path).toBeInstanceOf(TRPCError);
      expect(error, path).toMatchObject({ code: role ? "FORBIDDEN" : "UNAUTHORIZED" });
    }
  });
});
