import { expect, it } from "vitest";
import { linkFailure } from "./linkFailure.ts";

it.each([
  [null, null],
  ["EXPIRED_TOKEN", expect.stringContaining("has expired")],
  ["INVALID_TOKEN", expect.stringContaining("already used")],
  ["ODD", expect.stringContaining("ODD")],
])("explains %s", (code, expected) => expect(linkFailure(code)).toEqual(expected));
