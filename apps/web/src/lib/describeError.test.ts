import { describe, expect, it } from "vitest";
import { describeError } from "./describeError.ts";

const trpcError = (message: string, data: Record<string, unknown>): Error =>
  Object.assign(new Error(message), { data });

describe("describeError", () => {
  it.each([
    [
      "a missing session",
      trpcError("sign in first", { code: "UNAUTHORIZED" }),
      { signedOut: true, what: "sign in first" },
    ],
    [
      "a domain refusal",
      trpcError("name taken", { code: "CONFLICT", path: "programs.create" }),
      { signedOut: false, where: "programs.create" },
    ],
    [
      "the server's own remedy",
      trpcError("too deep", { code: "BAD_REQUEST", remedy: "Remove a level." }),
      { remedy: "Remove a level." },
    ],
    ["a dead server", new TypeError("Failed to fetch"), { what: "The server does not answer." }],
    [
      "a zod list",
      trpcError('[{"path":["name"],"message":"too short"}]', { code: "BAD_REQUEST" }),
      { what: "name: too short" },
    ],
    ["a thrown string", "odd", { what: "odd", signedOut: false }],
    ["broken JSON", trpcError("[oops", { code: "BAD_REQUEST" }), { what: "[oops" }],
  ])("puts %s into words", (_name, error, expected) => {
    expect(describeError(error)).toMatchObject(expected);
  });
});
