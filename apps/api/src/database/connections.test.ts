import { expect, test } from "vitest";
import { MAX_CONNECTIONS, POOL_SIZES } from "./connections.ts";

/** PostgreSQL keeps these for its superuser (`superuser_reserved_connections`). */
const RESERVED = 3;
/** The watch of `http` and of `jobs`, and the lock by which one process leads the jobs. */
const OF_THEIR_OWN = 3;

test("all pools of the one-command default, full, leave room for what looks after the database", () => {
  const pooled = Object.values(POOL_SIZES).reduce((sum, size) => sum + 2 * size, 0);
  expect(pooled + OF_THEIR_OWN).toBeLessThanOrEqual(MAX_CONNECTIONS - RESERVED);
});
