import { expect, test } from "vitest";
import { createLimiter } from "./limiter.ts";

test("50,000 keys are remembered; of more the one whose window began first is forgotten, and no other", () => {
  const limiter = createLimiter({ uses: 1, windowMs: 60_000 });
  for (let i = 0; i < 50_000; i++) expect(limiter.take(`address ${i}`, i / 1_000)).toBe(0);
  expect(limiter.take("address 0", 50)).toBeGreaterThan(0);
  expect(limiter.take("one more", 50)).toBe(0);
  for (const still of ["address 1", "address 49999", "one more"])
    expect(limiter.take(still, 50), still).toBeGreaterThan(0);
  expect(limiter.take("address 0", 50)).toBe(0);
});
