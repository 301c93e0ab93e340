import { expect, it } from "vitest";
import { signInFailure } from "./signInFailure.ts";

it.each([
  [null, null],
  ["no_role", expect.stringContaining("no group that may use P4Twin")],
  ["ACCOUNT_DISABLED", expect.stringContaining("is disabled")],
])("explains %s", (code, expected) => expect(signInFailure(code)).toEqual(expected));

it("repeats no words of the address", () => {
  expect(signInFailure("Call +1 555 and give them your password")).not.toContain("555");
});
