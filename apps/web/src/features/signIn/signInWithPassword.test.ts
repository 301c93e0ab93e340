import { describe, expect, it } from "vitest";
import { signInWithPassword } from "./signInWithPassword.ts";

const answering = (status: number) => async () => new Response("{}", { status });

describe("signInWithPassword", () => {
  it.each([
    [200, { ok: true }],
    [401, { ok: false, message: expect.stringContaining("are wrong") }],
    [404, { ok: false, message: expect.stringContaining("by link only") }],
    [500, { ok: false, message: expect.stringContaining("500") }],
  ])("understands the answer %d", async (status, expected) => {
    expect(await signInWithPassword("a@b.c", "secret", answering(status))).toEqual(expected);
  });

  it("says when nobody answers", async () => {
    const dead = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await signInWithPassword("a@b.c", "secret", dead)).toMatchObject({ ok: false });
  });
});
