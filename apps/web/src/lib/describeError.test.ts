import { describe, expect, it } from "vitest";
import { describeError } from "./describeError.ts";

const trpcError = (message: string, data: Record<string, unknown>): Error =>
  Object.assign(new Error(message), { data });

const diagnostic = { severity: "error", code: "dangling-link", message: "no node s9", span: null };

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
      "diagnostics of an upload",
      trpcError("not a topology", { code: "BAD_REQUEST", diagnostics: [diagnostic, 7] }),
      { diagnostics: ["input: error: no node s9 [dangling-link]"] },
    ],
    ["a removed object", trpcError("no program", { code: "NOT_FOUND" }), { missing: true }],
    [
      "an address without an id",
      trpcError("versionId: must be an id of P4Twin", { code: "BAD_REQUEST" }),
      { missing: true },
    ],
    [
      "another mistake in the input",
      trpcError("name: must not be empty", { code: "BAD_REQUEST" }),
      { missing: false },
    ],
    ["a dead server", new TypeError("Failed to fetch"), { what: "The server does not answer." }],
    ["a thrown string", "odd", { what: "odd", signedOut: false, diagnostics: [] }],
  ])("puts %s into words", (_name, error, expected) => {
    expect(describeError(error)).toMatchObject(expected);
  });
});
